import { describe, expect, it } from 'vitest';
import { chunkingQuestionsFormat, chunkingSummaryFormat } from '../../experiments/chunking/formats';
import { blendSimilaritiesFormat } from '../../experiments/blend/formats';
import { decode, type FileFormat } from '../../artifact/decode';
import { importedQuestionsFormat, importedSummaryFormat } from '../../experiments/items/formats';
import { neighborQuestionsFormat, neighborSummaryFormat } from '../../experiments/chunking/neighbors/formats';
import { readParams, type ParamCodec } from '../state/params';
import { parseLocation, type Place } from '../state/urlState';
import { compareCodecs } from './compare/compareParams';
import { blendCodecs as blendCurveCodecs } from './curves/blendCodecs';
import { chunkingCodecs as chunkingCurveCodecs } from './curves/chunkingCodecs';
import { blendDataCodecs } from './data/blendDataCodecs';
import { doctorCodecs } from './doctor/doctorCodecs';
import { runsCodecs } from './experiments/runsCodecs';
import { blendCodecs as blendFailureCodecs } from './failures/blend/blendParams';
import { chunkingCodecs as chunkingFailureCodecs } from './failures/chunking/chunkingParams';
import { importedCodecs } from './imported/importedParams';
import { importedScoreCodecs } from './imported/importedScoreCodecs';
import { inspectorCodecs } from './inspector/inspectorParams';
import { liveCodecs } from './live/liveParams';
import { neighborCodecs } from './neighbors/neighborParams';
import { neighborScoreCodecs } from './neighbors/neighborScoreCodecs';
import { openCodecs } from './open/openCodecs';
import { blendScoreCodecs } from './scorecard/blendScoreCodecs';
import { chunkingScoreCodecs } from './scorecard/chunkingScoreCodecs';

const old = import.meta.glob<string>(
  [
    '../../testing/old/links.json',
    '../../testing/old/artifacts/{1,1-imported}/*/{summary,questions,similarities}.json',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const read = <T>(name: string, format: FileFormat<T>): T =>
  decode(format, name, JSON.parse(old[`../../testing/old/artifacts/${name}`]!));
const chunking = read('1/chunking/summary.json', chunkingSummaryFormat);
const questions = read('1/chunking/questions.json', chunkingQuestionsFormat);

/** How each view reads its link. What may be named comes from the old artifacts. */
const views: Readonly<Record<string, object>> = {
  'chunking scorecard': chunkingScoreCodecs,
  'chunking curves': chunkingCurveCodecs(chunking),
  'chunking inspector': inspectorCodecs(chunking, questions),
  'chunking failures': chunkingFailureCodecs(chunking, questions.questions),
  'blend scorecard': blendScoreCodecs,
  'blend curves': blendCurveCodecs,
  'blend failures': blendFailureCodecs(read('1/contextual-blend/similarities.json', blendSimilaritiesFormat)),
  'blend data': blendDataCodecs,
  'neighbor scorecard': neighborScoreCodecs,
  'neighbor failures': neighborCodecs(
    read('1/neighbor-expansion/summary.json', neighborSummaryFormat),
    read('1/neighbor-expansion/questions.json', neighborQuestionsFormat).questions,
  ),
  'imported scorecard': importedScoreCodecs,
  'imported failures': importedCodecs({
    summary: read('1-imported/old-import/summary.json', importedSummaryFormat),
    questions: read('1-imported/old-import/questions.json', importedQuestionsFormat).questions,
    rankings: [],
    judgments: [],
  }),
  runs: runsCodecs,
  compare: compareCodecs,
  doctor: doctorCodecs,
  open: openCodecs,
  live: liveCodecs,
};

interface OldLink {
  view: string;
  link: string;
  place: Place;
  /** The settings that the link carries; every other one is at its beginning. */
  state: Record<string, unknown>;
}

const links = JSON.parse(old['../../testing/old/links.json']!) as OldLink[];
const what =
  'This link was good when it was made and must lead there for ever. Do not change it: raise `linkVersion` and add an upgrader to `linkUpgraders` (src/README.md, “Changing a file format”).';

/** Values before any link. */
const initial = (view: string): Record<string, unknown> => ({ ...readParams(views[view]!, {}).values });
const versionOf = (link: string): string | null =>
  new URLSearchParams(link.slice(link.indexOf('?'))).get('v');

describe('old links', () => {
  it.each(links.map((old) => [old.link, old] as const))('%s', (link, { view, place, state }) => {
    const location = parseLocation(link);
    expect(location.place, what).toEqual(place);
    if (!views[view]) return expect(location.params, what).toEqual(state);
    const { values, dropped } = readParams(views[view], location.params);
    expect([...location.dropped, ...dropped], what).toEqual([]);
    expect(values, what).toEqual({ ...initial(view), ...state });
  });

  it.each(Object.entries(views))('there is one for every setting of %s', (view, codecs) => {
    const carried = new Set(
      links.filter((old) => old.view === view).flatMap(({ state }) => Object.keys(state)),
    );
    for (const name of Object.keys(codecs as Record<string, ParamCodec<unknown>>))
      expect(
        carried,
        `no old link of ${view} carries “${name}”: add one to src/testing/old/links.json`,
      ).toContain(name);
  });

  it('say something that is not there from the beginning, and name their version', () => {
    for (const { link, view, state } of links) {
      expect(versionOf(link), link).toMatch(/^[1-9]\d*$/);
      if (views[view])
        for (const [name, value] of Object.entries(state))
          expect(value, `${view}: ${name}`).not.toEqual(initial(view)[name]);
    }
  });
});
