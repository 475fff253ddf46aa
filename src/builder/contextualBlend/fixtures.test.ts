import { beforeAll, describe, expect, it } from 'vitest';
import {
  contentStems,
  longestSharedRun,
  shareContentWord,
  wordsOf,
} from '../../experiments/blend/measure/contentWords';
import { sentenceSpans } from '../../core/text/sentences';
import type { BlendFixtures } from '../../experiments/blend/formats';
import { formatJson } from '../../artifact/jsonFormat';
import { publishedFolder, readArtifact } from '../artifacts/store';
import { makeFixtures, readAuthoredSets, type TokenLimit } from './authored';
import { localTokenLimit } from './embed';
import { decodeBlendFile } from './files';

const sentencesOf = (text: string) => sentenceSpans(text).map(({ start, end }) => text.slice(start, end));
let blocks: BlendFixtures[];
let limit: TokenLimit;
let texts: {
  block: string;
  id: string;
  family: BlendFixtures['families'][number];
  side: 'stored' | 'query';
  clean: string;
  noisy: string;
  noise: { sentence: string; position: number }[];
}[];

beforeAll(async () => {
  blocks = await Promise.all(
    (['context', 'intent'] as const).map(async (block) =>
      decodeBlendFile(
        `${block}-fixtures.json`,
        await readArtifact(publishedFolder, 'contextual-blend', `${block}-fixtures.json`),
      ),
    ),
  );
  limit = await localTokenLimit();
  texts = blocks.flatMap(({ block, families, records, queries }) => {
    const familyOf = new Map(families.map((family) => [family.id, family]));
    return [
      ...records.map((record) => ({ ...record, side: 'stored' as const })),
      ...queries.map((query) => ({ ...query, side: 'query' as const })),
    ].map((text) => ({ ...text, block, family: familyOf.get(text.family)! }));
  });
});

