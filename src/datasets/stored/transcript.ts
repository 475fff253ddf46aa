import { voiceOf } from './chatMessage';
import { isBlankLine, linesOf } from './textLines';

/** What one voice said, with the label that its pieces carry. */
export interface Said {
  /** Of the turn that it belongs to. */
  turn: number;
  label: string | null;
  text: string;
}

/** What a line says about whose words follow. */
interface Opening {
  /** As it is shown: `User`, `Assistant`, `Tool search`, or the name as it stands. */
  who: string;
  /** The turn that the line names; null where it names none. */
  turn: number | null;
  when: string | null;
  /** What follows on the same line. */
  rest: string;
}

const turnWord = /^(?:turn|message|msg|#)\s*#?\s*(\d{1,6})$/i;
const toolWord = /^(?:tool|function)(?:[\s:]+(.{1,80}))?$/i;

/** A voice by its usual names; null for any other word. */
function knownVoice(word: string): string | null {
  const clean = word.trim().replace(/\s+(?:said|says|wrote)$/i, '');
  const tool = toolWord.exec(clean);
  if (tool) return ['Tool', tool[1]?.trim()].filter(Boolean).join(' ');
  if (
    /^(?:me|i|q|question|prompt|client|用户|使用者|ユーザー|사용자|пользователь|usuario|utilisateur|benutzer|nutzer|utente|usuário|المستخدم|उपयोगकर्ता)$/i.test(
      clean,
    )
  )
    return 'User';
  if (
    /^(?:a|answer|response|reply|assistent|助手|助理|アシスタント|어시스턴트|ассистент|asistente|assistente|المساعد|सहायक|copilot|gpt-?\d\S*|llama\S*|mistral\S*|deepseek\S*)$/i.test(
      clean,
    )
  )
    return 'Assistant';
  switch (voiceOf(clean)) {
    case 'user':
      return 'User';
    case 'assistant':
      return 'Assistant';
    case 'tool':
      return 'Tool';
    case 'system':
      return 'System';
    default:
      return null;
  }
}

const clock = /\d{1,2}[:.]\d{2}/;
const day =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}\b|\b\d{1,2}\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const isWhen = (word: string): boolean => word.length <= 60 && (clock.test(word) || day.test(word));

/** `[Turn 4 · User · Oct 16, 2:02 PM]`, in the signs that people put between the parts. */
function labelOpening(line: string): Opening | null {
  const match = /^\s{0,3}(?:\[([^[\]]{1,200})\]|【([^【】]{1,200})】)\s*:?\s*(.*)$/.exec(line);
  if (!match) return null;
  const words = (match[1] ?? match[2])!
    .split(/\s*[·•|]\s*|\s+[-–—/]\s+|\s*[,:]\s+(?=[^\d])/)
    .map((word) => word.trim());
  let turn: number | null = null;
  let who: string | null = null;
  const when: string[] = [];
  for (const word of words) {
    const number = turnWord.exec(word);
    if (number && turn === null) turn = Number(number[1]);
    else if (who === null && knownVoice(word) !== null) who = knownVoice(word);
    else if (isWhen(word) || when.length > 0 || (who !== null && turn !== null)) when.push(word);
    else if (who === null && turn !== null) who = word;
    else return null;
  }
  if (who === null && turn === null) return null;
  return { who: who ?? '', turn, when: when.join(', ') || null, rest: match[3]! };
}

/** A time before a name, in brackets or not: `[12/03/24, 09:12]`, `09:12:33 -`. */
const stampInFront =
  /^(?:[[(]([^\][()\n]{4,40})[\])]|((?:(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})[,T]?\s+)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}))\s*[-–—]?\s+/i;
