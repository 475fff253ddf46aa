import { packFigure, packSpans, type DetailPart } from '../../../analysis/report/inspected';
import type { ReportFiles } from '../../../analysis/report/contents';
import { score } from '../../../core/stats/format';
import type { ChunkingTexts } from '../formats';
import { runsOf, type ExpansionData } from './expansionTrees';
import type { NeighborRow } from './formats';
import { widthLabel } from './widths';

/** Hits that the inspector shows: a miss is one of five. */
const keptHits = 5;

/** What the inspector draws of some widths: all chunks, and each question's first hits. Trees follow from these. */
export function neighborDetails(
  data: ExpansionData,
  files: ReportFiles,
  rows: readonly NeighborRow[],
): DetailPart {
  const { summary, questions, chunks, basis, places, expansion } = data;
  const at = new Map(questions.map(({ id }, place) => [id, place]));
  const reach = Math.max(
    0,
    ...rows.flatMap(({ neighborPrev, neighborNext }) => [neighborPrev, neighborNext]),
  );
  const isOpen = summary.corpus.text === 'included';
  const texts = isOpen ? (files.get('texts.json') as ChunkingTexts | undefined) : undefined;
  return {
    kind: 'neighbor',
    base: {
      documents: summary.corpus.documents.map(({ title }) => title),
      spans: chunks.map(({ strategies }) => packSpans(strategies[expansion.strategy]?.contexts ?? [])),
      tokens: basis.chunks.map((own) => own.map(({ tokens }) => tokens)),
      rows: rows.map((row) => ({
        label: widthLabel(row),
        prev: row.neighborPrev,
        next: row.neighborNext,
      })),
      kept: keptHits,
    },
    of: (id) => {
      const place = at.get(id);
      if (place === undefined) return null;
      const { document, gold, text, answers } = questions[place]!;
      const found = basis.hits[place]!.slice(0, keptHits);
      const near = (first: number, last: number): boolean =>
        found.some(
          ({ index }) =>
            places[index]?.document === places[first]?.document &&
            first <= index + reach &&
            last >= index - reach,
        );
      return {
        d: gold[0]?.document ?? document,
        g: gold.map(({ document, start, end }) => [document, start, end]),
        ...(isOpen && text !== undefined ? { t: text } : {}),
        ...(isOpen && answers ? { a: answers } : {}),
        h: found.flatMap((hit) => [hit.index, packFigure(score(hit.score))]),
        w: runsOf(data, place)
          .filter(([first, last]) => near(first, last))
          .flat(),
      };
    },
    textOf: texts ? (document) => texts.documents[document]?.text : null,
  };
}