describe('the fixtures of the controlled blend', () => {
  it('have the counts of the protocol', () => {
    const families = blocks.flatMap((block) => block.families);
    const queries = blocks.flatMap((block) =>
      block.queries.map((query) => ({
        ...query,
        split: block.families.find(({ id }) => id === query.family)!.split,
      })),
    );
    const count = (kind: string, split?: string) =>
      queries.filter((query) => query.kind === kind && (split === undefined || query.split === split)).length;
    expect(blocks.map(({ families, records }) => [families.length, records.length])).toEqual([
      [16, 64],
      [8, 32],
    ]);
    expect(families.filter(({ split }) => split === 'development')).toHaveLength(8);
    expect([count('specific'), count('generic')]).toEqual([192, 24]);
    expect([count('specific', 'evaluation'), count('generic', 'evaluation')]).toEqual([128, 16]);
    expect(blocks[1]!.families.every(({ split }) => split === 'evaluation')).toBe(true);
  });

  it('have unique ids, and targets that exist in the family', () => {
    const ids = texts.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { records, queries } of blocks) {
      const familyOf = new Map(records.map(({ id, family }) => [id, family]));
      for (const { target, family, kind } of queries)
        expect(kind === 'generic' ? target : familyOf.get(target!)).toBe(kind === 'generic' ? null : family);
    }
  });

  it('hold the focus exactly once in every text, whole, as a sentence of its own', () => {
    for (const { id, family, clean, noisy } of texts) {
      for (const text of [clean, noisy]) {
        expect(text.split(family.focus), id).toHaveLength(2);
        expect(
          sentencesOf(text).filter((sentence) => sentence === family.focus),
          id,
        ).toHaveLength(1);
      }
    }
  });

  it('share no run of five words between a query and its record, or the two queries of a record, outside the focus', () => {
    for (const { families, records, queries } of blocks) {
      const focusOf = new Map(families.map(({ id, focus }) => [id, focus]));
      const without = ({ clean, family }: { clean: string; family: string }, mark: string) =>
        clean.replace(focusOf.get(family)!, mark);
      for (const record of records) {
        const own = queries.filter(({ target }) => target === record.id);
        expect(own).toHaveLength(2);
        for (const query of own)
          expect(longestSharedRun(without(record, '11111'), without(query, '22222')), query.id).toBeLessThan(
            5,
          );
        expect(
          longestSharedRun(without(own[0]!, '11111'), without(own[1]!, '22222')),
          record.id,
        ).toBeLessThan(5);
      }
    }
  });

  it('differ in more than names: the four records of a family share few words outside the focus', () => {
    for (const { families, records } of blocks) {
      for (const { id, focus } of families) {
        const words = records
          .filter(({ family }) => family === id)
          .map(({ clean }) => contentStems(clean.replace(focus, '')));
        for (const [i, a] of words.entries()) {
          for (const b of words.slice(i + 1))
            expect([...a].filter((word) => b.has(word)).length / Math.min(a.size, b.size), id).toBeLessThan(
              0.35,
            );
        }
      }
    }
  });

  it('say of every record of a family what it means, differently', () => {
    for (const { families, records } of blocks) {
      for (const { id } of families)
        expect(
          new Set(records.filter(({ family }) => family === id).map(({ meaning }) => meaning)).size,
        ).toBe(4);
    }
  });

  it('carry five different noise sentences that share no content word with the focus', () => {
    for (const { id, family, noise } of texts) {
      expect(noise, id).toHaveLength(5);
      expect(new Set(noise.map(({ sentence }) => sentence)).size, id).toBe(5);
      const focus = contentStems(family.focus);
      for (const { sentence } of noise)
        expect(shareContentWord(contentStems(sentence), focus), `${id}: ${sentence}`).toBe(false);
    }
  });

  it('draw noise from the pool of their own split and side', async () => {
    for (const block of ['context', 'intent'] as const) {
      for (const { split, families, noise } of await readAuthoredSets(block)) {
        const own = new Set(families.map(({ id }) => id));
        for (const text of texts.filter(({ family }) => own.has(family.id))) {
          expect(text.family.split).toBe(split);
          for (const { sentence } of text.noise) expect(noise[text.side], text.id).toContain(sentence);
        }
      }
    }
  });

  it('record where each noise sentence stands, and give the clean text back without them', () => {
    for (const { id, clean, noisy, noise } of texts) {
      const sentences = sentencesOf(noisy);
      for (const { sentence, position } of noise) expect(sentences[position], id).toBe(sentence);
      const places = new Set(noise.map(({ position }) => position));
      expect(
        sentences.filter((_, index) => !places.has(index)),
        id,
      ).toEqual(sentencesOf(clean));
    }
  });

  it("put noise before, after and between a text's own sentences", () => {
    const positions = texts.flatMap(({ noise }) => noise.map(({ position }) => position));
    expect(Math.min(...positions)).toBe(0);
    expect(texts.some(({ noisy, noise }) => sentencesOf(noisy).length - 1 === noise.at(-1)!.position)).toBe(
      true,
    );
  });

  it('stay within the tokens that the local model reads', () => {
    const counts = texts.flatMap(({ clean, noisy }) => [clean, noisy]).map(limit.countTokens);
    expect(Math.max(...counts)).toBeLessThanOrEqual(128);
    expect(limit.maxTokens).toBe(128);
    expect(Math.max(...blocks.map(({ noiseDraw }) => noiseDraw.longestText))).toBe(Math.max(...counts));
  });

  it('are what the authored texts and the recorded draw make', async () => {
    for (const fixtures of blocks) {
      expect(await makeFixtures(fixtures.block, limit)).toEqual(fixtures);
      // The schema's order of keys is the file's, so that hashes of the parsed and of the decoded value agree.
      expect(formatJson(fixtures)).toBe(
        Buffer.from(
          await readArtifact(publishedFolder, 'contextual-blend', `${fixtures.block}-fixtures.json`),
        ).toString(),
      );
    }
  });

  it('have queries of at most about seventy tokens, so that noise still fits, and of two to four sentences besides the focus', () => {
    for (const { id, clean } of texts.filter(({ id }) => !id.endsWith('-generic'))) {
      expect(limit.countTokens(clean), id).toBeLessThanOrEqual(70);
      const besides = sentencesOf(clean).length - 1;
      expect(besides, id).toBeGreaterThanOrEqual(2);
      expect(besides, id).toBeLessThanOrEqual(4);
    }
  });
});

