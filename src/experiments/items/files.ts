import { importedDraws, importedFigures, importedVerdicts, type ImportedRow } from './measure/figures';
import {
  decidingLength,
  firstRelevant,
  importedOutcome,
  isRelevant,
  type ImportedOutcome,
} from './measure/outcomes';
import type { Clusters } from '../../datasets/corpus';
import { count, interval, score } from '../../core/stats/format';
import { GENERATOR, STATISTICS_SEED } from '../../core/stats/rng';
import { ArtifactError } from '../../artifact/errors';
import type {
  ImportedJudgments,
  ImportedQuestions,
  ImportedRankings,
  ImportedRowFigures,
  ImportedSummary,
} from './formats';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { formatJson } from '../../artifact/jsonFormat';
import { itemsFinding } from './finding';
import { andList } from '../../core/stats/words';
import {
  readFamilies,
  readQrels,
  readRun,
  trecLimits,
  type RankColumn,
  type TrecFile,
  type TrecQrels,
  type TrecRun,
} from './readTrec';

/** What somebody else measured: runs, and the judgments that they are read against. */
export interface GivenTrec {
  runs: readonly TrecFile[];
  /** One for all runs, or one for each in their order. */
  qrels: readonly TrecFile[];
  families?: TrecFile | undefined;
}

export interface ImportOptions {
  /** `imported-` and the beginning of the hash of the judgments unless told. */
  id?: string | undefined;
  title?: string | undefined;
  /** Random draws; as many as `importedDraws` says unless told. */
  random?: { draws: number; patterns: number } | undefined;
  /** SHA-256 in lower-case hex; an empty text where none can be computed. */
  sha256: (bytes: Uint8Array) => string | Promise<string>;
  /** Awaited between steps: the place to show progress and to stop by throwing. */
  step?: ((what: string, done: number, total: number) => void | Promise<void>) | undefined;
}

export type ImportedFile =
  | { name: 'summary.json'; value: ImportedSummary }
  | { name: 'questions.json'; value: ImportedQuestions }
  | { name: `judgments/${number}.json`; value: ImportedJudgments }
  | { name: `rankings/${number}.json`; value: ImportedRankings };

export interface ImportedArtifact {
  summary: ImportedSummary;
  files: ImportedFile[];
  entry: Pick<
    ExperimentEntry,
    'id' | 'kind' | 'title' | 'question' | 'headline' | 'finding' | 'data' | 'badges'
  >;
}

/** Ranks of a question that are kept. The figures look no deeper than ten and what ties with the tenth. */
const keptRanks = 100;

export const importedRankingsFile = (place: number) => `rankings/${place}.json` as const;
export const importedJudgmentsFile = (place: number) => `judgments/${place}.json` as const;

/** Lists that are written with a line for each item. */
const lines: Readonly<Record<string, readonly string[]>> = {
  'questions.json': ['questions'],
  judgments: ['relevant', 'grades', 'notRelevant'],
  rankings: ['ids', 'scores', 'hits'],
};

/** A file as it is written. */
export function importedText({ name, value }: ImportedFile): { name: string; text: string } {
  return { name, text: formatJson(value, lines[name] ?? lines[name.slice(0, name.indexOf('/'))] ?? []) };
}

/**
 * Makes an artifact of somebody else's TREC files. Nothing is guessed: a question that is
 * judged and not in the run is a miss, one that is in the run and not judged is left out,
 * and both are counted. Throws an `ArtifactError` that names the file, and its line.
 */
