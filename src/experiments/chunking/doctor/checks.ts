import { firstRanking } from '../scorecard';
import { counted } from '../../../core/stats/words';
import type { BenchmarkRun } from '../measure/benchmark';
import {
  retrievers,
  type ChunkingBudgets,
  type ChunkingChunks,
  type ChunkingQuestions,
  type ChunkingRankings,
  type ChunkingRelevant,
  type ChunkingSummary,
  type ChunkingSwitches,
  type ChunkingTexts,
} from '../formats';
import { checkNeighbors } from '../neighbors/doctor';
import type { ChunkingNeighbors } from '../neighbors/formats';
import { storedRun, type StoredBenchmark } from '../stored';
import type { ChunkingAbstention } from '../abstention/formats';
import { checkAbstention } from './abstention';
import { checkBudgets } from './budgets';
import { checkFigures } from './figures';
import { checkLayout } from './layout';
import { measuredRun, type MeasuredRun } from './measured';
import { checkSwitches } from './switches';
import {
  checkFamilies,
  checkGold,
  checkIds,
  checkScores,
  checkSpans,
} from '../../../analysis/doctor/commonChecks';
import { textChecks } from './texts';
import type { ContentOptions, CorpusTexts, DecodedFiles } from '../../../analysis/doctor/options';
import { leftOpen, openCheck, type DoctorCheck } from '../../../analysis/doctor/findings';

/** The checks of a chunking benchmark: who is there, spans, rankings, relevance, figures, and its text where there is one. */
export async function* chunkingChecks(
  files: DecodedFiles,
  { figures, step, sha256, tokenizer, texts }: ContentOptions,
): AsyncGenerator<DoctorCheck> {
  const summary = files.get('summary.json') as ChunkingSummary | undefined;
  const questions = files.get('questions.json') as ChunkingQuestions | undefined;
  if (!summary) return;
  if (!questions)
    return yield leftOpen(
      'coverage',
      'Every question, document and row is there once',
      'questions.json is missing',
    );
  const chunks = summary.corpus.documents.map(
    (_, place) => files.get(`chunks/${place}.json`) as ChunkingChunks | undefined,
  );
  const rankings = found<ChunkingRankings>(
    files,
    'rankings',
    summary.rows.map(({ row }) => row),
  );
  const relevant = found<ChunkingRelevant>(
    files,
    'relevant',
    summary.strategies.map(({ id }) => id),
  );
  const first = [
    checkCoverage(summary, questions, chunks, rankings, relevant),
    checkOffsets(summary, questions, chunks),
    checkOrder(summary, questions, rankings),
    checkRelevant(summary, questions, relevant),
  ];
  yield* first;
  // What refers to nothing cannot be followed; what is merely wrong can.
  if (first.some(({ id, outcome }) => id !== 'order' && outcome === 'fails'))
    return yield leftOpen('figures', 'Figures follow from the rankings', 'what they rest on does not hold');
  const stored: StoredBenchmark = {
    summary,
    questions,
    chunks: chunks as ChunkingChunks[],
    rankings,
    relevant,
    budgets: found<ChunkingBudgets>(files, 'budgets', retrievers),
  };
  yield checkLayout(stored);
  await step?.({ kind: 'judging' }, 0, 1);
  const run = storedRun(stored);
  yield checkFound(stored, run);
  yield checkFusion(stored);
  const text = texts ?? includedTexts(files, questions);
  let measured: MeasuredRun | null = null;
  if (text) {
    const checks = await textChecks(stored, run, text, { sha256, tokenizer, step });
    yield* checks;
    // Lengths that do not agree leave nothing to measure.
    if (figures && checks.length > 1) {
      const again = await measuredRun(stored, run, text, { tokenizer, step });
      measured = again.run;
      yield again.check;
    }
  } else
    yield leftOpen(
      'text',
      `Offsets, answers, scores by ${firstRanking(summary)} and token counts follow from the text`,
      'the text is not in the artifact; once it is loaded, this is checked too',
    );
  yield checkBudgets(stored, measured);
  const switches = files.get('switches.json') as ChunkingSwitches | undefined;
  if (switches) yield await checkSwitches(stored, run, switches, measured, step);
  if (figures) yield await checkFigures(stored, run, measured, step);
  const neighbors = found<ChunkingNeighbors>(
    files,
    'neighbors',
    summary.strategies.map(({ id }) => id),
  );
  yield await checkNeighbors({ stored, run, measured, files: neighbors, figures }, step);
  if (summary.abstention)
    yield checkAbstention(stored, run, files.get('abstention.json') as ChunkingAbstention | undefined);
}

