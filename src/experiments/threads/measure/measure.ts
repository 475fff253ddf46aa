import type { Tokenizer } from '../../../core/chunking/tokens';
import { expectedHitAt, expectedReciprocalRank, type TieCounts } from '../../../core/metrics/ties';
import { groupDefaults } from '../../../core/retrieval/groups';
import { BOOTSTRAP_DRAWS } from '../../../core/stats/bootstrap';
import { GENERATOR, STATISTICS_SEED } from '../../../core/stats/rng';
import { DRAWN_PATTERNS } from '../../../core/stats/signFlip';
import { rounded } from '../../../core/stats/stored';
import { topKCosine } from '../../../core/vectors/search';
import type { EmbeddingModel } from '../../../artifact/common';
import type { StepOf } from '../../../datasets/corpus';
import type { ThreadsCorpus } from '../../../datasets/threads/threads';
import type {
  ThreadsFacts,
  ThreadsMessages,
  ThreadsProbe,
  ThreadsSettings,
  ThreadsSummary,
  ThreadsSweepCell,
  ThreadsThread,
} from '../formats';
import { factFigures, factVerdicts, searchFigures } from './figures';
import { threadsHeadline } from './headline';
import { indexThread, wholeTurns, type IndexedThread } from './indexes';
import { messageSearchIds, methodRow, threadRows } from './rows';
import {
  askedMessage,
  messageOutcomes,
  searchFact,
  searchMessage,
  storedVectors,
  type AskedMessage,
  type VectorOf,
} from './search';

/** What a reader may change. */
export interface ThreadsSetup {
  /** Piece sizes; the first is that of the figures, all are in the sweep. */
  pieceBytes: readonly number[];
  focusWeight: number;
  limit: number;
  threshold: number;
  floor: number;
}

/** The floor is 0.75 on the scale (1 + cosine) / 2. */
export const threadsDefaults: ThreadsSetup = {
  pieceBytes: [1200],
  focusWeight: 0.8,
  ...groupDefaults,
  floor: 0.5,
};

/** Places and least cosines that the sweep tries. */
export const sweepLimits = [1, 2, 3, 5, 8, 10] as const;
export const sweepThresholds = [0, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7] as const;

export type ThreadsWork = 'indexing' | 'searching' | 'intervals';
export type ThreadsStep = StepOf<ThreadsWork>;

/** Threads cut into both indexes, and messages into parts: all that is known before anything is embedded. */
export interface PreparedThreads {
  corpus: ThreadsCorpus;
  setup: ThreadsSetup;
  tokenizer: string;
  /** By piece size, as in the setup. */
  indexed: readonly (readonly IndexedThread[])[];
  asked: readonly AskedMessage[];
}

export async function prepareThreads(
  corpus: ThreadsCorpus,
  setup: ThreadsSetup,
  tokenizer: Tokenizer,
  step?: ThreadsStep,
): Promise<PreparedThreads> {
  const indexed: IndexedThread[][] = [];
  for (const [size, pieceBytes] of setup.pieceBytes.entries()) {
    const own: IndexedThread[] = [];
    for (const [done, thread] of corpus.threads.entries()) {
      await step?.(
        { kind: 'indexing' },
        size * corpus.threads.length + done,
        setup.pieceBytes.length * corpus.threads.length,
      );
      own.push(indexThread(thread, { pieceBytes, tokenizer }));
    }
    indexed.push(own);
  }
  return {
    corpus,
    setup,
    tokenizer: tokenizer.name,
    indexed,
    asked: corpus.mixed.map(({ text }) => askedMessage(text)),
  };
}

/** Every distinct text that has to be embedded: what is searched first, then what is searched for. */
export function threadTexts({ corpus, indexed, asked }: PreparedThreads): string[] {
  const [first = [], ...others] = indexed;
  const texts = [
    ...first.flatMap(({ chunks, pieces, turnTexts }) => [
      ...pieces.flatMap(({ labelled, bare }) => [labelled, bare]),
      ...chunks.filter(({ hasVector }) => hasVector).map(({ text }) => text),
      ...turnTexts,
    ]),
    // Other sizes are tried with the method alone.
    ...others.flatMap((own) => own.flatMap(({ pieces }) => pieces.map(({ labelled }) => labelled))),
    ...corpus.facts.map(({ text }) => text),
    ...asked.flatMap(({ parts, whole }) => [...parts.map(({ text }) => text), whole]),
  ];
  return [...new Set(texts)];
}