describe('the specific queries of the controlled blend', () => {
  /** Each query with its record, the other three of the family, and what they say outside the focus. */
  const asked = () =>
    blocks.flatMap(({ families, records, queries }) => {
      const focusOf = new Map(families.map(({ id, focus }) => [id, focus]));
      const outside = ({ clean, family }: { clean: string; family: string }) =>
        clean.replace(focusOf.get(family)!, '\n');
      return queries
        .filter(({ kind }) => kind === 'specific')
        .map((query) => ({
          id: query.id,
          clean: query.clean,
          text: outside(query),
          record: outside(records.find(({ id }) => id === query.target)!),
          siblings: records
            .filter(({ id, family }) => family === query.family && id !== query.target)
            .map(outside),
          other: queries.find(({ id, target }) => target === query.target && id !== query.id)!.clean,
        }));
    });

  it('use about half of the content words of their record', () => {
    const shares = asked().map(({ id, text, record }) => {
      const own = contentStems(record);
      const words = contentStems(text);
      const share = [...own].filter((word) => words.has(word)).length / own.size;
      expect(share, id).toBeGreaterThanOrEqual(0.3);
      expect(share, id).toBeLessThanOrEqual(0.7);
      return share;
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(mean).toBeGreaterThan(0.45);
    expect(mean).toBeLessThan(0.55);
  });

  it('name nothing that a sibling of their record names, unless the record names it too', () => {
    for (const { id, text, record, siblings } of asked()) {
      const own = contentStems(record);
      const foreign = [...contentStems(text)].filter((word) => !own.has(word));
      for (const sibling of siblings) {
        const words = contentStems(sibling);
        expect(
          foreign.filter((word) => words.has(word)),
          id,
        ).toEqual([]);
      }
    }
  });

  it('agree with their record in every number and every name', () => {
    const numbers = new Set(
      (
        'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen ' +
        'twenty thirty forty fifty sixty seventy eighty ninety hundred thousand third fourth fifth sixth seventh eighth ninth twentieth'
      ).split(' '),
    );
    for (const { id, text, record } of asked()) {
      const own = new Set(wordsOf(record));
      const named = text
        .split(/[.?!:]\s+|\n/)
        .flatMap((sentence) => wordsAfterTheFirst(sentence).filter((word) => /^\p{Lu}\p{L}/u.test(word)))
        .map((word) => word.toLowerCase());
      const counted = wordsOf(text).filter((word) => numbers.has(word) || /\d/.test(word));
      expect(
        [...named, ...counted].filter((word) => !own.has(word)),
        id,
      ).toEqual([]);
    }
  });

  it('come from two askers: other openings, other lengths', () => {
    for (const { id, clean, other } of asked()) {
      expect(wordsOf(clean).slice(0, 3), id).not.toEqual(wordsOf(other).slice(0, 3));
      expect(wordsOf(clean).length, id).not.toBe(wordsOf(other).length);
    }
  });

  it('hold the two cases that the source lost: sharing beside summarising, a restriction beside a correction', () => {
    const ids = new Set(blocks.flatMap(({ records }) => records.map(({ id }) => id)));
    for (const operation of ['sharing', 'summarising', 'restricting', 'correcting'])
      expect(ids).toContain(`minutes-${operation}`);
  });
});

describe('the unrelated sentences', () => {
  it('are written in one style for both sides: no first or second person, no question, alike in length', async () => {
    for (const block of ['context', 'intent'] as const) {
      for (const { noise } of await readAuthoredSets(block)) {
        const all = [...noise.stored, ...noise.query];
        expect(new Set(all).size).toBe(all.length);
        for (const sentence of all) {
          expect(sentence).not.toMatch(/\b(i|me|my|mine|we|us|our|ours|you|your|yours)\b/i);
          expect(sentence).toMatch(/^\p{Lu}.*\.$/u);
        }
        const [stored, query] = [noise.stored, noise.query].map(
          (side) => side.reduce((sum, sentence) => sum + limit.countTokens(sentence), 0) / side.length,
        );
        expect(Math.abs(stored! - query!)).toBeLessThan(0.5);
      }
    }
  });
});

/** Names are told by their capital, which the first word of a sentence has anyway. */
function wordsAfterTheFirst(sentence: string): string[] {
  return (sentence.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(1);
}