function found<T>(files: DecodedFiles, folder: string, names: readonly string[]): Map<string, T> {
  return new Map(
    names.flatMap((name) =>
      files.has(`${folder}/${name}.json`) ? [[name, files.get(`${folder}/${name}.json`) as T] as const] : [],
    ),
  );
}

function includedTexts(files: DecodedFiles, { questions }: ChunkingQuestions): CorpusTexts | null {
  const texts = files.get('texts.json') as ChunkingTexts | undefined;
  return texts
    ? {
        documents: texts.documents.map(({ text }) => text),
        questions: questions.map(({ text = '', answers = [] }) => ({ text, answers })),
      }
    : null;
}

type Chunks = readonly (ChunkingChunks | undefined)[];
type Rankings = ReadonlyMap<string, ChunkingRankings>;
type Relevant = ReadonlyMap<string, ChunkingRelevant>;

function checkCoverage(
  summary: ChunkingSummary,
  { questions }: ChunkingQuestions,
  chunks: Chunks,
  rankings: Rankings,
  relevant: Relevant,
): DoctorCheck {
  const check = openCheck('coverage', 'Every question, document and row is there once');
  const n = questions.length;
  checkIds(
    check,
    'questions.json',
    '$.questions',
    questions.map(({ id }) => id),
  );
  checkIds(
    check,
    'summary.json',
    '$.corpus.documents',
    summary.corpus.documents.map(({ id }) => id),
  );
  checkIds(
    check,
    'summary.json',
    '$.rows',
    summary.rows.map(({ row }) => row),
  );
  checkIds(
    check,
    'summary.json',
    '$.strategies',
    summary.strategies.map(({ id }) => id),
  );
  const expect = (file: string, path: string, value: number, wanted: number, what: string) => {
    check.looked(1);
    if (value !== wanted) check.add({ file, path, found: String(value), expected: `${wanted} ${what}` });
  };
  expect(
    'summary.json',
    '$.corpus.questions',
    summary.corpus.questions,
    n,
    'questions, as in questions.json',
  );
  checkFamilies(check, summary.groupings, questions);
  chunks.forEach((file, place) => {
    if (!file)
      check.add({
        file: `chunks/${place}.json`,
        path: '$',
        found: 'no such file',
        expected: 'one file a document',
      });
    else if (file.document !== place)
      check.add({
        file: `chunks/${place}.json`,
        path: '$.document',
        found: String(file.document),
        expected: String(place),
      });
  });
  summary.rows.forEach(({ row, n: counted, strategy }, index) => {
    expect('summary.json', `$.rows[${index}].n`, counted, n, 'questions: the denominator is fixed');
    const file = `rankings/${row}.json`;
    const own = rankings.get(row);
    if (!own) return check.add({ file, path: '$', found: 'no such file', expected: 'one file a row' });
    if (own.row !== row)
      check.add({ file, path: '$.row', found: JSON.stringify(own.row), expected: JSON.stringify(row) });
    if (own.strategy !== strategy)
      check.add({
        file,
        path: '$.strategy',
        found: JSON.stringify(own.strategy),
        expected: JSON.stringify(strategy),
      });
    for (const [path, list] of [
      ['contexts', own.contexts],
      ['scores', own.scores],
      ['tokensToHit', own.tokensToHit],
      ['loss', own.loss],
      ['answer.rank', own.answer.rank],
      ['evidence.rank', own.evidence.rank],
    ] as const) {
      expect(file, `$.${path}`, list.length, n, 'questions');
    }
  });
  for (const { id } of summary.strategies) {
    const own = relevant.get(id);
    if (!own)
      check.add({
        file: `relevant/${id}.json`,
        path: '$',
        found: 'no such file',
        expected: 'one file a strategy',
      });
    else
      for (const rule of ['answer', 'evidence'] as const)
        expect(`relevant/${id}.json`, `$.${rule}`, own[rule].length, n, 'questions');
  }
  return check.close(
    `${counted(n, 'question')}, ${counted(summary.corpus.documents.length, 'document')}, ${counted(summary.rows.length, 'row')}`,
  );
}