export interface ThreadsDescription {
  id: string;
  title: string;
  question: string;
  corpusHash: string;
  model: EmbeddingModel;
  notices: readonly string[];
}

/** The files of a threads experiment, in memory. */
export interface ThreadsFiles {
  summary: ThreadsSummary;
  facts: ThreadsFacts;
  messages: ThreadsMessages;
  threads: ThreadsThread[];
}

const hitsOf = (found: readonly { index: number; score: number }[]) => ({
  order: found.map(({ index }) => index),
  scores: found.map(({ score }) => rounded(score)),
});

/** Searches both indexes of every thread for its facts and messages, and makes the files of the experiment. */
export async function measureThreads(
  prepared: PreparedThreads,
  vectorOf: VectorOf,
  description: ThreadsDescription,
  step?: ThreadsStep,
): Promise<ThreadsFiles> {
  const { corpus, setup, indexed, asked } = prepared;
  const { facts, mixed, threads } = corpus;
  const [main = []] = indexed;
  const rows = threadRows.map(({ row }) => ({
    row,
    hit: new Array<number>(facts.length).fill(0),
    reciprocalRank: new Array<number>(facts.length).fill(0),
    rank: new Array<number | null>(facts.length).fill(null),
    rightScore: new Array<number | null>(facts.length).fill(null),
    topScore: new Array<number>(facts.length).fill(0),
  }));
  const searches = messageSearchIds.map((search) => ({
    search,
    covered: mixed.map((): boolean[] => []),
    starved: mixed.map(() => 0),
    attached: mixed.map(() => 0),
    tokens: mixed.map(() => 0),
  }));
  const stored: ThreadsThread[] = [];
  for (const [position, thread] of threads.entries()) {
    await step?.({ kind: 'searching' }, position, threads.length);
    const index = main[position]!;
    const own = [...facts.keys()].filter((fact) => facts[fact]!.thread === position);
    const messages = [...mixed.keys()].filter((message) => mixed[message]!.thread === position);
    const found: ThreadsThread['found'] = [];
    const perRow = threadRows.map((row, at) => {
      const vectors = storedVectors(index, row, setup.focusWeight, vectorOf);
      const outcomes = own.map((fact) =>
        searchFact(vectorOf(facts[fact]!.text), facts[fact]!.turns, vectors),
      );
      outcomes.forEach((outcome, place) => {
        const fact = own[place]!;
        const into = rows[at]!;
        into.hit[fact] = rounded(outcome.hit);
        into.reciprocalRank[fact] = rounded(outcome.reciprocalRank);
        into.rank[fact] = outcome.rank;
        into.rightScore[fact] = rounded(outcome.rightScore);
        into.topScore[fact] = rounded(outcome.topScore);
      });
      if (row.row === methodRow)
        for (const message of messages) {
          const hits = searchMessage(asked[message]!, vectors.vectors, setup, vectorOf);
          const outcome = messageOutcomes(hits, mixed[message]!.subjects, index.pieces);
          for (const into of searches) {
            const { covered, starved, attached, tokens } = outcome[into.search];
            into.covered[message] = covered;
            into.starved[message] = starved;
            into.attached[message] = attached;
            into.tokens[message] = tokens;
          }
          found.push({
            whole: hitsOf(hits.whole),
            list: { ...hitsOf(hits.list), parts: hits.list.map(({ part }) => part) },
            groups: hits.groups.map(hitsOf),
          });
        }
      return {
        row: row.row,
        facts: outcomes.map(({ order, scores }) => ({
          order,
          scores: scores.map((score) => rounded(score)),
        })),
      };
    });
    stored.push({
      formatVersion: 1,
      kind: 'threads-thread',
      thread: position,
      turns: thread.turns.map(({ number, time, sources }) => ({
        number,
        time: time instanceof Date ? time.toISOString() : (time ?? null),
        sources: sources.map((source) => ({ ...source })),
      })),
      chunks: index.chunks.map(({ first, last, tokens, hasVector }) => ({ first, last, tokens, hasVector })),
      pieces: index.pieces.map(({ turn, source, start, end, label, bytes, tokens }) => ({
        turn,
        source,
        start,
        end,
        label,
        bytes,
        tokens,
      })),
      facts: own,
      rows: perRow,
      messages,
      found,
    });
  }
  const factsFile: ThreadsFacts = {
    formatVersion: 1,
    kind: 'threads-facts',
    facts: facts.map(({ turns, ...fact }) => ({ ...fact, turns: [...turns] })),
    rows,
  };
  const messagesFile: ThreadsMessages = {
    formatVersion: 1,
    kind: 'threads-messages',
    messages: mixed.map(({ id, thread, text, subjects }, message) => ({
      id,
      thread,
      text,
      subjects: subjects.map(({ turns, ...subject }) => ({ ...subject, turns: [...turns] })),
      parts: asked[message]!.parts.map(({ start, end }) => ({ start, end })),
    })),
    searches,
  };
  await step?.({ kind: 'intervals' }, 0, 1);
  const summary = await summaryOf(prepared, description, factsFile, messagesFile, {
    sweep: sweepOf(prepared, vectorOf),
    probes: probesOf(prepared, factsFile),
  });
  return { summary, facts: factsFile, messages: messagesFile, threads: stored };
}

