import { counted } from '../../core/stats/words';
import { blendResults, evaluateRankings } from './measure/files';
import { blendHeadline } from './measure/headline';
import { blendBlocks } from './measure/methods';
import type { BlendFixtures, BlendResults, BlendSimilarities, BlendSummary } from './formats';
import { compareValues, leftOpen, openCheck, type DoctorCheck } from '../../analysis/doctor/findings';
import type { ContentOptions, DecodedFiles } from '../../analysis/doctor/options';

/** The checks of a controlled experiment: texts, rankings against dot products, figures against rankings. */
export async function* blendChecks(
  files: DecodedFiles,
  { figures, sha256, parsed }: ContentOptions,
): AsyncGenerator<DoctorCheck> {
  const summary = files.get('summary.json') as BlendSummary | undefined;
  const similarities = files.get('similarities.json') as BlendSimilarities | undefined;
  const results = blendBlocks.map((block) => ({
    block,
    file: `${block}-results.json`,
    value: files.get(`${block}-results.json`) as BlendResults | undefined,
  }));
  yield await checkFixtures(files, summary, { sha256, parsed });
  if (!summary) return;
  yield checkOrder(results);
  yield checkRankings(results, similarities);
  const title = 'Figures follow from the rankings';
  const [context, intent] = results;
  if (!figures) return;
  if (!similarities || !context?.value || !intent?.value)
    return yield leftOpen('figures', title, 'a results file or similarities.json is missing');
  const check = openCheck('figures', title);
  const again = evaluateRankings(
    similarities,
    { context: context.value, intent: intent.value },
    { draws: summary.bootstrap.draws, seed: summary.bootstrap.random.seed },
  );
  summary.rows.forEach((row, index) => {
    const own = again.rows.find((other) => other.row === row.row);
    compareValues(
      check,
      { file: 'summary.json', path: ['rows', index], about: row.label, row: row.row },
      row,
      own,
    );
  });
  for (const part of ['comparisons', 'apart', 'tieGroups', 'selection', 'baseline', 'bootstrap'] as const) {
    if (summary[part] !== undefined)
      compareValues(check, { file: 'summary.json', path: [part] }, summary[part], again[part]);
  }
  compareValues(
    check,
    { file: 'summary.json', path: ['headline'] },
    summary.headline,
    blendHeadline(again, summary.model),
  );
  yield check.close(
    `${counted(again.rows.length, 'row')} with means and intervals (${counted(summary.bootstrap.draws, 'draw')}, seed ${summary.bootstrap.random.seed}), ${counted(summary.comparisons.length, 'comparison')}, the selection, the headline`,
  );
}

async function checkFixtures(
  files: DecodedFiles,
  summary: BlendSummary | undefined,
  { sha256, parsed }: Pick<ContentOptions, 'sha256' | 'parsed'>,
): Promise<DoctorCheck> {
  const check = openCheck('texts', 'Texts hold together');
  let texts = 0;
  for (const block of blendBlocks) {
    const file = `${block}-fixtures.json`;
    const fixtures = files.get(file) as BlendFixtures | undefined;
    if (!fixtures) continue;
    const hash = await sha256(new TextEncoder().encode(JSON.stringify(parsed.get(file))));
    const listed = summary?.corpusHash[block];
    check.looked(1);
    if (listed !== undefined && hash !== null && hash !== listed)
      check.add({
        file: 'summary.json',
        path: `$.corpusHash.${block}`,
        found: listed,
        expected: `${hash}, the SHA-256 of ${file}`,
      });
    const families = new Map(fixtures.families.map((family) => [family.id, family]));
    const records = new Set(fixtures.records.map(({ id }) => id));
    for (const part of ['families', 'records', 'queries'] as const)
      reportTwice(
        check,
        file,
        part,
        fixtures[part].map(({ id }) => id),
      );
    for (const part of ['records', 'queries'] as const) {
      fixtures[part].forEach(({ family, clean, noisy, noise }, index) => {
        texts += 2;
        check.looked(2);
        const path = `$.${part}[${index}]`;
        const focus = families.get(family)?.focus;
        if (focus === undefined)
          return check.add({
            file,
            path: `${path}.family`,
            found: JSON.stringify(family),
            expected: 'the id of a family',
          });
        for (const [name, text] of [
          ['clean', clean],
          ['noisy', noisy],
        ] as const) {
          const times = text.split(focus).length - 1;
          if (times !== 1)
            check.add({
              file,
              path: `${path}.${name}`,
              found: `the focus ${times} times`,
              expected: 'the focus once',
            });
        }
        for (const { sentence } of noise)
          if (!noisy.includes(sentence))
            check.add({
              file,
              path: `${path}.noise`,
              found: 'a noise sentence that the noisy text lacks',
              expected: 'every noise sentence in it',
            });
      });
    }
    fixtures.queries.forEach(({ target }, index) => {
      if (target !== null && !records.has(target))
        check.add({
          file,
          path: `$.queries[${index}].target`,
          found: JSON.stringify(target),
          expected: 'the id of a record',
        });
    });
  }
  return texts === 0
    ? leftOpen('texts', 'Texts hold together', 'no fixtures are included')
    : check.close(
        `${counted(texts, 'text')}: the hash of each block, ids once each, the focus once in each, targets known`,
      );
}