export async function importTrec(
  given: GivenTrec,
  { id, title, sha256, step, random: drawn }: ImportOptions,
): Promise<ImportedArtifact> {
  checkPairs(given);
  await step?.('reading', 0, given.runs.length);
  const judged: (TrecQrels & { bytes: number; sha256: string })[] = [];
  for (const file of given.qrels)
    judged.push({ ...readQrels(file), bytes: file.bytes.byteLength, sha256: await sha256(file.bytes) });
  const runs: (TrecRun & { bytes: number; sha256: string; judgments: number })[] = [];
  for (const [place, file] of given.runs.entries()) {
    await step?.('reading', place, given.runs.length);
    const own = {
      bytes: file.bytes.byteLength,
      sha256: await sha256(file.bytes),
      judgments: given.qrels.length === 1 ? 0 : place,
    };
    for (const run of readRun(file)) runs.push({ ...run, ...own });
  }
  if (runs.length > trecLimits.rows)
    throw new ArtifactError({
      kind: 'too-large',
      file: runs[trecLimits.rows]!.file,
      found: `${runs.length} runs in all`,
      expected: `at most ${trecLimits.rows}`,
    });
  for (const run of runs) checkOverlap(run, judged[run.judgments]!);

  const ids = [...new Set(judged.flatMap(({ judgments }) => [...judgments.keys()]))];
  const families = given.families && familiesOf(given.families, ids);
  const names = rowNames(runs);
  const rows = runs.map((run, place) => readRow(names[place]!, place, run, judged[run.judgments]!, ids));
  const clusters = importedClusters(
    ids.map((question) => families?.get(question) ?? null),
    families !== undefined,
  );
  const random = drawn ?? importedDraws(clusters.names.length);
  await step?.('intervals', 0, 1);
  const figures = importedFigures(rows, clusters, { draws: random.draws });
  const verdicts = await importedVerdicts(rows, clusters, random, (done, total) =>
    step?.('comparing', done, total),
  );
  const hash = await sha256(
    new TextEncoder().encode(
      JSON.stringify(
        judged.map(({ judgments }) => [...judgments].map(([question, grades]) => [question, [...grades]])),
      ),
    ),
  );

  const label = judged.length === 1 ? judged[0]!.file : `${judged[0]!.file} and ${judged.length - 1} more`;
  const without: Omit<ImportedSummary, 'headline'> = {
    formatVersion: 1,
    kind: 'imported',
    id: id ?? `imported-${hash.slice(0, 8) || 'run'}`,
    title: title ?? (rows.length === 1 ? `Imported run ${names[0]}` : `${rows.length} imported runs`),
    question:
      rows.length === 1
        ? 'How well does this run rank what its judgments call relevant?'
        : 'Which of these runs ranks best what the judgments call relevant?',
    corpus: { name: `judgments ${label}`, hash },
    questions: ids.length,
    keptRanks,
    judgments: judged.map(({ file, bytes, sha256: own, lines, judgments }) => {
      const grades = [...judgments.values()].map((each) => [...each.values()]);
      return {
        file,
        bytes,
        sha256: own,
        lines,
        questions: judgments.size,
        relevant: grades.flat().filter(isRelevant).length,
        withoutRelevant: grades.filter((each) => !each.some(isRelevant)).length,
        highestGrade: grades.flat().reduce((most, grade) => Math.max(most, grade), 0),
      };
    }),
    families: given.families
      ? {
          file: given.families.name,
          bytes: given.families.bytes.byteLength,
          sha256: await sha256(given.families.bytes),
          lines: families!.size,
        }
      : null,
    bootstrap: {
      ...random,
      random: { seed: STATISTICS_SEED, generator: GENERATOR },
      cluster: families ? 'family' : 'question',
      clusters: clusters.names.length,
    },
    rows: rows.map(({ row, rankings, outcomes }, place): ImportedRowFigures => {
      const run = runs[place]!;
      const { n, metrics } = figures[place]!;
      return {
        row,
        tag: run.tag,
        run: { file: run.file, bytes: run.bytes, sha256: run.sha256, lines: run.lines },
        judgments: run.judgments,
        n,
        unanswered: ids.filter(
          (question) => judged[run.judgments]!.judgments.has(question) && !run.results.has(question),
        ).length,
        unjudged: rankings.unjudged.length,
        tied: outcomes.filter((outcome) => outcome?.tied).length,
        metrics,
      };
    }),
    ...verdicts,
    notices: noticesOf(runs),
  };
  const summary: ImportedSummary = { ...without, headline: importedHeadline(without) };
  return {
    summary,
    files: [
      { name: 'summary.json', value: summary },
      {
        name: 'questions.json',
        value: {
          formatVersion: 1,
          kind: 'imported-questions',
          questions: ids.map((question) => ({ id: question, family: families?.get(question) ?? null })),
        },
      },
      ...judged.map(({ judgments }, place): ImportedFile => ({
        name: importedJudgmentsFile(place),
        value: judgmentsFile(place, judgments, ids),
      })),
      ...rows.map(({ rankings }, place): ImportedFile => ({
        name: importedRankingsFile(place),
        value: rankings,
      })),
    ],
    entry: {
      id: summary.id,
      kind: 'imported',
      title: summary.title,
      question: summary.question,
      headline: summary.headline,
      finding: itemsFinding(summary),
      data: `${count(ids.length)} judged ${ids.length === 1 ? 'question' : 'questions'} of ${label}`,
      badges: [
        {
          label: 'imported',
          title: 'Made from TREC files of another program: no text, no offsets and no token counts are known',
        },
        { label: rows.length === 1 ? '1 run' : `${rows.length} runs`, title: names.join(', ') },
        {
          label: `${count(clusters.names.length)} ${families ? 'families' : 'questions'}`,
          title: importedIntervals(summary),
        },
      ],
    },
  };
}