/** Languages of threads in the order in which they first come. */
const languagesOf = ({ threads }: ThreadsCorpus): string[] => [
  ...new Set(threads.flatMap(({ language }) => language ?? [])),
];

async function summaryOf(
  { corpus, setup, tokenizer, indexed }: PreparedThreads,
  { id, title, question, corpusHash, model, notices }: ThreadsDescription,
  facts: ThreadsFacts,
  messages: ThreadsMessages,
  made: Pick<ThreadsSummary, 'sweep' | 'probes'>,
): Promise<ThreadsSummary> {
  const { threads } = corpus;
  const [main = []] = indexed;
  const settings = settingsOf(setup);
  const figures = factFigures(facts, settings.floor);
  const languages = languagesOf(corpus);
  const apart =
    languages.length < 2
      ? []
      : languages.map((language) => ({
          language,
          threads: threads.filter((thread) => thread.language === language).length,
          n: facts.facts.filter(({ thread }) => threads[thread]!.language === language).length,
          metrics: factFigures(facts, settings.floor, {}, (thread) => threads[thread]!.language === language),
        }));
  const { comparisons, tieGroups } = factVerdicts(facts, settings.floor);
  const searched = searchFigures(messages);
  const chunks = main.flatMap((index) => index.chunks);
  const pieces = main.reduce((sum, index) => sum + index.pieces.length, 0);
  const summary: ThreadsSummary = {
    formatVersion: 1,
    kind: 'threads',
    id,
    title,
    question,
    headline: '',
    corpus: { name: corpus.name, hash: corpusHash },
    tokenizer,
    model,
    settings,
    threads: threads.map(({ id: name, title: called, language, turns }, position) => ({
      id: name,
      title: called,
      language,
      turns: turns.length,
      chunks: main[position]!.chunks.length,
      pieces: main[position]!.pieces.length,
      facts: facts.facts.filter(({ thread }) => thread === position).length,
      messages: messages.messages.filter(({ thread }) => thread === position).length,
    })),
    facts: facts.facts.length,
    bootstrap: {
      draws: BOOTSTRAP_DRAWS,
      patterns: DRAWN_PATTERNS,
      random: { seed: STATISTICS_SEED, generator: GENERATOR },
      cluster: 'thread',
      clusters: new Set(facts.facts.map(({ thread }) => thread)).size,
    },
    rows: threadRows.map((row, position) => ({
      ...row,
      vectors: row.unit === 'turns' ? chunks.filter(({ hasVector }) => hasVector).length : pieces,
      withoutVector: row.unit === 'turns' ? chunks.filter(({ hasVector }) => !hasVector).length : 0,
      n: facts.facts.length,
      metrics: figures[position]!,
      languages: apart.map(({ language, threads: own, n, metrics }) => ({
        language,
        threads: own,
        n,
        metrics: metrics[position]!,
      })),
    })),
    chance: chanceOf(corpus, main),
    comparisons,
    tieGroups,
    probes: made.probes,
    searches: searched.searches,
    searchComparisons: searched.comparisons,
    sweep: made.sweep,
    notices: [...notices],
  };
  return { ...summary, headline: threadsHeadline(summary) };
}

