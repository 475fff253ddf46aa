import { useCallback, useMemo } from 'react';
import type { Span } from '../../../core/units';
import type {
  ChunkingChunks,
  ChunkingQuestions,
  ChunkingSummary,
} from '../../../experiments/chunking/formats';
import { headlineRule } from '../../../experiments/chunking/hitRule';
import { strategyStyle } from '../../charts/colors';
import type { OpenExperiment } from '../openExperiment';
import {
  cutsOf,
  lanesOf,
  letterOf,
  mergeZones,
  spanAtOffset,
  zonesOf,
  type Lane,
  type Target,
  type Zone,
} from './inspectorModel';
import { rowOf, type InspectorSelection, type InspectorValues } from './inspectorParams';
import type { GoldMark, ReaderMarks, ReturnedMark } from './readerMarks';
import { returnedContexts, type ReturnedContext } from './returnedModel';
import { spanAt } from './spansModel';
import { useRankings, useRelevant } from './useRankings';

interface DrawnOf {
  experiment: OpenExperiment;
  summary: ChunkingSummary;
  questions: ChunkingQuestions['questions'];
  /** Chunks of the document. */
  file: ChunkingChunks;
  selection: InspectorSelection;
  values: InspectorValues;
  /** null until it is loaded. */
  text: string | null;
}

/** What is drawn of a document: lanes with their cuts, gold, what was returned, and the zones where lanes disagree around these. */
export function useDrawnDocument(of: DrawnOf) {
  const laned = useLanes(of);
  const found = useReturned(of, laned.lanes);
  const gold = useGold(of);
  const zoned = useZones(of, laned, { ...gold, returned: found.returned, agreed: found.agreed });
  const { lanes, colors, front } = laned;
  const { question, at } = of.selection;
  const { selected } = zoned;
  const { returned } = found;
  const { chosenGold } = gold;
  const cuts = useMemo(() => cutsOf(lanes), [lanes]);
  const marks = useMemo(
    (): ReaderMarks => ({ lanes, colors, front, cuts, gold: gold.gold, returned, selected, at }),
    [lanes, colors, front, cuts, gold.gold, returned, selected, at],
  );
  const focusOffset = at ?? chosenGold[0]?.start ?? returned[front]?.[0]?.start ?? null;
  const focus = useMemo(
    () => (focusOffset === null ? null : { offset: focusOffset, key: `${question}` }),
    [focusOffset, question],
  );
  return { ...laned, ...found, ...gold, ...zoned, marks, focus };
}

/** Every strategy as a lane, those that are shown with their letters, and the one in front. */
function useLanes({ summary, file, selection, values, text }: DrawnOf) {
  const { row } = selection;
  const { utf16Length: length } = summary.corpus.documents[selection.document]!;
  const shownIds = JSON.stringify(selection.strategies);
  const all = useMemo(
    () => lanesOf(file, summary.strategies, length, values.spans, text),
    [file, summary, length, values.spans, text],
  );
  const lanes = useMemo(
    () =>
      (JSON.parse(shownIds) as string[]).map((id, place): Lane => ({
        ...all.find(({ strategy }) => strategy === id)!,
        letter: letterOf(place),
      })),
    [all, shownIds],
  );
  const colors = useMemo(() => lanes.map(({ strategy }) => strategyStyle(strategy).color), [lanes]);
  const front = Math.max(
    0,
    lanes.findIndex(({ strategy }) => strategy === row.strategy),
  );
  return { all, lanes, colors, front };
}

/** Gold spans of the document, by start; those of the chosen question. */
function useGold({ questions, selection: { document, question } }: DrawnOf) {
  const gold = useMemo(
    () =>
      questions
        .flatMap((own, index) =>
          own.gold
            .filter((span) => span.document === document)
            .map(({ start, end }): GoldMark => ({
              start,
              end,
              question: index,
              isChosen: index === question,
            })),
        )
        .sort((a, b) => a.start - b.start),
    [questions, document, question],
  );
  const chosenGold = useMemo(() => gold.filter(({ isChosen }) => isChosen), [gold]);
  return { gold, chosenGold };
}

