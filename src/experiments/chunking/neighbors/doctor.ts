import {
  compareValues,
  leftOpen,
  openCheck,
  type CheckBook,
  type DoctorCheck,
} from '../../../analysis/doctor/findings';
import { counted } from '../../../core/stats/words';
import type { BenchmarkStep } from '../../../datasets/corpus';
import type { BenchmarkRun } from '../measure/benchmark';
import type { StoredBenchmark } from '../stored';
import type { ChunkingNeighbors } from './formats';
import { exampleWidths, expandBenchmark, expansionOf, expansionRuns, widthSteps } from './measure';
import { expansionFileNames, mergedRowId, storedBasis } from './stored';
import { isExpandedStrategy } from './widths';

const title = 'Neighbor expansion follows from hits, chunks and runs';

interface NeighborCase {
  stored: StoredBenchmark;
  /** Judged again from the files, without text. */
  run: BenchmarkRun;
  /** The same with its text, tokens counted and BM25 searched again; null without text. */
  measured: BenchmarkRun | null;
  /** `neighbors/<strategy>.json` by strategy. */
  files: ReadonlyMap<string, ChunkingNeighbors>;
  figures: boolean;
}

/** What stands about neighbors: files against the rest of the artifact, and every figure and example from them; with the text, the files too. */
export async function checkNeighbors(
  { stored, run, measured, files, figures }: NeighborCase,
  step?: BenchmarkStep,
): Promise<DoctorCheck> {
  const { summary, questions, rankings, relevant, budgets } = stored;
  const { expansions, bootstrap } = summary;
  const wanted = summary.rows.filter(
    ({ strategy, table }) => table === 'main' && isExpandedStrategy(strategy),
  );
  if (expansions.length + wanted.length + files.size === 0)
    return leftOpen('neighbors', title, 'no row was cut by fixed_size, and other strategies are not widened');
  const check = openCheck('neighbors', title);
  compareValues(
    check,
    { file: 'summary.json', path: ['expansions'] },
    expansions.map(({ row }) => row),
    wanted.map(({ row }) => row),
  );
  let sound = true;
  for (const { strategy } of expansions) {
    const file = files.get(strategy);
    const name = `neighbors/${strategy}.json`;
    if (file) sound = checkShape(check, name, file, stored) && sound;
    else {
      check.add({ file: name, path: '$', found: 'no such file', expected: 'one file for each expansion' });
      sound = false;
    }
  }
  const widths = expansions.reduce((sum, { rows }) => sum + rows.length, 0);
  if (!sound || !figures) return check.close(`${counted(widths, 'width')}; figures were not computed again`);
  if (measured) {
    const again = await expandBenchmark(measured, { draws: 1, widths: [] }, step);
    for (const { strategy, tokens, answerRuns, evidenceRuns } of again.files)
      compareValues(check, { file: `neighbors/${strategy}.json`, path: [] }, pick(files.get(strategy)), {
        tokens,
        answerRuns,
        evidenceRuns,
      });
  }
  for (const [at, expansion] of expansions.entries()) {
    const names = expansionFileNames(expansion);
    const file = files.get(expansion.strategy)!;
    const [ranking, judged] = [rankings.get(expansion.row), relevant.get(expansion.strategy)];
    if (!ranking || !judged) continue;
    const basis = storedBasis(file, ranking, judged);
    const runs = await expansionRuns(expansion.row, basis, expansion.rows, step);
    const held = budgets.get(summary.rows.find(({ row }) => row === expansion.row)!.retriever);
    if (held)
      compareValues(
        check,
        { file: `budgets/${held.retriever}.json`, path: ['widths'] },
        held.widths.filter(({ row }) => runs.some((one) => one.row === row)),
        runs.map(widthSteps),
      );
    const again = expansionOf(expansion, runs, run.clusters, { draws: bootstrap.draws });
    again.rows.forEach((row, index) =>
      compareValues(
        check,
        {
          file: 'summary.json',
          path: ['expansions', at, 'rows', index],
          about: row.row,
          row: mergedRowId(expansion, row),
        },
        expansion.rows[index],
        row,
      ),
    );
    compareValues(
      check,
      { file: 'summary.json', path: ['expansions', at, 'comparisons'] },
      expansion.comparisons,
      again.comparisons,
    );
    const { contexts } = run.strategies.find(({ index }) => index.strategy.id === expansion.strategy)!.index;
    compareValues(
      check,
      { file: names.neighbors, path: ['examples'] },
      file.examples,
      exampleWidths(
        basis,
        runs,
        questions.questions.map(({ id }) => id),
        contexts,
      ),
    );
  }
  return check.close(
    `${counted(widths, 'width')} with means, intervals, comparisons and an example each${measured ? '; tokens of every chunk and the runs that hold an answer, from the text' : ''}`,
  );
}

const pick = (file: ChunkingNeighbors | undefined) =>
  file && { tokens: file.tokens, answerRuns: file.answerRuns, evidenceRuns: file.evidenceRuns };

/** Whether the file speaks of the chunks and questions that are there; only then it can be followed. */
function checkShape(
  check: CheckBook,
  file: string,
  { strategy, tokens, answerRuns, evidenceRuns }: ChunkingNeighbors,
  { summary, questions: { questions } }: StoredBenchmark,
): boolean {
  let sound = true;
  const add = (path: string, found: string, expected: string, about?: string): void => {
    sound = false;
    check.add({ file, path, found, expected, ...(about !== undefined && { about }) });
  };
  const offsets = summary.strategies.find(({ id }) => id === strategy)?.contextOffsets ?? [];
  const inDocuments = offsets.slice(1).map((end, document) => end - offsets[document]!);
  check.looked(inDocuments.length + 2 * questions.length);
  if (tokens.length !== inDocuments.length)
    add('$.tokens', `${tokens.length} lists`, `${inDocuments.length}, one a document`);
  inDocuments.forEach((chunks, document) => {
    if (tokens[document] && tokens[document].length !== chunks)
      add(`$.tokens[${document}]`, `${tokens[document].length} counts`, `${chunks}, one a chunk`);
  });
  for (const [name, lists] of [
    ['answerRuns', answerRuns],
    ['evidenceRuns', evidenceRuns],
  ] as const) {
    if (lists.length !== questions.length)
      add(`$.${name}`, `${lists.length} lists`, `${questions.length}, one a question`);
    lists.forEach((runs, q) =>
      runs.forEach(([first, last], place) => {
        const document = offsets.findLastIndex((offset) => offset <= first);
        if (!(first >= 0 && first < last && last < (offsets[document + 1] ?? 0)))
          add(
            `$.${name}[${q}][${place}]`,
            `${first} to ${last}`,
            'two or more adjacent chunks of one document',
            questions[q]?.id,
          );
      }),
    );
  }
  return sound;
}