const settingsOf = ({ pieceBytes, ...setup }: ThreadsSetup): ThreadsSettings => ({
  pieceBytes: pieceBytes[0]!,
  ...setup,
  wholeTurns: { ...wholeTurns },
});

/** What pieces in a random order would give. */
function chanceOf({ facts }: ThreadsCorpus, main: readonly IndexedThread[]): ThreadsSummary['chance'] {
  const blind = facts.map(({ thread, turns }): TieCounts => {
    const { pieces } = main[thread]!;
    const right = pieces.filter(({ turn }) => turns.includes(turn)).length;
    return { above: 0, relevantAbove: 0, tied: pieces.length, relevantTied: right, totalRelevant: right };
  });
  const meanOf = (value: (ties: TieCounts) => number): number | null =>
    blind.length === 0 ? null : rounded(blind.reduce((sum, ties) => sum + value(ties), 0) / blind.length);
  return {
    topRight: meanOf((ties) => expectedHitAt(1, ties)),
    reciprocalRank: meanOf((ties) => expectedReciprocalRank(Infinity, ties)),
  };
}

function probesOf({ corpus: { facts }, indexed }: PreparedThreads, { rows }: ThreadsFacts): ThreadsProbe[] {
  const of = (row: string) => rows.find((known) => known.row === row)!;
  return [...facts.keys()]
    .filter((fact) => facts[fact]!.probe)
    .map((fact) => {
      const { thread, turns } = facts[fact]!;
      const { chunks, pieces } = indexed[0]![thread]!;
      const whole = chunks.find(({ first, last }) => turns.some((turn) => turn >= first && turn <= last));
      return {
        fact,
        thread,
        rank: of(methodRow).rank[fact]!,
        of: pieces.length,
        cosine: of(methodRow).rightScore[fact]!,
        whole: of('whole-turns').rightScore[fact]!,
        wholeTokens: whole?.tokens ?? 0,
      };
    });
}

/** How many facts every piece size, number of places and threshold finds with the method, and what that returns. */
function sweepOf(
  { corpus: { facts, threads }, indexed, setup }: PreparedThreads,
  vectorOf: VectorOf,
): ThreadsSweepCell[] {
  const method = threadRows.find(({ row }) => row === methodRow)!;
  const most = Math.max(...sweepLimits);
  return setup.pieceBytes.flatMap((pieceBytes, size) => {
    const found = threads.flatMap((_, position) => {
      const index = indexed[size]![position]!;
      const { vectors } = storedVectors(index, method, setup.focusWeight, vectorOf);
      return facts
        .filter(({ thread }) => thread === position)
        .map(({ text, turns }) =>
          topKCosine(vectorOf(text), vectors, most).map(({ index: piece, score }) => ({
            score,
            tokens: index.pieces[piece]!.tokens,
            isRight: turns.includes(index.pieces[piece]!.turn),
          })),
        );
    });
    return sweepLimits.flatMap((limit) =>
      sweepThresholds.map((threshold): ThreadsSweepCell => {
        const returned = found.map((hits) => hits.slice(0, limit).filter(({ score }) => score >= threshold));
        const mean = (of: (hits: (typeof returned)[number]) => number) =>
          facts.length === 0 ? 0 : rounded(returned.reduce((sum, hits) => sum + of(hits), 0) / facts.length);
        return {
          pieceBytes,
          limit,
          threshold,
          found: mean((hits) => Number(hits.some(({ isRight }) => isRight))),
          tokens: mean((hits) => hits.reduce((sum, { tokens }) => sum + tokens, 0)),
        };
      }),
    );
  });
}
