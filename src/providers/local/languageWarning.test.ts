import { describe, expect, it } from 'vitest';
import { languageWarning } from './languageWarning';

describe('languageWarning', () => {
  it.each([
    ['这把钥匙应该保存在保险箱里。', 'Chinese'],
    ['この鍵は金庫に保管してください。', 'Japanese'],
    ['이 열쇠는 금고에 보관하세요.', 'Korean'],
    ['يجب حفظ هذا المفتاح في الخزنة.', 'Arabic'],
    ['Этот ключ нужно хранить в сейфе.', 'Cyrillic'],
    ['Φυλάξτε το κλειδί στο χρηματοκιβώτιο.', 'Greek'],
    [
      'Der Schlüssel wird nach der Sitzung nicht im Büro, sondern in dem Safe und mit dem Siegel aufbewahrt.',
      'German',
    ],
    ['La clé est dans le coffre et les codes sont sur la table avec une copie pour vous.', 'French'],
    ['La llave está en la caja y los códigos son para el personal, pero no se guarda una copia.', 'Spanish'],
  ])('names the language of %s', (text, language) => {
    const warning = languageWarning(text);
    expect(warning?.language).toContain(language);
    expect(warning?.message).toContain(language);
  });

  it.each([
    'The key is kept in the safe, and a copy of it is not for sale.',
    'Ask Søren Müller at the Café de la Gare about naïve piñata orders in São Paulo.',
    'SELECT id FROM keys WHERE scope = 3;',
    '12 345 — 67',
    '',
  ])('says nothing about %s', (text) => {
    expect(languageWarning(text)).toBeNull();
  });

  it('sees a foreign half in a long text', () => {
    const text = 'The key is kept in the safe. '.repeat(3000) + '这把钥匙应该保存在保险箱里。'.repeat(3000);
    expect(languageWarning(text)?.language).toBe('Chinese');
  });
});
