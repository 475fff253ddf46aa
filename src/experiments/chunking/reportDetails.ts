import { score } from '../../core/stats/format';
import type {
  ChunkingChunks,
  ChunkingQuestions,
  ChunkingRankings,
  ChunkingRelevant,
  ChunkingRow,
  ChunkingSummary,
  ChunkingTexts,
} from './formats';
import type { Rule } from '../../analysis/compare/hitRule';
import type { ReportFiles } from '../../analysis/report/contents';
import { packFigure, packSpans, type DetailPart } from '../../analysis/report/inspected';

/** First ranks of each row that are kept. */
const keptRanks = 5;

/**
 * What the inspector draws of some rows of a benchmark: the boundaries of the documents,
 * and for each question its gold and each row's first contexts with their scores. null
 * where a file that it needs is not there.
 */
export function chunkingDetails(
  files: ReportFiles,
  rows: readonly ChunkingRow[],
  rule: Rule = 'answer',
): DetailPart | null {
  const summary = files.get('summary.json') as ChunkingSummary | undefined;
  const questions = (files.get('questions.json') as ChunkingQuestions | undefined)?.questions;
  const rankings = rows.map(({ row }) => files.get(`rankings/${row}.json`) as ChunkingRankings | undefined);
  const documents = (summary?.corpus.documents ?? []).map(
    (_, document) => files.get(`chunks/${document}.json`) as ChunkingChunks | undefined,
  );
  if (!summary || !questions || rankings.includes(undefined) || documents.includes(undefined)) return null;
  const relevant = rows.map(
    ({ strategy }) => (files.get(`relevant/${strategy}.json`) as ChunkingRelevant | undefined)?.[rule],
  );
  const strategies = summary.strategies.filter(({ id }) => rows.some(({ strategy }) => strategy === id));
  const places = new Map(questions.map(({ id }, place) => [id, place]));
  const isOpen = summary.corpus.text === 'included';
  const texts = isOpen ? (files.get('texts.json') as ChunkingTexts | undefined)?.documents : undefined;
  return {
    kind: 'chunking',
    base: {
      documents: summary.corpus.documents.map(({ title }) => title),
      lengths: summary.corpus.documents.map(({ utf16Length }) => utf16Length),
      strategies: strategies.map(({ id, label, contextOffsets }) => ({
        label,
        offsets: contextOffsets,
        spans: documents.map((own) => packSpans(own!.strategies[id]?.contexts ?? [])),
      })),
      rows: rows.map(({ label, strategy }) => ({
        label,
        strategy: strategies.findIndex(({ id }) => id === strategy),
      })),
      kept: keptRanks,
    },
    of: (id) => {
      const place = places.get(id);
      if (place === undefined) return null;
      const { document, gold, text, answers } = questions[place]!;
      return {
        d: gold[0]?.document ?? document,
        g: gold.map(({ document, start, end }) => [document, start, end]),
        ...(isOpen && text !== undefined ? { t: text } : {}),
        ...(isOpen && answers ? { a: answers } : {}),
        r: rankings.map((ranking, row) => rankingDetail(ranking!, relevant[row]?.[place], place)),
      };
    },
    textOf: texts ? (document) => texts[document]?.text : null,
  };
}

/** `[mask of the ranks that hold an answer, or null where it is not known; context, score, context, score …]`. */
function rankingDetail(
  { contexts, scores }: ChunkingRankings,
  relevant: readonly number[] | undefined,
  place: number,
): (number | string | null)[] {
  const found = contexts[place]!.slice(0, keptRanks);
  const right = relevant && new Set(relevant);
  const mask = right
    ? found.reduce((bits, context, rank) => bits | (right.has(context) ? 1 << rank : 0), 0)
    : null;
  return [mask, ...found.flatMap((context, rank) => [context, packFigure(score(scores[place]![rank]))])];
}
