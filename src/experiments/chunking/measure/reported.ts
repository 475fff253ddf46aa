import { chunkText, type StrategyId } from '../../../core/chunking/registry';
import type { ChunkingParameters } from '../../../core/chunking/strategy';
import type { Tokenizer } from '../../../core/chunking/tokens';
import { precisionOmega } from '../../../core/metrics/spanMetrics';
import { rounded } from '../../../core/stats/stored';
import { coveredLength, mergeSpans } from '../../../core/text/spans';
import type { Fraction } from '../../../core/units';
import type { BenchmarkCorpus, BenchmarkStep, GoldSpan } from '../../../datasets/corpus';

/** A figure that others published on a corpus, with what it takes to measure it again. */
export interface ReportedFigure {
  id: string;
  label: string;
  strategy: StrategyId;
  parameters: Omit<ChunkingParameters, 'tokenizer'>;
  /** Precision Ω, as published. */
  value: Fraction;
}

export interface ReportedFigures {
  /** Who published them, and where. */
  source: string;
  figures: readonly ReportedFigure[];
}

/** A published precision Ω beside ours, each a mean over all questions. */
export interface MeasuredAgain {
  id: string;
  label: string;
  reported: Fraction;
  /** By the source's rule and its way to find a chunk in the text: the figure to compare with. */
  asReported: Fraction;
  /** By the source's rule, with every chunk where it was cut: spans that touch intersect. */
  touching: Fraction;
  /** By our rule: spans that only touch share nothing. */
  strict: Fraction;
}

/** Precision Ω of every published setting, by the source's rule and by ours; chunks and gold spans decide it, no retriever. */
export async function measureReported(
  { documents, questions }: BenchmarkCorpus,
  { figures }: ReportedFigures,
  tokenizer: Tokenizer,
  step?: BenchmarkStep,
): Promise<MeasuredAgain[]> {
  const measured: MeasuredAgain[] = [];
  for (const { id, label, strategy, parameters, value } of figures) {
    await step?.({ kind: 'measuring what is reported', of: label }, 0, 1);
    const cut = documents.map(({ text }, document) =>
      chunkText(text, strategy, { ...parameters, tokenizer }).map(({ returned }) => ({
        document,
        ...returned,
      })),
    );
    const found = cut.map((chunks, document) =>
      chunks.map((chunk) => whereFound(documents[document]!.text, chunk)),
    );
    const mean = (of: (chunks: readonly GoldSpan[], gold: readonly GoldSpan[]) => number | null, own = cut) =>
      rounded(
        questions.reduce((sum, { gold }) => {
          const chunks = [...new Set(gold.map(({ document }) => document))].flatMap(
            (document) => own[document]!,
          );
          return sum + (of(chunks, gold) ?? 0);
        }, 0) / questions.length,
      );
    measured.push({
      id,
      label,
      reported: value,
      asReported: mean(touchingOmega, found),
      touching: mean(touchingOmega),
      strict: mean(precisionOmega),
    });
    await step?.({ kind: 'measuring what is reported', of: label }, 1, 1);
  }
  return measured;
}

/** Where the source takes a chunk to be: the first place of its text, without a full stop at its end. */
function whereFound(text: string, { document, start, end }: GoldSpan): GoldSpan {
  const wanted = text.slice(start, end).replace(/\.$/, '');
  const at = text.indexOf(wanted);
  return { document, start: at, end: at + wanted.length };
}

/**
 * Precision Ω as its source counts it: chunks that only touch a reference intersect it too, and
 * reference text that no such chunk holds joins the text below the line.
 */
export function touchingOmega(chunks: readonly GoldSpan[], gold: readonly GoldSpan[]): Fraction | null {
  if (gold.length === 0) return null;
  let [shared, below] = [0, 0];
  for (const document of new Set(gold.map((span) => span.document))) {
    const wanted = mergeSpans(gold.filter((span) => span.document === document));
    const met = mergeSpans(
      chunks.filter(
        (chunk) =>
          chunk.document === document &&
          wanted.some(({ start, end }) => chunk.start <= end && start <= chunk.end),
      ),
    );
    const [inGold, inChunks] = [coveredLength(wanted), coveredLength(met)];
    const inBoth = coveredLength(mergeSpans([...wanted, ...met]));
    shared += inGold + inChunks - inBoth;
    below += inBoth;
  }
  return shared / below;
}
