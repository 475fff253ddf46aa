import type { CheckBook } from './findings';

/** Reports every id that comes a second time. */
export function checkIds(check: CheckBook, file: string, path: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  check.looked(ids.length);
  ids.forEach((id, index) => {
    if (seen.has(id))
      check.add({
        file,
        path: `${path}[${index}]`,
        found: `${JSON.stringify(id)} again`,
        expected: 'each id once',
      });
    seen.add(id);
  });
}

/** Reports spans (start, end, start, end …) that are empty, outside `0 … length`, or begin before the one before them. */
export function checkSpans(
  check: CheckBook,
  { file, path }: { file: string; path: string },
  spans: readonly number[],
  length: number,
): void {
  check.looked(spans.length);
  if (spans.length % 2 !== 0)
    check.add({
      file,
      path,
      found: `${spans.length} numbers`,
      expected: 'a start and an end for every span',
    });
  for (let i = 0; i + 1 < spans.length; i += 2) {
    const [start, end] = [spans[i]!, spans[i + 1]!];
    const place = { file, path: `${path}[${i}]` };
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end > length)
      check.add({ ...place, found: `[${start}, ${end})`, expected: `whole numbers within 0 to ${length}` });
    else if (end <= start)
      check.add({
        ...place,
        found: `[${start}, ${end}), which is empty`,
        expected: 'an end after its start',
      });
    if (i > 0 && (start < spans[i - 2]! || (start === spans[i - 2] && end <= spans[i - 1]!)))
      check.add({
        ...place,
        found: `[${start}, ${end}) after [${spans[i - 2]}, ${spans[i - 1]})`,
        expected: 'spans in document order, none twice',
      });
  }
}

/** Reports a grouping that lacks a family of its questions, or lists them in another order than questions first name them. Families without questions may stand between. */
export function checkFamilies(
  check: CheckBook,
  groupings: readonly { id: string; families: readonly string[] }[],
  questions: readonly { families: Readonly<Record<string, string>> }[],
): void {
  groupings.forEach(({ id, families }, index) => {
    const path = `$.groupings[${index}].families`;
    const own = questions.map((question) =>
      Object.hasOwn(question.families, id) ? question.families[id] : undefined,
    );
    const without = own.indexOf(undefined);
    if (without >= 0)
      check.add({
        file: 'questions.json',
        path: `$.questions[${without}].families`,
        found: `no family for ${JSON.stringify(id)}`,
        expected: 'a family in every grouping',
      });
    check.looked(families.length);
    const named = [...new Set(own.filter((family) => family !== undefined))];
    const missing = named.find((family) => !families.includes(family));
    if (missing !== undefined)
      return check.add({
        file: 'summary.json',
        path,
        found: `${families.length} families without ${JSON.stringify(missing)}`,
        expected: 'every family that a question has',
      });
    const listed = families.filter((family) => named.includes(family));
    const wrong = listed.findIndex((family, place) => family !== named[place]);
    if (wrong >= 0)
      check.add({
        file: 'summary.json',
        path,
        found: `${JSON.stringify(listed[wrong])} at place ${wrong + 1}`,
        expected: `${JSON.stringify(named[wrong])}: each once, in the order of the questions`,
      });
  });
}

interface Gold {
  id: string;
  document: number | null;
  gold: readonly { document: number; start: number; end: number }[];
}

/** Reports gold spans that lie in no document or outside it; the number of gold spans. */
export function checkGold(
  check: CheckBook,
  questions: readonly Gold[],
  documents: readonly { utf16Length: number }[],
): number {
  let spans = 0;
  questions.forEach(({ id, document, gold }, q) => {
    const path = `$.questions[${q}]`;
    if (document !== null && !documents[document])
      check.add({
        file: 'questions.json',
        path: `${path}.document`,
        found: String(document),
        expected: `a document from 0 to ${documents.length - 1}, or null`,
        about: id,
      });
    gold.forEach(({ document: where, start, end }, index) => {
      spans += 1;
      check.looked(2);
      const length = documents[where]?.utf16Length;
      if (length === undefined)
        check.add({
          file: 'questions.json',
          path: `${path}.gold[${index}].document`,
          found: String(where),
          expected: `a document from 0 to ${documents.length - 1}`,
          about: id,
        });
      else if (!(start >= 0 && start < end && end <= length))
        check.add({
          file: 'questions.json',
          path: `${path}.gold[${index}]`,
          found: `[${start}, ${end})`,
          expected: `a span within 0 to ${length}`,
          about: id,
        });
    });
  });
  return spans;
}

interface Ranked {
  lists: readonly (readonly number[])[];
  listsPath: string;
  scores: readonly (readonly number[])[];
  /** Things that can be ranked. */
  total: number;
  depth: number;
  nameOf: (question: number) => string;
}

/** Reports rankings with scores that rise, and things that come twice or do not exist; the number of exact ties. */
export function checkScores(
  check: CheckBook,
  file: string,
  { lists, listsPath, scores, total, depth, nameOf }: Ranked,
): number {
  let ties = 0;
  lists.forEach((list, q) => {
    const own = scores[q] ?? [];
    const about = nameOf(q);
    check.looked(list.length + own.length);
    if (list.length !== own.length)
      check.add({
        file,
        path: `$.scores[${q}]`,
        found: `${own.length} scores`,
        expected: `${list.length}, one a rank`,
        about,
      });
    if (list.length > depth)
      check.add({
        file,
        path: `${listsPath}[${q}]`,
        found: `${list.length} ranks`,
        expected: `at most ${depth}, the depth that the file states`,
        about,
      });
    const seen = new Set<number>();
    list.forEach((item, place) => {
      const path = `${listsPath}[${q}][${place}]`;
      if (!Number.isInteger(item) || item < 0 || item >= total)
        check.add({ file, path, found: String(item), expected: `a number from 0 to ${total - 1}`, about });
      if (seen.has(item))
        check.add({ file, path, found: `${item} again`, expected: 'each at one rank', about });
      seen.add(item);
      if (place === 0) return;
      const [before, after] = [own[place - 1]!, own[place]!];
      if (after > before)
        check.add({
          file,
          path: `$.scores[${q}][${place}]`,
          found: `${after}, above the rank before it`,
          expected: `at most ${before}`,
          about,
        });
      if (after === before) ties += 1;
    });
  });
  return ties;
}
