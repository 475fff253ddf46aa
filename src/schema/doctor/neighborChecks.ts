import { clustersOf } from '../../core/experiments/chunking/corpus';
import { expansionComparisons, expansionFigures, type ExpansionRun } from '../../core/experiments/neighborExpansion/figures';
import { expansionOutcomes } from '../../core/experiments/neighborExpansion/outcomes';
import type { NeighborChunks, NeighborHits, NeighborQuestions, NeighborRun, NeighborSummary } from '../neighborExpansion';
import { neighborRunFile, neighborRunOf, storedBasis } from '../neighborExpansionFiles';
import { checkGold, checkIds, checkScores, checkSpans } from './commonChecks';
import type { DecodedFiles } from './examine';
import { compareValues, leftOpen, openCheck, type DoctorCheck } from './findings';

/** The checks of a neighbor expansion: spans and hits, outcomes of every width, figures. */
export async function* neighborChecks(files: DecodedFiles, { figures }: { figures: boolean }): AsyncGenerator<DoctorCheck> {
  const summary = files.get('summary.json') as NeighborSummary | undefined;
  const questions = files.get('questions.json') as NeighborQuestions | undefined;
  const chunks = files.get('chunks.json') as NeighborChunks | undefined;
  const hits = files.get('hits.json') as NeighborHits | undefined;
  if (!summary) return;
  if (!questions || !chunks || !hits) return yield leftOpen('contents', 'Contents can be followed', 'questions.json, chunks.json or hits.json is missing');
  const { documents } = summary.corpus;
  const total = chunks.documents.reduce((sum, { tokens }) => sum + tokens.length, 0);

  const ids = openCheck('coverage', 'Every question and row is there once');
  checkIds(ids, 'questions.json', '$.questions', questions.questions.map(({ id }) => id));
  checkIds(ids, 'summary.json', '$.corpus.documents', documents.map(({ id }) => id));
  checkIds(ids, 'summary.json', '$.rows', summary.rows.map(({ row }) => row));
  const n = questions.questions.length;
  const counts: [string, string, number][] = [
    ['summary.json', '$.corpus.questions', summary.corpus.questions],
    ['hits.json', '$.chunks', hits.chunks.length],
    ['hits.json', '$.scores', hits.scores.length],
    ['hits.json', '$.answerRank', hits.answerRank.length],
    ...summary.rows.map(({ n }, index): [string, string, number] => ['summary.json', `$.rows[${index}].n`, n]),
  ];
  for (const [file, path, found] of counts) if (found !== n) ids.add({ file, path, found: String(found), expected: `${n} questions` });

  const offsets = openCheck('offsets', 'Offsets lie in their documents, in order');
  chunks.documents.forEach(({ spans, tokens }, document) => {
    checkSpans(offsets, { file: 'chunks.json', path: `$.documents[${document}].spans` }, spans, documents[document]?.utf16Length ?? 0);
    if (tokens.length * 2 !== spans.length) offsets.add({ file: 'chunks.json', path: `$.documents[${document}].tokens`, found: `${tokens.length} counts`, expected: `${spans.length / 2}, one a chunk` });
  });
  const gold = checkGold(offsets, questions.questions, documents);

  const order = openCheck('order', 'Scores fall with rank, every hit once');
  const ties = checkScores(order, 'hits.json', { lists: hits.chunks, listsPath: '$.chunks', scores: hits.scores, total, depth: hits.depth, nameOf: (q) => questions.questions[q]?.id ?? String(q) });

  const checks = [ids.close(`${n} questions, ${documents.length} documents, ${summary.rows.length} rows`), offsets.close(`${total} chunks and ${gold} gold spans, in UTF-16 code units`), order.close(`${hits.chunks.length} rankings; ${ties} neighbors tie exactly`)];
  yield* checks;
  // What refers to nothing cannot be followed; what is merely wrong can.
  if (!figures || checks.some(({ id, outcome }) => id !== 'order' && outcome === 'fails')) return;

  const basis = storedBasis(chunks, questions, hits);
  const outcomes = openCheck('outcomes', 'Outcomes follow from hits and chunks');
  const runs = summary.rows.map(({ neighborPrev, neighborNext }): ExpansionRun => ({ neighborPrev, neighborNext, outcomes: expansionOutcomes(basis, { neighborPrev, neighborNext }) }));
  for (const run of runs) {
    const file = neighborRunFile(run);
    const stored = files.get(file) as NeighborRun | undefined;
    if (stored) compareValues(outcomes, { file, path: [] }, stored, neighborRunOf(run));
    else outcomes.add({ file, path: '$', found: 'no such file', expected: 'one file for every row' });
  }
  yield outcomes.close(`${runs.length} widths of ${n} questions`);
  const clusters = clustersOf({
    documents: [],
    questions: questions.questions.map(({ id, document, families, gold }) => ({ id, text: '', document, answers: [], gold, families })),
    groupings: summary.groupings.map(({ id, label }) => ({ id, label })),
    cluster: summary.bootstrap.cluster,
  });
  const { draws } = summary.bootstrap;
  const again = openCheck('figures', 'Figures follow from the outcomes');
  expansionFigures(runs, clusters, { draws }).forEach((row, index) => compareValues(again, { file: 'summary.json', path: ['rows', index], about: `±${row.row}` }, summary.rows[index], row));
  compareValues(again, { file: 'summary.json', path: ['comparisons'] }, summary.comparisons, expansionComparisons(runs, clusters, { draws }));
  yield again.close(`${runs.length} rows with means and intervals (${draws} draws), ${summary.comparisons.length} comparisons`);
}