/** A name, perhaps a time in brackets behind it, and a colon; not that of an address. */
const nameInFront =
  /^(?:[\p{Extended_Pictographic}\u{FE0F}\u{200D}]+\s*)?([\p{L}\p{N}@~][^:：\n[\](){}"“”]{0,40}?)\s*(?:[[(]([^\])\n]{1,40})[\])])?\s*[:：](?!\/\/)\s*(.*)$/u;

/** `User: …`, `**Assistant:** …`, `## User`, `[09:12] Ana: …`, `You said:`. The name is any word; who calls decides whether it is one. */
function namedOpening(line: string): (Opening & { name: string; known: boolean }) | null {
  const head = line.slice(0, 120);
  if (!/[:：]/.test(head) && !/^\s{0,3}(?:#|\*\*|__)/.test(head)) return null;
  const clean = line.replace(/^\s{0,3}(?:#{1,6}\s+|>\s*)?/, '').replace(/\*\*|__/g, '');
  const heading = /^\s{0,3}(?:#{1,6}\s+|\*\*|__)/.test(line);
  const stamp = stampInFront.exec(clean);
  const bracketed = stamp?.[1];
  if (bracketed !== undefined && !isWhen(bracketed)) return null;
  const match = nameInFront.exec(clean.slice(stamp?.[0].length ?? 0));
  if (match && (match[2] === undefined || isWhen(match[2]) || knownVoice(match[1]!))) {
    const name = match[1]!.trim();
    // A time of day is nobody: `09:12 Bought milk`.
    if (!/\p{L}/u.test(name) || (/\d$/.test(name) && /^\d/.test(match[3]!))) return null;
    const voice = knownVoice(name);
    return {
      name,
      known: voice !== null,
      who: voice ?? name,
      turn: null,
      when: bracketed ?? stamp?.[2]?.trim() ?? (match[2] !== undefined && isWhen(match[2]) ? match[2] : null),
      rest: match[3]!,
    };
  }
  // A heading or bold line that is nothing but a role.
  const alone = heading
    ? clean
        .replace(/[:：\s]+$/, '')
        .replace(/^[\p{Extended_Pictographic}\u{FE0F}\u{200D}\s]+/u, '')
        .trim()
    : '';
  const voice =
    alone === '' || alone.length > 40 || /^(?:[aiq]|me|answer|question|response|reply|prompt)$/i.test(alone)
      ? null
      : knownVoice(alone);
  return voice === null ? null : { name: alone, known: true, who: voice, turn: null, when: null, rest: '' };
}

/** Whether a text holds labels in square brackets that say who speaks. */
export function looksLabelled(lines: readonly string[]): boolean {
  const first = lines.find((line) => !isBlankLine(line));
  if (first === undefined) return false;
  const openings = lines.filter(
    (line) => line.length <= 4000 && labelOpening(line.slice(0, 300)) !== null,
  ).length;
  return openings >= 2 || (openings === 1 && labelOpening(first.slice(0, 300)) !== null);
}

/** Words that are also something else: they are voices only where nothing plainer is. */
const doubtful = /^(?:[aiq]|me|you|question|answer|response|reply|prompt|client|customer|agent|model)$/i;

/**
 * The names that begin a line as a voice does; empty where a text is no transcript.
 *
 * Roles by their usual names, where two of them speak or the text begins with one. Else names
 * of people: two or more, each of which comes back, on a third of the lines or more. A list of
 * `Email: …`, `Phone: …` names each once, and records repeat theirs in every block.
 */
function speakersIn(lines: readonly string[]): ReadonlySet<string> {
  const counts = {
    plain: new Map<string, number>(),
    doubtful: new Map<string, number>(),
    other: new Map<string, number>(),
  };
  const blocks: string[][] = [];
  let full = 0;
  let blank = true;
  let first: string | null = null;
  for (const line of lines) {
    if (isBlankLine(line)) {
      blank = true;
      continue;
    }
    const opening = namedOpening(line.slice(0, 300));
    full += 1;
    if (blank) blocks.push([]);
    blank = false;
    if (full === 1) first = opening?.name ?? null;
    if (!opening) continue;
    blocks.at(-1)!.push(opening.name);
    const kind = counts[!opening.known ? 'other' : doubtful.test(opening.name) ? 'doubtful' : 'plain'];
    kind.set(opening.name, (kind.get(opening.name) ?? 0) + 1);
  }
  const total = (of: ReadonlyMap<string, number>) => [...of.values()].reduce((sum, count) => sum + count, 0);
  const voices = (...of: ReadonlyMap<string, number>[]) =>
    new Set(of.flatMap((names) => [...names.keys()].map(knownVoice)));
  const { plain, doubtful: unsure, other } = counts;
  const all = new Set([...plain.keys(), ...unsure.keys()]);
  const speaking = voices(plain);
  // Tools and systems speak in a chat, but also in a list of what a machine has.
  const isChat = speaking.has('User') || speaking.has('Assistant');
  const begins = first !== null && all.has(first);
  // Two lines in the middle of something else are a list of who is who.
  if (!begins && total(plain) + total(unsure) < 3 && total(other) * 2 < full && isChat) return new Set();
  if (isChat && (speaking.size > 1 || (first !== null && plain.has(first))))
    return speaking.has('User') && speaking.has('Assistant') ? new Set(plain.keys()) : all;
  if (
    voices(plain, unsure).size > 1 &&
    total(plain) + total(unsure) > total(other) &&
    (isChat || voices(unsure).size > 1)
  )
    return all;
  const people = [...other].filter(([, count]) => count > 1);
  const inPeople = people.reduce((sum, [, count]) => sum + count, 0);
  const areRecords = blocks.length > 1 && new Set(blocks.map((names) => names.join('\n'))).size === 1;
  return new Set(
    people.length > 1 && inPeople * 3 >= full && !areRecords ? people.map(([name]) => name) : [],
  );
}

/** Whether a text is a transcript: voices by their usual names, or names of people that come back. */
export const looksLikeTranscript = (lines: readonly string[]): boolean => speakersIn(lines).size > 0;

const labelled = (turn: number, { who, when }: Opening): string =>
  `[${[`Turn ${turn}`, who, when ?? ''].filter((word) => word !== '').join(' · ')}]`;

/** Words of one voice after another; `openingOf` says where a voice begins. */
function readVoices(
  text: string,
  openingOf: (line: string) => Opening | null,
): { said: Said[]; notices: string[] } {
  const said: (Said & { lines: string[] })[] = [];
  let turn = 0;
  let system = 0;
  let skipping = false;
  for (const line of linesOf(text)) {
    const opening = openingOf(line);
    if (!opening) {
      if (skipping) continue;
      const last = said.at(-1);
      if (last) last.lines.push(line);
      else if (!isBlankLine(line)) said.push({ turn: 0, label: null, text: '', lines: [line] });
      continue;
    }
    skipping = opening.who === 'System';
    if (skipping) {
      system += 1;
      continue;
    }
    // A turn begins with the user; people among themselves take one each.
    const continues = opening.who === 'Assistant' || opening.who.startsWith('Tool');
    if (opening.turn !== null) turn = opening.turn;
    else if (turn === 0 || !continues) turn += 1;
    const label = labelled(turn, opening);
    const last = said.at(-1);
    if (last?.label === label && opening.turn !== null) last.lines.push(opening.rest);
    else said.push({ turn, label, text: '', lines: [opening.rest] });
  }
  return {
    said: said
      .map(({ turn, label, lines }) => ({ turn, label, text: lines.join('\n').trim() }))
      .filter((part) => part.text !== ''),
    notices:
      system > 0 ? [`${system} × a system message, left out: it was not said in the conversation.`] : [],
  };
}

/** A text with a label in front of each voice, as this page shows pieces. */
export function readLabelled(text: string): ReturnType<typeof readVoices> {
  return readVoices(text, (line) => labelOpening(line.slice(0, 300)) && labelOpening(line));
}

/** A transcript, `User: …` and `Assistant: …` or people by their names. */
export function readTranscript(text: string): ReturnType<typeof readVoices> {
  const speakers = speakersIn(linesOf(text));
  return readVoices(text, (line) => {
    const opening = namedOpening(line.slice(0, 300)) && namedOpening(line);
    return opening && (speakers.size === 0 ? opening.known : speakers.has(opening.name)) ? opening : null;
  });
}
