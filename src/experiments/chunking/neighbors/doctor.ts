import { counted } from '../../../core/stats/words';
import { clustersOf, type BenchmarkCorpus } from '../../../datasets/corpus';
import type { StrategyIndex } from '../measure/strategyIndex';
import { relevantRuns } from './answerRuns';
import { expansionComparisons, expansionFigures, type ExpansionRun } from './figures';
import { expansionOutcomes } from './outcomes';
import type {
  NeighborChunks,
  NeighborHits,
  NeighborQuestions,
  NeighborRun,
  NeighborSummary,
} from './formats';
import { neighborRunFile, neighborRunOf, storedBasis } from './files';
import type { ChunkingTexts } from '../formats';
import type { CorpusTexts } from '../../../analysis/doctor/options';
import {
  checkFamilies,
  checkGold,
  checkIds,
  checkScores,
  checkSpans,
} from '../../../analysis/doctor/commonChecks';
import type { ContentOptions, DecodedFiles } from '../../../analysis/doctor/options';
import {
  compareValues,
  leftOpen,
  openCheck,
  type CheckBook,
  type DoctorCheck,
} from '../../../analysis/doctor/findings';
import { coveringChunks, indexOf, neighborTextChecks } from './doctorTexts';

/** The checks of a neighbor expansion: spans and hits, outcomes of every width, figures. */
export async function* neighborChecks(
  files: DecodedFiles,
  { figures, texts, ...options }: ContentOptions,
): AsyncGenerator<DoctorCheck> {
  const summary = files.get('summary.json') as NeighborSummary | undefined;
  const questions = files.get('questions.json') as NeighborQuestions | undefined;
  const chunks = files.get('chunks.json') as NeighborChunks | undefined;
  const hits = files.get('hits.json') as NeighborHits | undefined;
  if (!summary) return;
  if (!questions || !chunks || !hits)
    return yield leftOpen(
      'contents',
      'Contents can be followed',
      'questions.json, chunks.json or hits.json is missing',
    );
  const { documents } = summary.corpus;
  const total = chunks.documents.reduce((sum, { tokens }) => sum + tokens.length, 0);

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
    '$.corpus.documents',
    documents.map(({ id }) => id),
  );
  checkIds(
    ids,
    'summary.json',
    '$.rows',
    summary.rows.map(({ row }) => row),
  );
  const n = questions.questions.length;
  const counts: [string, string, number][] = [
    ['summary.json', '$.corpus.questions', summary.corpus.questions],
    ['hits.json', '$.chunks', hits.chunks.length],
    ['hits.json', '$.scores', hits.scores.length],
    ['hits.json', '$.answerRank', hits.answerRank.length],
    ...summary.rows.map(({ n }, index): [string, string, number] => [
      'summary.json',
      `$.rows[${index}].n`,
      n,
    ]),
  ];
  checkFamilies(ids, summary.groupings, questions.questions);
  ids.looked(counts.length);
  for (const [file, path, found] of counts)
    if (found !== n) ids.add({ file, path, found: String(found), expected: `${n} questions` });

  const offsets = openCheck('offsets', 'Offsets lie in their documents, in order');
  chunks.documents.forEach(({ spans, tokens }, document) => {
    checkSpans(
      offsets,
      { file: 'chunks.json', path: `$.documents[${document}].spans` },
      spans,
      documents[document]?.utf16Length ?? 0,
    );
    if (tokens.length * 2 !== spans.length)
      offsets.add({
        file: 'chunks.json',
        path: `$.documents[${document}].tokens`,
        found: `${tokens.length} counts`,
        expected: `${spans.length / 2}, one a chunk`,
      });
  });
  checkApart(offsets, chunks, summary.strategy.label);
  const gold = checkGold(offsets, questions.questions, documents);

  const order = openCheck('order', 'Scores fall with rank, every hit once');
  const ties = checkScores(order, 'hits.json', {
    lists: hits.chunks,
    listsPath: '$.chunks',
    scores: hits.scores,
    total,
    depth: hits.depth,
    nameOf: (q) => questions.questions[q]?.id ?? String(q),
  });

  const checks = [
    ids.close(
      `${counted(n, 'question')}, ${counted(documents.length, 'document')}, ${counted(summary.rows.length, 'row')}`,
    ),
    offsets.close(`${counted(total, 'chunk')} and ${counted(gold, 'gold span')}, in UTF-16 code units`),
    order.close(
      `${counted(hits.chunks.length, 'ranking')}; ${counted(ties, 'pair')} of adjacent ranks with equal scores`,
    ),
  ];
  yield* checks;
  // What refers to nothing cannot be followed; what is merely wrong can.
  if (checks.some(({ id, outcome }) => id !== 'order' && outcome === 'fails')) return;
  const corpus = corpusOf(summary, questions);
  const index = indexOf(summary, chunks);
  yield checkRuns(corpus, index, questions, hits);
  const text = texts ?? includedTexts(files, questions);
  if (text)
    yield* neighborTextChecks(
      { summary, questions, chunks, hits },
      { corpus, index, figures, texts: text },
      options,
    );
  else
    yield leftOpen(
      'text',
      'Offsets, answers, hits and token counts follow from the text',
      'the text is not in the artifact; once it is loaded, this is checked too',
    );
  if (!figures) return;

  const basis = storedBasis(chunks, questions, hits);
  const outcomes = openCheck('outcomes', 'Outcomes follow from hits and chunks');
  const runs = summary.rows.map(({ neighborPrev, neighborNext }): ExpansionRun => ({
    neighborPrev,
    neighborNext,
    outcomes: expansionOutcomes(basis, { neighborPrev, neighborNext }),
  }));
  for (const run of runs) {
    const file = neighborRunFile(run);
    const stored = files.get(file) as NeighborRun | undefined;
    await options.step?.(`expanding: ±${run.neighborPrev}/${run.neighborNext}`, 0, 1);
    if (stored) compareValues(outcomes, { file, path: [] }, stored, neighborRunOf(run));
    else outcomes.add({ file, path: '$', found: 'no such file', expected: 'one file for every row' });
  }
  yield outcomes.close(`${counted(runs.length, 'width')} of ${counted(n, 'question')}`);
  const clusters = clustersOf(corpus);
  const { draws } = summary.bootstrap;
  const again = openCheck('figures', 'Figures follow from the outcomes');
  expansionFigures(runs, clusters, { draws }).forEach((row, index) =>
    compareValues(
      again,
      { file: 'summary.json', path: ['rows', index], about: `±${row.row}`, row: row.row },
      summary.rows[index],
      row,
    ),
  );
  compareValues(
    again,
    { file: 'summary.json', path: ['comparisons'] },
    summary.comparisons,
    expansionComparisons(runs, clusters, { draws }),
  );
  yield again.close(
    `${counted(runs.length, 'row')} with means and intervals (${counted(draws, 'draw')}), ${counted(summary.comparisons.length, 'comparison')}`,
  );
}

