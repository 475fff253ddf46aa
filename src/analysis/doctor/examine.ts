import { counted } from '../../core/stats/words';
import { decode } from '../../artifact/decode';
import { ArtifactError } from '../../artifact/errors';
import type { ExperimentEntry } from '../../artifact/indexFile';
import { fileOf, type ExperimentKind } from '../kind';
import type { DecodedFiles, ExaminedArtifact, ExamineOptions } from './options';
import { parseJsonText } from '../../artifact/jsonText';
import { compareValues, leftOpen, openCheck, shownApart, type DoctorCheck } from './findings';

/**
 * Whether an artifact holds: its files are those that the index lists, each fits its format,
 * and everything that follows from something else in it does follow. One check a line, in the
 * order in which a fault would explain the next.
 */
export async function examine(
  kind: ExperimentKind,
  { entry, files, unread = new Map(), texts }: ExaminedArtifact,
  { sha256, figures = true, tokenizer, onCheck, step }: ExamineOptions,
): Promise<DoctorCheck[]> {
  const checks: DoctorCheck[] = [];
  const made = (check: DoctorCheck): void => {
    checks.push(check);
    onCheck?.(check);
  };
  await step?.({ kind: 'files' }, 0, 1);
  made(await checkFiles(entry, files, unread, sha256));
  await step?.({ kind: 'formats' }, 0, 1);
  const { check, decoded, parsed } = checkFormats(kind, entry, files);
  made(check);
  await step?.({ kind: 'contents' }, 0, 1);
  try {
    for await (const next of kind.checks(decoded, {
      figures,
      sha256,
      tokenizer,
      step,
      texts,
      parsed,
    }))
      made(next);
    made(checkFinding(kind, entry, decoded));
  } catch (error) {
    // A file that is broken in a way that no check foresaw must not hide what the others found.
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    const stopped = openCheck('contents', 'Contents can be followed');
    stopped.add({
      file: entry.id,
      path: '$',
      found: error.message,
      expected: 'files that refer to each other',
    });
    made(stopped.close('the examination stopped here'));
  }
  return checks;
}

/** The sentence, number and picture that a reader sees first against what the files say now. */
function checkFinding(kind: ExperimentKind, entry: ExperimentEntry, decoded: DecodedFiles): DoctorCheck {
  const title = 'The finding follows from the figures';
  if (!decoded.has('summary.json')) return leftOpen('finding', title, 'there is no summary.json');
  const check = openCheck('finding', title);
  compareValues(check, { file: 'index.json', path: ['finding'] }, entry.finding, kind.finding.of(decoded));
  return check.close('sentence, number, interval and picture');
}

async function checkFiles(
  entry: ExperimentEntry,
  files: ExaminedArtifact['files'],
  unread: ReadonlyMap<string, string>,
  sha256: ExamineOptions['sha256'],
): Promise<DoctorCheck> {
  const check = openCheck('files', 'Files are those that the index lists');
  let unhashed = 0;
  for (const { name, sha256: listed, bytes } of entry.files) {
    const content = files.get(name);
    check.looked(2);
    if (!content) {
      check.add({
        file: name,
        path: '$',
        found: unread.get(name) ?? 'no such file',
        expected: `${bytes} bytes`,
      });
      continue;
    }
    if (content.byteLength !== bytes)
      check.add({ file: name, path: '$', found: `${content.byteLength} bytes`, expected: `${bytes} bytes` });
    const actual = listed === '' ? null : await sha256(content);
    if (actual === null) unhashed += 1;
    else if (actual !== listed)
      check.add({ file: name, path: '$', found: `SHA-256 ${actual}`, expected: `SHA-256 ${listed}` });
  }
  const listed = new Set(entry.files.map(({ name }) => name));
  for (const name of files.keys())
    if (!listed.has(name))
      check.add({
        file: name,
        path: '$',
        found: 'a file that the index does not list',
        expected: 'only listed files',
      });
  const twice = entry.files.length - listed.size;
  if (twice > 0)
    check.add({
      file: 'index.json',
      path: '$.files',
      found: `${twice} name(s) listed twice`,
      expected: 'each file once',
    });
  return check.close(
    `${counted(entry.files.length, 'file')}, bytes and SHA-256${unhashed > 0 ? `; ${unhashed} without a hash to compare with, as in a run that came without an index` : ''}`,
  );
}

function checkFormats(
  kind: ExperimentKind,
  entry: ExperimentEntry,
  files: ExaminedArtifact['files'],
): { check: DoctorCheck; decoded: DecodedFiles; parsed: ReadonlyMap<string, unknown> } {
  const check = openCheck('formats', 'Each file fits its format');
  const decoded = new Map<string, unknown>();
  const parsed = new Map<string, unknown>();
  for (const [name, bytes] of files) {
    check.looked(1);
    const file = fileOf(kind, name);
    if (!file) {
      check.add({
        file: name,
        path: '$',
        found: 'a name that this kind of experiment does not have',
        expected: `a file of the kind “${kind.id}”`,
      });
      continue;
    }
    try {
      const { value, notices } = parseJsonText(name, bytes);
      for (const { path, count } of notices)
        check.add({
          file: name,
          path,
          found: `${count} number(s) that JSON does not allow, such as NaN`,
          expected: 'null for a missing value',
        });
      parsed.set(name, value);
      decoded.set(name, decode(file.format, name, value));
    } catch (error) {
      if (!(error instanceof ArtifactError)) throw error;
      check.add({ file: name, path: error.path, found: error.found, expected: error.expected });
    }
  }
  const summary = decoded.get('summary.json');
  if (!summary)
    return {
      check: files.has('summary.json')
        ? check.close(`${counted(files.size, 'file')}`)
        : leftOpen('formats', 'Each file fits its format', 'there is no summary.json'),
      decoded,
      parsed,
    };
  // The start page shows the index alone: it must not promise what the experiment does not say.
  for (const part of ['question', 'headline'] as const) {
    check.looked(1);
    const { [part]: said } = summary as Pick<ExperimentEntry, typeof part>;
    const { found, expected } = shownApart(entry[part], said);
    if (entry[part] !== said)
      check.add({
        file: 'index.json',
        path: `$.${part}`,
        found,
        expected: `${expected}, as in summary.json`,
      });
  }
  return { check: check.close(`${counted(files.size, 'file')} decoded`), decoded, parsed };
}
