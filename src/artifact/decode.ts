import * as z from 'zod/mini';
import { ArtifactError } from './errors';
import { formatPath } from './jsonText';
import { upgrade, UpgradeError, type Upgraders } from './upgrades';

/** How one kind of artifact file is recognised, brought up to date and checked. */
export interface FileFormat<T> {
  /** Value of the file's `kind`. */
  kind: string;
  /** What the file is, in the words of an error message. */
  title: string;
  /** Newest `formatVersion` that this program reads and writes. */
  version: number;
  /**
   * The version that the first release wrote; the newest while nothing is released. Those
   * before it are refused by name, those from it on are read for ever.
   */
  released?: number;
  schema: z.ZodMiniType<T>;
  /** One step for every released version before the newest; the chain sets `formatVersion`, a step need not. */
  upgraders?: Upgraders;
}

/**
 * Turns parsed JSON into a checked value, or throws an `ArtifactError` that names the
 * first place that does not fit. Older versions are upgraded step by step; newer ones are refused.
 */
export function decode<T>(format: FileFormat<T>, file: string, value: unknown): T {
  const expectedFile = `${format.title} ("kind": "${format.kind}", formatVersion ${format.version})`;
  if (!isRecord(value))
    throw new ArtifactError({ kind: 'wrong-kind', file, found: describe(value), expected: expectedFile });
  if (value['kind'] !== format.kind) {
    throw new ArtifactError({
      kind: 'wrong-kind',
      file,
      path: '$.kind',
      found: 'kind' in value ? describe(value['kind']) : 'no kind',
      expected: expectedFile,
    });
  }
  const version = value['formatVersion'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new ArtifactError({
      kind: 'invalid',
      file,
      path: '$.formatVersion',
      found: describe(version),
      expected: `a whole number from 1 to ${format.version}`,
    });
  }
  if (version > format.version) {
    throw new ArtifactError({
      kind: 'newer',
      file,
      path: '$.formatVersion',
      found: `format version ${version}, written by a newer Chunkscope`,
      expected: `version ${format.version} or older`,
    });
  }
  if (version < (format.released ?? format.version)) {
    throw new ArtifactError({
      kind: 'invalid',
      file,
      path: '$.formatVersion',
      found: `version ${version}, as Chunkscope 0.1 wrote it before its first release`,
      expected: `version ${format.version}: make the run again with this Chunkscope`,
    });
  }
  const current = upgraded(format, file, value, version);
  const result = z.safeParse(format.schema, current);
  if (result.success) return result.data;
  const fault = deepest(result.error.issues[0]!);
  throw new ArtifactError({
    kind: 'invalid',
    file,
    path: formatPath(fault.path),
    found: describe(valueAt(current, fault.path)),
    expected: fault.expected,
  });
}

/** A file in the newest version; an `ArtifactError` names the step that is missing or fails. */
function upgraded(
  { upgraders = {}, version }: Pick<FileFormat<unknown>, 'upgraders' | 'version'>,
  file: string,
  value: unknown,
  from: number,
): unknown {
  if (from === version) return value;
  try {
    const newest = upgrade(upgraders, value, from, version);
    return isRecord(newest) ? { ...newest, formatVersion: version } : newest;
  } catch (error) {
    if (!(error instanceof UpgradeError)) throw error;
    const { path, found, expected } = error.fault;
    throw new ArtifactError({
      kind: 'invalid',
      file,
      path: error.reason === 'missing' ? '$.formatVersion' : path,
      found,
      expected,
    });
  }
}

interface Fault {
  path: PropertyKey[];
  expected: string;
}

function deepest(issue: z.core.$ZodIssue): Fault {
  switch (issue.code) {
    case 'invalid_type':
      return { path: issue.path, expected: issue.expected };
    case 'invalid_value':
      return { path: issue.path, expected: issue.values.map((value) => JSON.stringify(value)).join(' or ') };
    case 'too_small':
      return { path: issue.path, expected: `at least ${issue.minimum}` };
    case 'too_big':
      return { path: issue.path, expected: `at most ${issue.maximum}` };
    case 'invalid_union': {
      const inner = issue.errors.flat()[0];
      if (!inner) return { path: issue.path, expected: 'one of the known forms' };
      const fault = deepest(inner);
      return { path: [...issue.path, ...fault.path], expected: fault.expected };
    }
    default:
      return { path: issue.path, expected: issue.message || issue.code };
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[key];
  }
  return current;
}

/** A value in a few words for an error message: never long, never the whole file. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    return keys.length === 0
      ? 'an empty object'
      : `an object with ${keys
          .slice(0, 4)
          .map((key) => JSON.stringify(key.slice(0, 40)))
          .join(', ')}${keys.length > 4 ? ' …' : ''}`;
  }
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)}`;
  return `the ${typeof value} ${String(value)}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
