import { counted } from '../../core/stats/words';
import { importedFigures, importedVerdicts, type ImportedRow } from './measure/figures';
import { decidingLength, firstRelevant } from './measure/outcomes';
import type { ImportedJudgments, ImportedQuestions, ImportedRankings, ImportedSummary } from './formats';
import {
  importedClusters,
  importedHeadline,
  importedJudgmentsFile,
  importedRankingsFile,
  outcomeLists,
  storedGrades,
  storedOutcomes,
} from './files';
import { checkIds } from '../../analysis/doctor/commonChecks';
import type { DecodedFiles } from '../../analysis/doctor/options';
import { compareValues, leftOpen, openCheck, type DoctorCheck } from '../../analysis/doctor/findings';

/** The checks of an imported run: ids and counts, the order of results, figures and verdicts. */
export async function* importedChecks(
  files: DecodedFiles,
  { figures }: { figures: boolean },
): AsyncGenerator<DoctorCheck> {
  const summary = files.get('summary.json') as ImportedSummary | undefined;
  const questions = files.get('questions.json') as ImportedQuestions | undefined;
  if (!summary) return;
  const judgments = summary.judgments.map(
    (_, place) => files.get(importedJudgmentsFile(place)) as ImportedJudgments | undefined,
  );
  const rankings = summary.rows.map(
    (_, place) => files.get(importedRankingsFile(place)) as ImportedRankings | undefined,
  );
  if (!questions || judgments.includes(undefined) || rankings.includes(undefined))
    return yield leftOpen(
      'contents',
      'Contents can be followed',
      'questions.json or a file of judgments or rankings is missing',
    );
  const n = questions.questions.length;

  const ids = openCheck('coverage', 'Every question and row is there once');
  checkIds(
    ids,
    'questions.json',
    '$.questions',
    questions.questions.map(({ id }) => id),
  );
  checkIds(
    ids,
    'summary.json',
    '$.rows',
    summary.rows.map(({ row }) => row),
  );
  if (summary.questions !== n)
    ids.add({
      file: 'summary.json',
      path: '$.questions',
      found: String(summary.questions),
      expected: String(n),
    });
  const lengths = (file: string, lists: Readonly<Record<string, readonly unknown[]>>) => {
    for (const [name, list] of Object.entries(lists))
      if (list.length !== n)
        ids.add({ file, path: `$.${name}`, found: `${list.length} lists`, expected: `${n}, one a question` });
  };
  judgments.forEach(
    (own, place) =>
      own &&
      lengths(importedJudgmentsFile(place), {
        relevant: own.relevant,
        grades: own.grades,
        notRelevant: own.notRelevant,
      }),
  );
  rankings.forEach(
    (own, place) =>
      own &&
      lengths(importedRankingsFile(place), {
        ids: own.ids,
        scores: own.scores,
        returned: own.returned,
        firstRelevantRank: own.firstRelevantRank,
        hits: own.hits,
        reciprocalRank: own.reciprocalRank,
        tied: own.tied,
      }),
  );
  summary.rows.forEach((row, place) => {
    if (!judgments[row.judgments])
      ids.add({
        file: 'summary.json',
        path: `$.rows[${place}].judgments`,
        found: String(row.judgments),
        expected: `a place from 0 to ${judgments.length - 1}`,
      });
  });
  const coverage = ids.close(
    `${counted(n, 'question')}, ${counted(summary.judgments.length, 'set of judgments', 'sets of judgments')}, ${counted(summary.rows.length, 'row')}`,
  );
  yield coverage;
  if (coverage.outcome === 'fails') return;

  const order = openCheck('order', 'Scores fall with rank, every document once');
  let kept = 0;
  rankings.forEach((own, place) => {
    const grades = storedGrades(judgments[summary.rows[place]!.judgments]!);
    own!.ids.forEach((list, question) => {
      const at = (name: string) => ({
        file: importedRankingsFile(place),
        path: `$.${name}[${question}]`,
        about: `question ${questions.questions[question]!.id}`,
      });
      const [scores, returned, first, judged] = [
        own!.scores[question] ?? null,
        own!.returned[question] ?? null,
        own!.firstRelevantRank[question] ?? null,
        grades[question] ?? null,
      ];
      if (list === null || scores === null || returned === null || first === null || judged === null) {
        if ([list, scores, returned, first, judged].some((part) => part !== null))
          order.add({
            ...at('ids'),
            found: 'a ranking or judgments, and not all that belongs to them',
            expected: 'both or neither',
          });
        return;
      }
      kept += list.length;
      if (list.length !== scores.length)
        order.add({
          ...at('scores'),
          found: `${scores.length} scores`,
          expected: `${list.length}, one a document`,
        });
      if (new Set(list).size !== list.length)
        order.add({ ...at('ids'), found: 'a document twice', expected: 'every document once' });
      const results = list.map((id, rank) => ({ id, score: scores[rank] ?? 0 }));
      const wrong = results.findIndex(
        ({ id, score }, rank) =>
          rank > 0 &&
          (score > results[rank - 1]!.score ||
            (score === results[rank - 1]!.score && id > results[rank - 1]!.id)),
      );
      if (wrong > 0)
        order.add({
          ...at('scores'),
          path: `$.scores[${question}][${wrong}]`,
          found: String(results[wrong]!.score),
          expected: `at most ${results[wrong - 1]!.score}, the score before it; equal scores by id, the last first`,
        });
      if (
        returned < list.length ||
        (returned > list.length && list.length < Math.max(summary.keptRanks, decidingLength(results)))
      )
        order.add({
          ...at('returned'),
          found: String(returned),
          expected: `${list.length}, as many as are kept`,
        });
      const found = firstRelevant(results, judged);
      if (found > 0 ? first !== found : first !== 0 && (first <= list.length || first > returned))
        order.add({
          ...at('firstRelevantRank'),
          found: String(first),
          expected: found > 0 ? String(found) : `0, or a rank past ${list.length}`,
        });
    });
  });
  const ordered = order.close(`${counted(kept, 'result')}`);
  yield ordered;
  if (!figures) return;

  const rows = summary.rows.map(({ row, judgments: set, metrics }, place): ImportedRow => ({
    row,
    graded: metrics.gradedNdcgAt10 !== null,
    outcomes: storedOutcomes(rankings[place]!, judgments[set]!),
  }));
  const outcomes = openCheck('outcomes', 'Outcomes follow from the rankings and the judgments');
  rows.forEach(({ row, outcomes: own }, place) => {
    const { hits, reciprocalRank, tied } = rankings[place]!;
    compareValues(
      outcomes,
      { file: importedRankingsFile(place), path: [], about: row },
      { hits, reciprocalRank, tied },
      outcomeLists(own),
    );
  });
  yield outcomes.close(`${counted(rows.length, 'row')} of ${counted(n, 'question')}`);
  const clusters = importedClusters(
    questions.questions.map(({ family }) => family),
    summary.bootstrap.cluster === 'family',
  );
  const { draws, patterns } = summary.bootstrap;
  const again = openCheck('figures', 'Figures follow from the rankings and the judgments');
  if (clusters.names.length !== summary.bootstrap.clusters)
    again.add({
      file: 'summary.json',
      path: '$.bootstrap.clusters',
      found: String(summary.bootstrap.clusters),
      expected: String(clusters.names.length),
    });
  importedFigures(rows, clusters, { draws }).forEach(({ row, n: own, metrics }, place) => {
    const stored = summary.rows[place]!;
    const { outcomes } = rows[place]!;
    const recomputed = {
      n: own,
      tied: outcomes.filter((outcome) => outcome?.tied).length,
      unanswered: rankings[place]!.returned.filter((returned) => returned === 0).length,
      unjudged: rankings[place]!.unjudged.length,
      metrics,
    };
    compareValues(
      again,
      { file: 'summary.json', path: ['rows', place], about: row, row },
      {
        n: stored.n,
        tied: stored.tied,
        unanswered: stored.unanswered,
        unjudged: stored.unjudged,
        metrics: stored.metrics,
      },
      recomputed,
    );
  });
  judgments.forEach((set, place) => {
    const lists = set!.relevant.filter((list) => list !== null);
    const { questions: stored, relevant, withoutRelevant } = summary.judgments[place]!;
    const recomputed = {
      questions: lists.length,
      relevant: lists.flat().length,
      withoutRelevant: lists.filter(({ length }) => length === 0).length,
    };
    compareValues(
      again,
      { file: 'summary.json', path: ['judgments', place] },
      { questions: stored, relevant, withoutRelevant },
      recomputed,
    );
  });
  compareValues(
    again,
    { file: 'summary.json', path: ['headline'] },
    summary.headline,
    importedHeadline(summary),
  );
  const { best, comparisons, tieGroups } = await importedVerdicts(rows, clusters, { draws, patterns });
  compareValues(again, { file: 'summary.json', path: ['best'] }, summary.best, best);
  compareValues(again, { file: 'summary.json', path: ['comparisons'] }, summary.comparisons, comparisons);
  compareValues(again, { file: 'summary.json', path: ['tieGroups'] }, summary.tieGroups, tieGroups);
  yield again.close(
    `${counted(rows.length, 'row')} with means and intervals (${counted(draws, 'draw')}), ${counted(comparisons.length, 'comparison')}, ${counted(tieGroups.length, 'column')} with their ties`,
  );
}