function checkOffsets(
  summary: ChunkingSummary,
  { questions }: ChunkingQuestions,
  chunks: Chunks,
): DoctorCheck {
  const check = openCheck(
    'offsets',
    'Offsets lie in their documents, in order, and contexts are numbered without gaps',
  );
  const { documents } = summary.corpus;
  let spans = 0;
  let gaps = 0;
  summary.strategies.forEach(({ id, contextOffsets }, index) => {
    let total = 0;
    chunks.forEach((file, place) => {
      if (!file) return;
      const path = `$.strategies[${JSON.stringify(id)}]`;
      const own = file.strategies[id];
      const name = `chunks/${place}.json`;
      if (!own)
        return check.add({ file: name, path, found: 'nothing', expected: 'the chunks of every strategy' });
      const length = documents[place]!.utf16Length;
      checkSpans(check, { file: name, path: `${path}.indexed` }, own.indexed, length);
      checkSpans(check, { file: name, path: `${path}.contexts` }, own.contexts, length);
      const contexts = own.contexts.length / 2;
      if (own.contextOf.length !== own.indexed.length / 2)
        check.add({
          file: name,
          path: `${path}.contextOf`,
          found: `${own.contextOf.length} numbers`,
          expected: `${own.indexed.length / 2}, one a chunk`,
        });
      own.contextOf.forEach((context, chunk) => {
        if (!Number.isInteger(context) || context < 0 || context >= contexts)
          check.add({
            file: name,
            path: `${path}.contextOf[${chunk}]`,
            found: String(context),
            expected: `a number from 0 to ${contexts - 1}`,
          });
      });
      if (contextOffsets[place] !== total)
        check.add({
          file: 'summary.json',
          path: `$.strategies[${index}].contextOffsets[${place}]`,
          found: String(contextOffsets[place]),
          expected: `${total}, the contexts before ${documents[place]!.id}`,
        });
      total += contexts;
      spans += own.indexed.length / 2;
      let reached = 0;
      for (let i = 0; i < own.indexed.length; i += 2) {
        if (own.indexed[i]! > reached) gaps += 1;
        reached = Math.max(reached, own.indexed[i + 1]!);
      }
    });
    if (chunks.every(Boolean) && contextOffsets.at(-1) !== total)
      check.add({
        file: 'summary.json',
        path: `$.strategies[${index}].contextOffsets`,
        found: String(contextOffsets.at(-1)),
        expected: `${total} contexts in all`,
      });
  });
  const gold = checkGold(check, questions, documents);
  return check.close(
    `${counted(spans, 'chunk')} and ${counted(gold, 'gold span')}, in UTF-16 code units; ${counted(gaps, 'gap')} between chunks, where only white space may stand`,
  );
}

function checkOrder(
  summary: ChunkingSummary,
  { questions }: ChunkingQuestions,
  rankings: Rankings,
): DoctorCheck {
  const check = openCheck('order', 'Scores fall with rank, every context once');
  let ties = 0;
  let lists = 0;
  for (const { row, strategy } of summary.rows) {
    const own = rankings.get(row);
    if (!own) continue;
    const total = summary.strategies.find(({ id }) => id === strategy)?.contextOffsets.at(-1) ?? 0;
    ties += checkScores(check, `rankings/${row}.json`, {
      lists: own.contexts,
      listsPath: '$.contexts',
      scores: own.scores,
      total,
      depth: own.depth,
      nameOf: (q) => questions[q]?.id ?? String(q),
    });
    lists += own.contexts.length;
  }
  return check.close(
    `${counted(lists, 'ranking')}; ${counted(ties, 'pair')} of adjacent ranks with equal stored scores`,
  );
}

function checkRelevant(
  summary: ChunkingSummary,
  { questions }: ChunkingQuestions,
  relevant: Relevant,
): DoctorCheck {
  const check = openCheck('relevant', 'Relevant contexts exist, each once, in order');
  let contexts = 0;
  for (const { id, contextOffsets } of summary.strategies) {
    const total = contextOffsets.at(-1) ?? 0;
    for (const rule of ['answer', 'evidence'] as const) {
      relevant.get(id)?.[rule].forEach((list, q) => {
        contexts += list.length;
        check.looked(list.length);
        list.forEach((context, place) => {
          const fault = {
            file: `relevant/${id}.json`,
            path: `$.${rule}[${q}][${place}]`,
            found: String(context),
            about: questions[q]?.id ?? String(q),
          };
          if (!Number.isInteger(context) || context < 0 || context >= total)
            check.add({ ...fault, expected: `a number from 0 to ${total - 1}` });
          else if (place > 0 && context <= list[place - 1]!)
            check.add({ ...fault, expected: `more than ${list[place - 1]}: ascending, none twice` });
        });
      });
    }
  }
  return check.close(`${counted(contexts, 'judged context')}`);
}

