import { decodePart, encodePart } from '../../artifact/addressParts';
import { upgrade, UpgradeError, type Upgraders } from '../../artifact/upgrades';

/** Version of the link format; written into every link, so that old links can be upgraded. */
export const linkVersion = 1;

/** What a link says before anything of it is known: what an upgrader of links is given, and gives. */
export interface LinkContent {
  /** Decoded parts of the path: `experiment`, its id, the view. */
  segments: readonly string[];
  params: Params;
}

/** One step for every version before `linkVersion`, from `LinkContent` to `LinkContent`. */
const linkUpgraders: Upgraders = {};

/** How links are read: the newest version, and the steps that lead to it. */
export interface LinkFormat {
  version: number;
  upgraders: Upgraders;
}

export const linkFormat: LinkFormat = { version: linkVersion, upgraders: linkUpgraders };

export const experimentViews = [
  'scorecard',
  'curves',
  'inspector',
  'failures',
  'method',
  'data',
  'limits',
] as const;
export type ExperimentView = (typeof experimentViews)[number];
export const liveModes = ['method', 'benchmark', 'threads', 'ask', 'reproduce'] as const;
export type LiveMode = (typeof liveModes)[number];

/** Where the reader is; everything else about what they see is in `params`. */
export type Place =
  | { page: 'start' }
  | { page: 'experiment'; experiment: string; view: ExperimentView }
  | { page: 'across' }
  | { page: 'runs' }
  | { page: 'compare' }
  | { page: 'doctor' }
  | { page: 'open' }
  | { page: 'live'; mode: LiveMode }
  | { page: 'guide' }
  | { page: 'about' };

export type Params = Readonly<Record<string, string>>;

export interface Location {
  place: Place;
  params: Params;
  /** What the link asked for and this program does not know, in words; the rest was kept. */
  dropped: string[];
}

/**
 * Reads a link's fragment (`#/experiment/<id>/<view>?v=1&…`). Never throws: what it
 * does not know is dropped and named, the rest is kept.
 */
export function parseLocation(fragment: string, format: LinkFormat = linkFormat): Location {
  const dropped: string[] = [];
  const [path = '', search = ''] = splitOnce(fragment.replace(/^#/, ''), '?');
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodePart);
  const params = Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name !== 'v'));
  const link = upgradedLink({ segments, params }, new URLSearchParams(search).get('v'), format, dropped);
  return { place: parsePlace(link.segments, dropped), params: link.params, dropped };
}

/** A link in the newest version. What is of no version that leads there is read as it stands, and named. */
function upgradedLink(
  content: LinkContent,
  v: string | null,
  { version, upgraders }: LinkFormat,
  dropped: string[],
): LinkContent {
  // A link without a version was typed by hand, from what this page shows.
  if (v === null || v === String(version)) return content;
  const from = Number(v);
  const isOlder = /^[1-9]\d*$/.test(v) && from < version;
  if (isOlder) {
    try {
      return upgrade(upgraders, content, from, version) as LinkContent;
    } catch (error) {
      if (!(error instanceof UpgradeError)) throw error;
    }
  }
  dropped.push(
    `link version ${v} (this page reads ${version}${isOlder ? `, and cannot turn ${v} into it` : ''})`,
  );
  return content;
}

function parsePlace(segments: readonly string[], dropped: string[]): Place {
  const [page, first, second] = segments;
  /** Names what stands behind the parts that a page has. */
  const only = (parts: number): void => {
    if (segments.length > parts) dropped.push(`path “${segments.slice(parts).join('/')}”`);
  };
  switch (page) {
    case undefined:
      return { page: 'start' };
    case 'experiment': {
      if (first === undefined) return { page: 'start' };
      const view = known(experimentViews, second, 'view', dropped);
      only(3);
      return { page: 'experiment', experiment: first, view };
    }
    case 'live': {
      const mode = known(liveModes, first, 'live mode', dropped);
      only(2);
      return { page: 'live', mode };
    }
    case 'across':
    case 'runs':
    case 'compare':
    case 'doctor':
    case 'open':
    case 'guide':
    case 'about':
      only(1);
      return { page };
    default:
      dropped.push(`page “${page}”`);
      return { page: 'start' };
  }
}

function known<T extends string>(
  values: readonly [T, ...T[]],
  value: string | undefined,
  what: string,
  dropped: string[],
): T {
  const found = values.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  if (value !== undefined) dropped.push(`${what} “${value}”`);
  return values[0];
}

/** The fragment of a link, with `#`; the exact inverse of `parseLocation` for known places. */
export function formatLocation(place: Place, params: Params = {}): string {
  const search = new URLSearchParams({ v: String(linkVersion), ...params });
  return `#${formatPlace(place)}?${search.toString()}`;
}

function formatPlace(place: Place): string {
  switch (place.page) {
    case 'start':
      return '/';
    case 'experiment':
      return `/experiment/${encodePart(place.experiment)}/${place.view}`;
    case 'live':
      return `/live/${place.mode}`;
    case 'across':
    case 'runs':
    case 'compare':
    case 'doctor':
    case 'open':
    case 'guide':
    case 'about':
      return `/${place.page}`;
  }
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
