import { checkIds, checkSpans } from '../../analysis/doctor/commonChecks';
import { compareValues, leftOpen, openCheck, type DoctorCheck } from '../../analysis/doctor/findings';
import type { ContentOptions, DecodedFiles } from '../../analysis/doctor/options';
import { utf8Length } from '../../core/text/sizes';
import { collapseWhitespace } from '../../core/text/whitespace';
import { counted } from '../../core/stats/words';
import {
  threadFile,
  type ThreadsFacts,
  type ThreadsMessages,
  type ThreadsSummary,
  type ThreadsThread,
} from './formats';
import { factFigures, factVerdicts, searchFigures } from './measure/figures';
import { threadsHeadline } from './measure/headline';
import { methodRow } from './measure/rows';
import { messageOutcomes } from './measure/search';

const asHits = ({ order, scores }: { order: number[]; scores: number[] }) =>
  order.map((index, place) => ({ index, score: scores[place] ?? 0 }));

/** The checks of an experiment on threads: ids and positions, pieces against their turns, outcomes, figures. */
export async function* threadsChecks(
  files: DecodedFiles,
  { figures }: Pick<ContentOptions, 'figures'>,
): AsyncGenerator<DoctorCheck> {
  const summary = files.get('summary.json') as ThreadsSummary | undefined;
  const facts = files.get('facts.json') as ThreadsFacts | undefined;
  const messages = files.get('messages.json') as ThreadsMessages | undefined;
  if (!summary) return;
  const threads = summary.threads.map(
    (_, position) => files.get(threadFile(position)) as ThreadsThread | undefined,
  );
  if (!facts || !messages || threads.includes(undefined))
    return yield leftOpen(
      'contents',
      'Contents can be followed',
      'facts.json, messages.json or a file of a thread is missing',
    );
  const stored = threads as ThreadsThread[];

  const ids = openCheck('coverage', 'Every thread, fact and message is there once');
  checkIds(
    ids,
    'summary.json',
    '$.threads',
    summary.threads.map(({ id }) => id),
  );
  checkIds(
    ids,
    'facts.json',
    '$.facts',
    facts.facts.map(({ id }) => id),
  );
  checkIds(
    ids,
    'messages.json',
    '$.messages',
    messages.messages.map(({ id }) => id),
  );
  stored.forEach((own, position) => {
    const { turns, chunks, pieces, facts: listed, messages: asked } = summary.threads[position]!;
    compareValues(
      ids,
      { file: 'summary.json', path: ['threads', position] },
      { turns, chunks, pieces, facts: listed, messages: asked },
      {
        turns: own.turns.length,
        chunks: own.chunks.length,
        pieces: own.pieces.length,
        facts: own.facts.length,
        messages: own.messages.length,
      },
    );
    const of = (list: readonly { thread: number }[]) =>
      [...list.keys()].filter((index) => list[index]!.thread === position);
    compareValues(ids, { file: threadFile(position), path: ['facts'] }, own.facts, of(facts.facts));
    compareValues(
      ids,
      { file: threadFile(position), path: ['messages'] },
      own.messages,
      of(messages.messages),
    );
  });
  [
    ...facts.facts,
    ...messages.messages.flatMap(({ thread, subjects }) => subjects.map(({ turns }) => ({ thread, turns }))),
  ].forEach(({ thread, turns }) => {
    const wrong = turns.find((turn) => !stored[thread]?.turns[turn]);
    ids.looked(turns.length);
    if (wrong !== undefined || turns.length === 0)
      ids.add({
        file: 'facts.json',
        path: '$',
        found: wrong === undefined ? 'no right turn' : `turn ${wrong} of thread ${thread}`,
        expected: 'turns of its thread',
      });
  });
  const coverage = ids.close(
    `${counted(stored.length, 'thread')}, ${counted(facts.facts.length, 'fact')}, ${counted(messages.messages.length, 'message')}`,
  );
  yield coverage;
  if (coverage.outcome === 'fails') return;

  yield checkPieces(summary, stored);
  yield checkOutcomes(summary, facts, messages, stored);
  if (figures) yield checkFigures(summary, facts, messages);
}

/** Pieces are slices of their sources and keep their budget; chunks hold all turns in order. */
function checkPieces({ settings }: ThreadsSummary, stored: readonly ThreadsThread[]): DoctorCheck {
  const check = openCheck('offsets', 'Pieces lie in their turns and keep their budget');
  let pieces = 0;
  stored.forEach((own, position) => {
    const file = threadFile(position);
    let next = 0;
    own.chunks.forEach(({ first, last }, index) => {
      if (first !== next || last < first)
        check.add({
          file,
          path: `$.chunks[${index}]`,
          found: `turns ${first} to ${last}`,
          expected: `turns from ${next}`,
        });
      next = last + 1;
    });
    if (next !== own.turns.length)
      check.add({ file, path: '$.chunks', found: `${next} turns`, expected: String(own.turns.length) });
    own.pieces.forEach(({ turn, source, start, end, label, bytes }, index) => {
      pieces += 1;
      const text = own.turns[turn]?.sources[source]?.text;
      const at = { file, path: `$.pieces[${index}]` };
      if (text === undefined)
        return check.add({
          ...at,
          found: `source ${source} of turn ${turn}`,
          expected: 'a source of the thread',
        });
      // Without text, nothing can be laid over it.
      if (text === '') return;
      checkSpans(check, at, [start, end], text.length);
      const length = utf8Length(label) + 1 + utf8Length(collapseWhitespace(text.slice(start, end)));
      if (bytes > settings.pieceBytes || bytes !== length)
        check.add({ ...at, found: `${bytes} bytes`, expected: `${length}, at most ${settings.pieceBytes}` });
    });
  });
  return check.close(counted(pieces, 'piece'));
}