/** What the intervals rest on, in a sentence. */
export function importedIntervals({
  bootstrap: { draws, cluster, clusters },
}: Pick<ImportedSummary, 'bootstrap'>): string {
  return cluster === 'question'
    ? `Intervals: ${count(draws)} bootstrap draws over single questions (${count(clusters)}), since no families are known; questions that resemble each other make them too narrow`
    : `Intervals: ${count(draws)} bootstrap draws over ${count(clusters)} families`;
}

/** The clusters that are drawn: families where they are known, else each question by itself. */
export function importedClusters(families: readonly (string | null)[], known: boolean): Clusters {
  if (!known)
    return {
      names: families.map((_, question) => String(question)),
      of: Int32Array.from(families, (_, question) => question),
    };
  const places = new Map<string | null, number>();
  const of = Int32Array.from(families, (family) => {
    const place = places.get(family) ?? places.size;
    places.set(family, place);
    return place;
  });
  return { names: [...places.keys()].map((family) => family ?? ''), of };
}

/** Grades of each question of a set, from its file; null for a question that it does not hold. */
export function storedGrades({
  relevant,
  grades,
  notRelevant,
}: ImportedJudgments): (Map<string, number> | null)[] {
  return relevant.map((own, question) => {
    const [given, others] = [grades[question], notRelevant[question]];
    return own && given && others
      ? new Map([
          ...own.map((id, place) => [id, given[place] ?? 1] as const),
          ...others.map((id) => [id, 0] as const),
        ])
      : null;
  });
}

/** Outcomes of a row from its files; null for a question that is not judged. */
export function storedOutcomes(
  { ids, scores }: ImportedRankings,
  judgments: ImportedJudgments,
): (ImportedOutcome | null)[] {
  const grades = storedGrades(judgments);
  return ids.map((own, question) => {
    const [given, judged] = [scores[question], grades[question]];
    return own && given && judged
      ? importedOutcome(
          own.map((id, rank) => ({ id, score: given[rank] ?? 0 })),
          judged,
        )
      : null;
  });
}

