import { describe, expect, it } from 'vitest';
import { countSquad, sampleSquad, squadHashInput } from './sample';
import { squadShaped, squadShapedArticles } from '../../testing/squadShaped';
import { ArtifactError } from '../../artifact/errors';
import { checkSquadHash, decodeSquad, decodeSquadDev } from './readSquad';

const text = JSON.stringify(squadShaped());

function refusal(run: () => unknown): ArtifactError {
  try {
    run();
  } catch (error) {
    if (error instanceof ArtifactError) return error;
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('reading a SQuAD file', () => {
  it('reads text and bytes, whatever the spacing', () => {
    const articles = decodeSquad('dev.json', text);
    expect(countSquad(articles)).toEqual({ articles: 5, paragraphs: 12, questions: 27 });
    expect(articles).toEqual(squadShapedArticles());
    expect(decodeSquad('dev.json', new TextEncoder().encode(JSON.stringify(squadShaped(), null, 2)))).toEqual(
      articles,
    );
  });

  it('never reads the answer offsets, about which copies of the file disagree', () => {
    const file = squadShaped();
    for (const { paragraphs } of file.data)
      for (const { qas } of paragraphs)
        for (const { answers } of qas) for (const answer of answers) answer.answer_start = 99;
    const hashInput = (source: unknown) =>
      squadHashInput(
        sampleSquad(decodeSquad('copy.json', JSON.stringify(source)), { articles: 9, questions: 99 }),
      );
    expect(hashInput(file)).toBe(hashInput(squadShaped()));
  });

  it('refuses a file with other counts and says both', () => {
    const error = refusal(() => decodeSquadDev('train.json', text));
    expect(error.message).toContain('train.json');
    expect(error.found).toBe('5 articles, 12 paragraphs, 27 questions');
    expect(error.expected).toContain('48 articles, 2067 paragraphs, 10570 questions');
  });

  it('tells SQuAD 2.0 by its version or by questions without an answer', () => {
    expect(
      refusal(() => decodeSquad('dev-v2.0.json', JSON.stringify({ ...squadShaped(), version: 'v2.0' })))
        .found,
    ).toContain('SQuAD 2.0');
    const file = squadShaped();
    Object.assign(file.data[0]!.paragraphs[0]!.qas[0]!, { is_impossible: true });
    expect(refusal(() => decodeSquad('dev-v2.0.json', JSON.stringify(file))).found).toContain('SQuAD 2.0');
  });

  it.each([
    ['half a file', text.slice(0, text.length / 2), 'truncated'],
    ['an empty file', '', 'empty'],
    ['text', 'not JSON', 'not-json'],
    ['a web page', '<!doctype html><p>404', 'missing'],
    ['other JSON', '{"rows": []}', 'wrong-kind'],
    ['a list', '[]', 'wrong-kind'],
  ])('refuses %s', (_, source, kind) => {
    const error = refusal(() => decodeSquad('dev-v1.1.json', source));
    expect(error.kind).toBe(kind);
    expect(error.file).toBe('dev-v1.1.json');
    if (kind !== 'truncated') expect(error.expected).toContain('SQuAD v1.1 dev');
  });

  it('refuses a picture by what it is', () => {
    expect(refusal(() => decodeSquad('dev.json', Uint8Array.of(0x89, 0x50, 0x4e, 0x47))).found).toBe(
      'a PNG image',
    );
  });

  it('names the place of a wrong value', () => {
    const file = squadShaped();
    Object.assign(file.data[1]!.paragraphs[0]!, { context: 7 });
    expect(refusal(() => decodeSquad('dev.json', JSON.stringify(file))).path).toBe(
      '$.data[1].paragraphs[0].context',
    );
  });

  it('refuses other texts behind the right counts', () => {
    expect(refusal(() => checkSquadHash('dev.json', 'f00')).message).toContain('f00');
  });
});
