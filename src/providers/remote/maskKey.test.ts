import { expect, it } from 'vitest';
import { looksLikeKey, redact } from './maskKey';

const key = 'sk-proj-Known0123456789Secret';
const numeric = '48151623421123';
const spaced = (text: string, by: string) => [...text].join(by);
const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each<[string, string, string]>([
  ['whole', key, `Incorrect key ${key} given`],
  ['its beginning', key, `key ${key.slice(0, 14)}***`],
  ['its end', key, `***${key.slice(-9)}`],
  ['in lower case', key, key.toLowerCase()],
  ['in upper case', key, `KEY ${key.toUpperCase()}`],
  ['reversed', key, [...key].reverse().join('')],
  ['spaced', key, spaced(key, ' ')],
  ['with dashes between', key, spaced(key, '-')],
  ['with zero-width spaces', key, spaced(key, '\u200b')],
  ['in base64', key, base64(key)],
  ['in base64 after other letters', key, base64(`Bearer ${key}`)],
  [
    'in base64 without padding, in an address',
    key,
    base64(`x:${key}`).replace(/=+$/, '').replace(/\+/g, '-'),
  ],
  ['in base64, reversed', key, [...base64(key)].reverse().join('')],
  ['in hex', key, Buffer.from(key).toString('hex')],
  ['percent-encoded', 'ab+c/d=e0123456789', 'ab%2Bc%2Fd%3De0123456789'],
  ['as a number', numeric, `limit is ${numeric}`],
  ['as a number with separators', numeric, 'limit is 48,151,623,421,123'],
  ['as a number with an exponent', numeric, '4.8151623421123e13 tokens'],
  ['another provider’s key', 'unrelated-secret-1', 'found sk-or-v1-abcdef0123 and AIzaSyA1234567890'],
])('masks the key %s', (_, secret, text) => {
  const said = redact(text, secret);
  expect(said).toContain('[key]');
  const left = said
    .replaceAll('[key]', '')
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase();
  const forms = [secret, base64(secret), Buffer.from(secret).toString('hex')];
  for (const form of [...forms, ...forms.map((one) => [...one].reverse().join(''))]) {
    const letters = form.replace(/[^a-z0-9]/gi, '').toLowerCase();
    for (let at = 0; at + 6 <= letters.length; at++) expect(left).not.toContain(letters.slice(at, at + 6));
  }
});

it('leaves words alone that have nothing of the key', () => {
  const said = 'The model does not exist. Limit 3000000, requested 4096 tokens in 12 inputs.';
  expect(redact(said, key)).toBe(said);
  expect(redact(said, [])).toBe(said);
  expect(redact('abc abd', 'abc')).toBe('[key] abd');
});

it('tells a key from an address', () => {
  for (const text of [
    key,
    'AIzaSyA-1234567890abcdef',
    'gsk_abcdef123456',
    '0123456789abcdef0123456789abcdef',
  ])
    expect(looksLikeKey(text), text).toBe(true);
  for (const text of ['localhost:11434', 'https://api.openai.com/v1', 'my-server', 'nomic-embed-text-v1.5'])
    expect(looksLikeKey(text), text).toBe(false);
});