/** What the shown lanes returned for the chosen question, as far as it has arrived. */
function useReturned({ experiment, summary, selection, values }: DrawnOf, lanes: readonly Lane[]) {
  const { document, question, row } = selection;
  // Lanes first, then the other strategies, which only the table names, and only for a chosen question.
  const rowNames = [
    ...new Set([
      ...lanes.map(({ strategy }) => strategy),
      ...(question === null ? [] : summary.strategies.map(({ id }) => id)),
    ]),
  ].map((strategy) => rowOf(summary, strategy, row.retriever)?.row ?? '');
  const loaded = useRankings(
    experiment,
    rowNames.filter((name) => name !== ''),
  );
  const rankingsOf = useCallback(
    (strategy: string) => loaded.get(rowOf(summary, strategy, row.retriever)?.row ?? ''),
    [loaded, summary, row.retriever],
  );
  const relevant = useRelevant(experiment, question === null ? null : row.strategy);

  const results = useMemo(
    () =>
      question === null
        ? []
        : lanes.map(({ strategy }) =>
            returnedOf(summary, strategy, rankingsOf(strategy), question, values.k),
          ),
    [lanes, question, rankingsOf, summary, values.k],
  );
  const returned = useMemo(
    () =>
      results.map((found, lane) =>
        (found ?? [])
          .filter((context) => context.document === document)
          .map(({ rank, local }): ReturnedMark => ({ rank, ...spanAt(lanes[lane]!.contexts, local) })),
      ),
    [results, document, lanes],
  );
  // Whether the chosen question is hit in every lane or in none.
  const rule = headlineRule(summary);
  const hits = new Set(
    lanes.map(({ strategy }) => {
      const rank = question === null ? 0 : (rankingsOf(strategy)?.[rule].rank[question] ?? 0);
      return rank > 0 && rank <= values.k;
    }),
  );
  return { rankingsOf, relevant, results, returned, agreed: hits.size < 2 };
}

function useZones(
  { summary, selection, values }: DrawnOf,
  { lanes, front }: Pick<ReturnType<typeof useLanes>, 'lanes' | 'front'>,
  {
    gold,
    chosenGold,
    returned,
    agreed,
  }: ReturnType<typeof useGold> & { returned: readonly ReturnedMark[][]; agreed: boolean },
) {
  const { document, question, at } = selection;
  const { utf16Length: length } = summary.corpus.documents[document]!;
  const targets = useMemo(
    (): Target[] => [
      ...(question === null ? gold : chosenGold).map(({ start, end }): Target => ({
        kind: 'gold',
        start,
        end,
      })),
      ...(agreed ? [] : returned.flat()).map(({ start, end }): Target => ({ kind: 'returned', start, end })),
    ],
    [question, gold, chosenGold, returned, agreed],
  );
  const zones = useMemo(() => zonesOf(lanes, targets), [lanes, targets]);
  const selected = useMemo((): Span | null => {
    const index = at === null ? null : spanAtOffset(lanes[front]!.drawn, at);
    return index === null ? null : spanAt(lanes[front]!.drawn, index);
  }, [at, lanes, front]);
  const hiddenAt = values.only && at !== null && !zones.some(({ start, end }) => start <= at && at < end);
  const shownZones = useMemo((): Zone[] | null => {
    if (!values.only) return null;
    return hiddenAt && at !== null
      ? mergeZones([...zones, { ...(selected ?? { start: at, end: Math.min(length, at + 1) }), targets: [] }])
      : zones;
  }, [values.only, hiddenAt, at, zones, selected, length]);
  return { zones, shownZones, selected, hiddenAt };
}

function returnedOf(
  summary: ChunkingSummary,
  strategy: string,
  rankings: ReturnType<ReadonlyMap<string, Parameters<typeof returnedContexts>[0]>['get']>,
  question: number,
  k: number,
): ReturnedContext[] | null {
  if (!rankings) return null;
  return returnedContexts(
    rankings,
    question,
    summary.strategies.find(({ id }) => id === strategy)!.contextOffsets,
    k,
  );
}