/** First relevant ranks, their contexts and scores, the losses, and the evidence rule, against rankings and spans. */
function checkFound(
  { questions: { questions }, rankings, relevant }: StoredBenchmark,
  { rows, strategies }: BenchmarkRun,
): DoctorCheck {
  const check = openCheck(
    'found',
    'First relevant ranks, losses and the evidence rule follow from rankings and spans',
  );
  let outcomes = 0;
  for (const { row, outcomes: again, depth } of rows) {
    const file = `rankings/${row}.json`;
    const stored = rankings.get(row)!;
    again.forEach((outcome, q) => {
      outcomes += 1;
      check.looked(7);
      const about = questions[q]!.id;
      for (const rule of ['answer', 'evidence'] as const) {
        const [rank, context, score] = [
          stored[rule].rank[q]!,
          stored[rule].context[q]!,
          stored[rule].score[q] ?? null,
        ];
        // Past the stored depth the ranking is not in the file.
        if (rank > depth ? outcome[rule].rank !== 0 : rank !== outcome[rule].rank)
          check.add({
            file,
            path: `$.${rule}.rank[${q}]`,
            found: String(rank),
            expected: String(outcome[rule].rank),
            about,
          });
        else if (rank > 0 && rank <= depth) {
          if (context !== outcome[rule].context)
            check.add({
              file,
              path: `$.${rule}.context[${q}]`,
              found: String(context),
              expected: String(outcome[rule].context),
              about,
            });
          const listed = stored.scores[q]![rank - 1]!;
          if (score === null || Math.abs(score - listed) > 1e-9)
            check.add({
              file,
              path: `$.scores[${q}][${rank - 1}]`,
              found: String(listed),
              expected: `${score ?? 'null'}, as $.${rule}.score[${q}] says`,
              about,
            });
        }
      }
      if (stored.loss[q] !== outcome.loss)
        check.add({
          file,
          path: `$.loss[${q}]`,
          found: String(stored.loss[q]),
          expected: String(outcome.loss),
          about,
        });
    });
  }
  for (const { index } of strategies) {
    const { id } = index.strategy;
    const stored = relevant.get(id)!;
    questions.forEach(({ id: about, gold }, q) => {
      check.looked(stored.evidence[q]!.length);
      const covering = [...new Set(gold.map(({ document }) => document))]
        .sort((a, b) => a - b)
        .flatMap((document) => {
          const first = index.contextOffsets[document]!;
          return index.contexts
            .slice(first, index.contextOffsets[document + 1])
            .flatMap(({ start, end }, place) =>
              gold.some((span) => span.document === document && start <= span.start && span.end <= end)
                ? [first + place]
                : [],
            );
        });
      if (covering.join() !== stored.evidence[q]!.join())
        check.add({
          file: `relevant/${id}.json`,
          path: `$.evidence[${q}]`,
          found: `[${stored.evidence[q]!.slice(0, 8).join(', ')}]`,
          expected: `[${covering.slice(0, 8).join(', ')}], the contexts that cover a gold span`,
          about,
        });
    });
  }
  return check.close(`${counted(outcomes, 'outcome')} judged again`);
}

/** Fused scores against the two rankings that they fuse, wherever both are within their stored depth. */
function checkFusion({ summary, questions: { questions }, rankings }: StoredBenchmark): DoctorCheck {
  const check = openCheck('fusion', 'Fused scores follow from the ranks that they fuse');
  let scores = 0;
  for (const { row, strategy, retriever } of summary.rows) {
    if (!summary.rankFusion || (retriever !== 'hybrid' && retriever !== 'hybrid-blend')) continue;
    const { rrfK } = summary.rankFusion;
    const parts = ['bm25', retriever === 'hybrid' ? 'embedding' : 'embedding-blend'].map((part) =>
      rankings.get(
        summary.rows.find((other) => other.strategy === strategy && other.retriever === part)?.row ?? '',
      ),
    );
    const own = rankings.get(row);
    if (!own || parts.some((part) => !part)) continue;
    own.contexts.forEach((contexts, q) => {
      contexts.forEach((context, place) => {
        const ranks = parts.map((part) => part!.contexts[q]!.indexOf(context) + 1);
        if (ranks.includes(0)) return;
        scores += 1;
        check.looked(1);
        const expected = ranks.reduce((sum, rank) => sum + 1 / (rrfK + rank), 0);
        // Eight decimals of a score are stored.
        if (Math.abs(own.scores[q]![place]! - expected) > 1e-8)
          check.add({
            file: `rankings/${row}.json`,
            path: `$.scores[${q}][${place}]`,
            found: String(own.scores[q]![place]),
            expected: `${expected}, from ranks ${ranks.join(' and ')}`,
            about: questions[q]!.id,
          });
      });
    });
  }
  return scores === 0
    ? leftOpen(
        'fusion',
        'Fused scores follow from the ranks that they fuse',
        'no fused row has both of its rankings here',
      )
    : check.close(`${counted(scores, 'fused score')}`);
}