/** Who leads and how sure that is, in one or two sentences. */
export function importedHeadline({ rows, best, bootstrap }: Omit<ImportedSummary, 'headline'>): string {
  const [only] = rows;
  const shown = ({ row, metrics: { ndcgAt10 } }: ImportedRowFigures): string =>
    `${row}: nDCG@10 ${score(ndcgAt10.value)}${ndcgAt10.interval ? ` ${interval(ndcgAt10.interval[0], ndcgAt10.interval[1], score)}` : ''}`;
  const over = `over ${bootstrap.cluster === 'question' ? 'single questions' : `${count(bootstrap.clusters)} families`}`;
  if (only && rows.length === 1) return `${shown(only)}, ${over}; n = ${count(only.n)}.`;
  const leader = rows.find(({ row }) => row === best?.row);
  if (!leader || !best)
    return 'The runs were judged on different questions, so their means cannot be ordered.';
  const beaten = rows.length - 1 - best.notSeparatedFrom.length;
  const rest =
    best.notSeparatedFrom.length === 0
      ? 'The data separate it from every other run.'
      : `The data cannot separate it from ${best.notSeparatedFrom.length > 3 ? `${count(best.notSeparatedFrom.length)} others` : andList(best.notSeparatedFrom)}${beaten > 0 ? `; they do separate it from ${count(beaten)} ${beaten === 1 ? 'other' : 'others'}` : ''}.`;
  return `Highest is ${shown(leader)}, ${over}; n = ${count(leader.n)}. ${rest}`;
}

function checkPairs({ runs, qrels }: GivenTrec): void {
  const names = (files: readonly TrecFile[]) =>
    andList(files.slice(0, 3).map(({ name }) => name)) +
    (files.length > 3 ? ` and ${files.length - 3} more` : '');
  if (runs.length === 0)
    throw new ArtifactError({
      kind: 'wrong-kind',
      file: qrels.length > 0 ? names(qrels) : 'what was given',
      found: qrels.length > 0 ? 'judgments and no run' : 'no file',
      expected: 'a TREC run with its judgments: question, Q0, document, rank, score and tag on each line',
    });
  if (qrels.length === 0)
    throw new ArtifactError({
      kind: 'wrong-kind',
      file: names(runs),
      found: 'a run and no judgments',
      expected: 'its judgments (qrels) with it: question, iteration, document and relevance on each line',
    });
  if (qrels.length !== 1 && qrels.length !== runs.length)
    throw new ArtifactError({
      kind: 'apart',
      file: names(qrels),
      found: `${qrels.length} files of judgments for ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`,
      expected: `one for all runs, or one for each`,
    });
}

/** A run and judgments that share no question are not a pair; every figure would be an empty 0. */
function checkOverlap({ file, results }: TrecRun, { file: judgmentFile, judgments }: TrecQrels): void {
  if ([...results.keys()].some((question) => judgments.has(question))) return;
  const first = (keys: Iterable<string>): string => JSON.stringify([...keys][0]!.slice(0, 60));
  throw new ArtifactError({
    kind: 'apart',
    file,
    found: `${count(results.size)} questions such as ${first(results.keys())}, none of which ${judgmentFile} judges`,
    expected: `questions such as ${first(judgments.keys())}`,
  });
}

function familiesOf(file: TrecFile, ids: readonly string[]): Map<string, string> {
  const families = readFamilies(file);
  const missing = ids.filter((question) => !families.has(question));
  if (missing.length > 0)
    throw new ArtifactError({
      kind: 'invalid',
      file: file.name,
      found: `no family for ${count(missing.length)} judged ${missing.length === 1 ? 'question' : 'questions'}, the first of them ${JSON.stringify(missing[0]!.slice(0, 60))}`,
      expected: 'one for every judged question',
    });
  return families;
}

/** Rows are called by their file, with the tag where a file has several; a number keeps equal names apart. */
function rowNames(runs: readonly TrecRun[]): string[] {
  const tags = new Map<string, Set<string>>();
  for (const { file, tag } of runs) tags.set(file, (tags.get(file) ?? new Set()).add(tag));
  const used = new Set<string>();
  return runs.map(({ file, tag }) => {
    const base = file.replace(/\.(run|res|txt|trec|tsv)$/i, '') || file;
    const name = tags.get(file)!.size > 1 ? `${base}: ${tag}` : base;
    let free = name;
    for (let next = 2; used.has(free); next++) free = `${name} (${next})`;
    used.add(free);
    return free;
  });
}