/** The corpus that an expansion was measured on, as far as its files know it. */
function corpusOf(summary: NeighborSummary, { questions }: NeighborQuestions): BenchmarkCorpus {
  return {
    documents: summary.corpus.documents.map(({ id, title }) => ({ id, title, text: '' })),
    questions: questions.map(({ id, text = '', document, answers = [], gold, families }) => ({
      id,
      text,
      document,
      answers,
      gold,
      families,
    })),
    groupings: summary.groupings.map(({ id, label }) => ({ id, label })),
    cluster: summary.bootstrap.cluster,
  };
}

function includedTexts(files: DecodedFiles, { questions }: NeighborQuestions): CorpusTexts | null {
  const texts = files.get('texts.json') as ChunkingTexts | undefined;
  return texts
    ? {
        documents: texts.documents.map(({ text }) => text),
        questions: questions.map(({ text = '', answers = [] }) => ({ text, answers })),
      }
    : null;
}

/** Fixed-size chunks that begin before the one before them has ended: neighbors would hand over text twice. */
function checkApart(check: CheckBook, { documents }: NeighborChunks, about: string): void {
  documents.forEach(({ spans }, document) => {
    for (let i = 2; i < spans.length; i += 2) {
      check.looked(1);
      if (spans[i]! < spans[i - 1]!)
        check.add({
          file: 'chunks.json',
          path: `$.documents[${document}].spans[${i}]`,
          found: `a start at ${spans[i]}`,
          expected: `${spans[i - 1]} or later: chunks that are expanded do not overlap`,
          about,
        });
    }
  });
}

/** What follows from spans and hits without the text: runs that hold the gold spans, and the first rank of an answer. */
function checkRuns(
  corpus: BenchmarkCorpus,
  index: StrategyIndex,
  { questions }: NeighborQuestions,
  hits: NeighborHits,
): DoctorCheck {
  const check = openCheck('runs', 'Runs of chunks and first ranks follow from spans and hits');
  const none = questions.map(() => Int32Array.of());
  const again = relevantRuns(
    corpus,
    index,
    { answers: questions.map(() => []), places: questions.map(() => []), inCorpus: [] },
    { answer: none, evidence: questions.map(({ gold }) => coveringChunks(index, gold)) },
  );
  questions.forEach(({ id: about, evidenceRuns, answerRuns }, q) => {
    compareValues(
      check,
      { file: 'questions.json', path: ['questions', q, 'evidenceRuns'], about },
      evidenceRuns,
      again.evidence[q],
    );
    answerRuns.forEach(([first, last], run) => {
      check.looked(2);
      const [from, to] = [index.chunks[first], index.chunks[last]];
      if (!from || !to || first > last || from.document !== to.document)
        check.add({
          file: 'questions.json',
          path: `$.questions[${q}].answerRuns[${run}]`,
          found: `${first} to ${last}`,
          expected: 'adjacent chunks of one document, the first first',
          about,
        });
    });
    const own = new Set(answerRuns.flatMap(([first, last]) => (first === last ? [first] : [])));
    const rank = hits.chunks[q]!.findIndex((chunk) => own.has(chunk)) + 1;
    const stored = hits.answerRank[q]!;
    check.looked(1);
    // Past the stored depth the ranking is not in the file.
    if (stored > hits.depth ? rank !== 0 : stored !== rank)
      check.add({
        file: 'hits.json',
        path: `$.answerRank[${q}]`,
        found: String(stored),
        expected: rank === 0 ? `0, or a rank past ${hits.depth}` : String(rank),
        about,
      });
  });
  return check.close(`${counted(questions.length, 'question')}`);
}