function reportTwice(
  check: ReturnType<typeof openCheck>,
  file: string,
  part: string,
  ids: readonly string[],
): void {
  const seen = new Set<string>();
  ids.forEach((id, index) => {
    if (seen.has(id))
      check.add({
        file,
        path: `$.${part}[${index}].id`,
        found: `${JSON.stringify(id)} again`,
        expected: 'each id once',
      });
    seen.add(id);
  });
}

type Results = readonly {
  block: (typeof blendBlocks)[number];
  file: string;
  value: BlendResults | undefined;
}[];

function checkOrder(results: Results): DoctorCheck {
  const check = openCheck('order', 'Scores fall with rank, every record once');
  let rankings = 0;
  let ties = 0;
  for (const { file, value } of results) {
    value?.rankings.forEach(({ order, scores, method, condition, query }, index) => {
      rankings += 1;
      check.looked(order.length + scores.length);
      const about = `${method}, ${condition}, ${query}`;
      if (order.length !== value.records.length || new Set(order).size !== order.length)
        check.add({
          file,
          path: `$.rankings[${index}].order`,
          found: `${new Set(order).size} different records of ${order.length}`,
          expected: `${value.records.length}, each once`,
          about,
        });
      for (let rank = 1; rank < scores.length; rank++) {
        if (scores[rank]! > scores[rank - 1]!)
          check.add({
            file,
            path: `$.rankings[${index}].scores[${rank}]`,
            found: `${scores[rank]}, above the rank before it`,
            expected: `at most ${scores[rank - 1]}`,
            about,
          });
        if (scores[rank] === scores[rank - 1]) ties += 1;
      }
    });
  }
  return rankings === 0
    ? leftOpen('order', 'Scores fall with rank, every record once', 'no results file is included')
    : check.close(
        `${counted(rankings, 'ranking')}; ${counted(ties, 'pair')} of adjacent ranks with equal scores share their places`,
      );
}

function checkRankings(results: Results, similarities: BlendSimilarities | undefined): DoctorCheck {
  const title = 'Scores follow from the dot products';
  if (!similarities) return leftOpen('scores', title, 'similarities.json is missing');
  const check = openCheck('scores', title);
  let scores = 0;
  for (const { block, file, value } of results) {
    if (!value) continue;
    const again = blendResults(block, similarities[block], similarities.model);
    if (value.rankings.length !== again.rankings.length) {
      check.add({
        file,
        path: '$.rankings',
        found: `${value.rankings.length} rankings`,
        expected: `${again.rankings.length}: every method, condition and query`,
      });
      continue;
    }
    value.rankings.forEach((ranking, index) => {
      scores += ranking.scores.length;
      compareValues(
        check,
        {
          file,
          path: ['rankings', index],
          about: `${ranking.method}, ${ranking.condition}, ${ranking.query}`,
        },
        ranking,
        again.rankings[index],
      );
    });
  }
  return check.close(`${counted(scores, 'score')} and their outcomes computed again from similarities.json`);
}