/** What every row and search made of facts and messages follows from what came back. */
function checkOutcomes(
  summary: ThreadsSummary,
  facts: ThreadsFacts,
  messages: ThreadsMessages,
  stored: readonly ThreadsThread[],
): DoctorCheck {
  const check = openCheck('outcomes', 'Outcomes follow from what came back');
  stored.forEach((own, position) => {
    const file = threadFile(position);
    own.rows.forEach(({ row, facts: found }, at) => {
      const into = facts.rows.find((known) => known.row === row);
      const unit = summary.rows.find((known) => known.row === row)?.unit;
      if (!into || !unit)
        return check.add({ file, path: `$.rows[${at}].row`, found: row, expected: 'a row of the summary' });
      found.forEach(({ order, scores }, place) => {
        const fact = own.facts[place]!;
        const { turns } = facts.facts[fact]!;
        const isRight = (index: number): boolean => {
          const spans =
            unit === 'turns'
              ? own.chunks[index]
              : { first: own.pieces[index]?.turn ?? -1, last: own.pieces[index]?.turn ?? -1 };
          return spans !== undefined && turns.some((turn) => turn >= spans.first && turn <= spans.last);
        };
        const first = order.findIndex(isRight);
        const rank = into.rank[fact]!;
        check.looked(order.length);
        const falls = scores.every((value, index) => index === 0 || value <= scores[index - 1]!);
        if (!falls || order.length !== scores.length)
          check.add({
            file,
            path: `$.rows[${at}].facts[${place}].scores`,
            found: 'scores out of order',
            expected: 'scores that fall with rank',
            row,
          });
        if (first >= 0 ? rank !== first + 1 : rank !== null && rank <= order.length)
          check.add({
            file: 'facts.json',
            path: `$.rows[${facts.rows.indexOf(into)}].rank[${fact}]`,
            found: String(rank),
            expected: first >= 0 ? String(first + 1) : `none, or past ${order.length}`,
            row,
          });
        if (order.length > 0)
          compareValues(
            check,
            { file: 'facts.json', path: ['rows', facts.rows.indexOf(into), 'topScore', fact], row },
            into.topScore[fact],
            scores[0],
          );
      });
    });
    own.messages.forEach((message, place) => {
      const { whole, list, groups } = own.found[place]!;
      const outcome = messageOutcomes(
        {
          whole: asHits(whole),
          list: asHits(list).map((hit, index) => ({ ...hit, part: list.parts[index]! })),
          groups: groups.map(asHits),
        },
        messages.messages[message]!.subjects,
        own.pieces,
      );
      messages.searches.forEach(({ search, covered, starved, attached, tokens }, at) => {
        const { searches: _, ...again } = outcome[search as keyof typeof outcome];
        compareValues(
          check,
          { file: 'messages.json', path: ['searches', at, message] },
          {
            covered: covered[message],
            starved: starved[message],
            attached: attached[message],
            tokens: tokens[message],
          },
          again,
        );
      });
    });
  });
  return check.close(
    `${counted(facts.rows.length, 'row')} of ${counted(facts.facts.length, 'fact')}, ${counted(messages.messages.length, 'message')}`,
  );
}

function checkFigures(summary: ThreadsSummary, facts: ThreadsFacts, messages: ThreadsMessages): DoctorCheck {
  const check = openCheck('figures', 'Figures follow from the outcomes');
  const { floor } = summary.settings;
  const options = { draws: summary.bootstrap.draws, patterns: summary.bootstrap.patterns };
  factFigures(facts, floor, options).forEach((metrics, place) => {
    const stored = summary.rows[place]!;
    compareValues(
      check,
      { file: 'summary.json', path: ['rows', place], row: stored.row },
      { n: stored.n, metrics: stored.metrics },
      { n: facts.facts.length, metrics },
    );
  });
  const languages = summary.rows[0]?.languages.map(({ language }) => language) ?? [];
  languages.forEach((language, position) =>
    factFigures(facts, floor, options, (thread) => summary.threads[thread]!.language === language).forEach(
      (metrics, place) =>
        compareValues(
          check,
          { file: 'summary.json', path: ['rows', place, 'languages', position, 'metrics'] },
          summary.rows[place]!.languages[position]!.metrics,
          metrics,
        ),
    ),
  );
  const verdicts = factVerdicts(facts, floor, options);
  const searched = searchFigures(messages, options);
  const method = facts.rows.find(({ row }) => row === methodRow);
  for (const [name, stored, again] of [
    ['comparisons', summary.comparisons, verdicts.comparisons],
    ['tieGroups', summary.tieGroups, verdicts.tieGroups],
    ['searches', summary.searches, searched.searches],
    ['searchComparisons', summary.searchComparisons, searched.comparisons],
    ['headline', summary.headline, threadsHeadline(summary)],
    [
      'probes',
      summary.probes.map(({ rank, cosine }) => ({ rank, cosine })),
      summary.probes.map(({ fact }) => ({ rank: method?.rank[fact], cosine: method?.rightScore[fact] })),
    ],
  ] as const)
    compareValues(check, { file: 'summary.json', path: [name] }, stored, again);
  return check.close(
    `${counted(summary.rows.length, 'row')} with means and intervals (${counted(summary.bootstrap.draws, 'draw')}), ${counted(summary.comparisons.length + summary.searchComparisons.length, 'comparison')}`,
  );
}
