import {
  blendFixturesFormat,
  blendResultsFormat,
  blendSimilaritiesFormat,
  blendSummaryFormat,
} from '../../experiments/blend/formats';
import { decode, type FileFormat } from '../../artifact/decode';
import { parseJsonText } from '../../artifact/jsonText';

/** What each file of the experiment is. */
export const blendFiles = {
  'context-fixtures.json': blendFixturesFormat,
  'intent-fixtures.json': blendFixturesFormat,
  'context-results.json': blendResultsFormat,
  'intent-results.json': blendResultsFormat,
  'summary.json': blendSummaryFormat,
  'similarities.json': blendSimilaritiesFormat,
} as const satisfies Record<string, FileFormat<unknown>>;

export type BlendFileName = keyof typeof blendFiles;
type Content<N extends BlendFileName> = (typeof blendFiles)[N] extends FileFormat<infer T> ? T : never;

export function isBlendFile(name: string): name is BlendFileName {
  return Object.hasOwn(blendFiles, name);
}

/** A file of the experiment, checked. */
export function decodeBlendFile<N extends BlendFileName>(name: N, source: Uint8Array | string): Content<N> {
  const format = blendFiles[name] as FileFormat<unknown>;
  return decode(format, name, parseJsonText(name, source).value) as Content<N>;
}