function readRow(
  row: string,
  place: number,
  { results }: TrecRun,
  { judgments, file: _ }: TrecQrels,
  ids: readonly string[],
): ImportedRow & { rankings: ImportedRankings } {
  const judgedIds = ids.map((question) => judgments.get(question) ?? null);
  const kept = ids.map((question, at) => {
    if (!judgedIds[at]) return null;
    const own = results.get(question) ?? [];
    return own.slice(0, Math.max(decidingLength(own), Math.min(keptRanks, own.length)));
  });
  const outcomes = kept.map((own, at) => own && importedOutcome(own, judgedIds[at]!));
  return {
    row,
    graded: [...judgments.values()].some((grades) => [...grades.values()].some((grade) => grade > 1)),
    outcomes,
    rankings: {
      formatVersion: 1,
      kind: 'imported-rankings',
      place,
      row,
      ids: kept.map((own) => own && own.map(({ id }) => id)),
      scores: kept.map((own) => own && own.map(({ score: value }) => value)),
      returned: ids.map((question, at) => (judgedIds[at] ? (results.get(question)?.length ?? 0) : null)),
      firstRelevantRank: judgedIds.map(
        (judged, at) => judged && firstRelevant(results.get(ids[at]!) ?? [], judged),
      ),
      ...outcomeLists(outcomes),
      unjudged: [...results.keys()].filter((question) => !judgments.has(question)),
    },
  };
}

/** What views show of each question, so that none of them has to work it out of long rankings. */
export function outcomeLists(
  outcomes: readonly (ImportedOutcome | null)[],
): Pick<ImportedRankings, 'hits' | 'reciprocalRank' | 'tied'> {
  return {
    hits: outcomes.map(
      (outcome) => outcome && [outcome.hitAt[1], outcome.hitAt[3], outcome.hitAt[5], outcome.hitAt[10]],
    ),
    reciprocalRank: outcomes.map((outcome) => outcome && outcome.mrrAt10),
    tied: outcomes.map((outcome) => outcome && outcome.tied),
  };
}

function judgmentsFile(
  place: number,
  judgments: TrecQrels['judgments'],
  ids: readonly string[],
): ImportedJudgments {
  const own = ids.map((question) => [...(judgments.get(question) ?? [])]);
  const listed = <T>(pick: (judged: [string, number][]) => T[]): (T[] | null)[] =>
    ids.map((question, at) => (judgments.has(question) ? pick(own[at]!) : null));
  return {
    formatVersion: 1,
    kind: 'imported-judgments',
    place,
    relevant: listed((judged) => judged.flatMap(([id, grade]) => (isRelevant(grade) ? [id] : []))),
    grades: listed((judged) => judged.flatMap(([, grade]) => (isRelevant(grade) ? [grade] : []))),
    notRelevant: listed((judged) => judged.flatMap(([id, grade]) => (isRelevant(grade) ? [] : [id]))),
  };
}

function noticesOf(runs: readonly TrecRun[]): string[] {
  const files = [...new Set(runs.map(({ file }) => file))];
  const several = files.flatMap((file) => {
    const tags = runs.filter((run) => run.file === file).length;
    return tags > 1 ? [`${file} holds ${tags} tags in column 6; each is a row.`] : [];
  });
  const inQuestions = ({ questions, question }: RankColumn): string =>
    questions === 1
      ? `in question ${JSON.stringify(question)}`
      : `in ${count(questions)} questions, the first of them ${JSON.stringify(question)},`;
  return [
    ...several,
    ...runs.flatMap(({ file, contradicting, unsorted }) => [
      ...(contradicting
        ? [
            `${file}: ${inQuestions(contradicting)} the rank column puts a lower score before a higher one. The order here is that of the scores, as in trec_eval.`,
          ]
        : []),
      ...(unsorted
        ? [
            `${file}: ${inQuestions(unsorted)} the ranks do not ascend from line to line. The order of the lines decides nothing.`,
          ]
        : []),
    ]),
  ];
}
