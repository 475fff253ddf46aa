const maskedRun = 6;

/** A server's own words, short, on one line, and without any part of the secrets. */
export function redact(message: string, secrets: string | null | readonly (string | null)[]): string {
  const out = maskSecrets(message.slice(0, 2000), secrets).replace(/\s+/g, ' ').trim();
  return out.length > 300 ? `${out.slice(0, 300)}…` : out;
}

/**
 * A text without any part of the secrets.
 *
 * Servers like to repeat a key, whole or shortened, and put it into numbers. Letters and
 * digits are compared without case and without what stands between them, forwards and
 * backwards, plain and as base64 or hex: every run of six or more that also stands in a
 * secret is masked, and anything that looks like a key.
 */
export function maskSecrets(text: string, secrets: string | null | readonly (string | null)[]): string {
  const masked = new Uint8Array(text.length);
  const { plain, at } = plainOf(text);
  for (const secret of [secrets].flat()) {
    if (secret === null || secret.trim() === '') continue;
    for (const form of formsOf(secret)) {
      const run = Math.min(maskedRun, form.length);
      for (let from = 0; from + run <= plain.length; from++)
        if (form.includes(plain.slice(from, from + run))) masked.fill(1, at[from]!, at[from + run - 1]! + 1);
    }
  }
  let out = '';
  for (let index = 0; index < text.length; index++) {
    if (!masked[index]) out += text[index];
    else if (!masked[index - 1]) out += '[key]';
  }
  return out.replace(keyLike, '[key]').replace(/\bBearer\s+\S+/gi, 'Bearer [key]');
}

/** Whether a key is a secret and not a word that a local server takes for one, such as `ollama`. */
export const isSecret = (key: string): boolean => key.length >= 12 || (key.length >= 8 && /\d/.test(key));

/** What providers hand out as keys. */
const keyLike = /\b(?:sk|pk|rk|gsk|xai|nvapi|pplx|r8|hf)[-_][\w*.\-[\]]{4,}|\bAIza[\w-]{10,}/g;

/** Whether something in a text looks like a key. */
export const holdsKey = (text: string): boolean => text.search(keyLike) >= 0;

/** Whether a text looks like a key and not like an address or a name. */
export function looksLikeKey(text: string): boolean {
  return holdsKey(text) || /^(?=\S*\d)(?=\S*[a-z])[\w-]{24,}$/i.test(text.trim());
}

/** Letters and digits of a text in lower case, and where each stands. */
function plainOf(text: string): { plain: string; at: number[] } {
  let plain = '';
  const at: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]!.toLowerCase();
    if (letter.length === 1 && /[\p{L}\p{N}]/u.test(letter)) {
      plain += letter;
      at.push(index);
    }
  }
  return { plain, at };
}

/** How a secret may come back, as letters and digits in lower case. */
function formsOf(secret: string): string[] {
  const bytes = [...new TextEncoder().encode(secret)];
  const base64 = [0, 1, 2].map((offset) => {
    const whole = btoa(String.fromCharCode(...new Array<number>(offset).fill(0), ...bytes));
    // Letters at the edges also say what stood before and after.
    return whole.replace(/=+$/, '').slice(offset === 0 ? 0 : offset + 1, -1);
  });
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // A short one in other forms would be found in half of all words.
  const coded = secret.length < maskedRun ? [] : [...base64, hex];
  const forms = [secret, ...coded].map((form) => plainOf(form).plain);
  return [...forms, ...forms.map((form) => [...form].reverse().join(''))].filter((form) => form !== '');
}
