import type { Span } from '../units';
import { sentenceSpans } from './sentences';
import { trimSpan } from './spans';

/**
 * How an exception is told: inside its rule's sentence, by pointing back at the rule, by denying
 * what the rule says of a narrower case, or by standing under a heading that takes away.
 */
export type ExceptionKind = 'clause' | 'reference' | 'denial' | 'heading';

/** A rule and what limits it: read alone, the first half says too much. */
export interface ExceptionPair {
  kind: ExceptionKind;
  rule: Span;
  exception: Span;
  /** The words that give the exception away, as they stand in the text. */
  cue: string;
}

const anyOf = (parts: readonly string[], flags: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${parts.join('|')})(?![\p{L}\p{N}])`, flags);

/** Words that set a case apart within a sentence; what follows is the exception. */
const clauseCue = anyOf(
  [
    'with (?:one|this|the|a single) (?:exception|difference)|with the exception of',
    'the (?:only )?exceptions? (?:is|are|being)',
    'except(?:ing|ed)?(?: for| that| when| where| if| in| on)?|excluding|not including',
    'unless|apart from|aside from|other than|save for',
    'but not|though not|and none',
    'only if|only when|only with|provided that|as long as',
    'mit Ausnahme|ausgenommen|außer|es sei denn|nur wenn|nur bei|sofern nicht|(?:jedoch|aber) nicht|nicht jedoch',
  ],
  'giu',
);
/** A last part that denies what the sentence has just said: “tolls come on top, fines do not”. */
const shortDenial =
  /[,;:] (?:and |but |die |der |das )?(?:[\p{L}-]+ ){1,6}(?:(?:do|does|is|are|can|may|will) not|nicht)(?=[.;]|$)/giu;

/** Words by which a whole sentence says that something said elsewhere does not hold. */
const referenceCue = anyOf(
  [
    String.raw`(?<!(?:no|not an|without|keine) )exceptions?(?: is| are| were| was|:)?`,
    'exempt(?:ed|ions?)?|(?:is|are|was|were) excluded|excludes?',
    '(?:does|do|did|will|shall) (?:not|never) (?:apply|hold|count|extend|cover|include|concern|affect|qualify)',
    '(?:is|are) (?:not|never) (?:affected|covered|included|counted|concerned|eligible|entitled|subject)',
    '(?:holds?|applies|apply|counts?) (?:only|for [^.,;]{1,40} only)',
    'nor (?:does|do|is|are|may|can)|neither (?:can|may|does|do|is|are)',
    'gil?t(?:en)? (?:das |dies |diese |dieser )?(?:aber |jedoch )?nicht|(?:davon|hiervon) (?:ausgenommen|ausgeschlossen)|(?:ist|sind) (?:nicht erfasst|ausgenommen)',
    String.raw`(?<!keine )Ausnahmen?`,
  ],
  'iu',
);
/** Denials that are as often a rule of their own: they count where words are shared with a rule before. */
const restriction = anyOf(
  [
    '(?:does|do|did|will|shall) (?:not|never) (?:get|have|receive|end|need)',
    '(?:is|are) (?:not|never) (?:possible|allowed|permitted|meant|part of|paid|refunded|repeated|needed|required|offered|available|valid)',
    String.raw`(?:cannot|may not|must not|can never|may never) (?:be )?[\p{L}]+|(?:dürfen|darf) (?:aber |jedoch )?nicht`,
    '(?:get|gets|has|have|need|needs|takes?) (?:no|none)',
  ],
  'iu',
);
/** A sentence that ends in its denial leaves out what it denies: “Fonts do not.” */
const endsDenying = /(?<![\p{L}\p{N}])(?:not|none|nicht|no)(?: either)?[.!]?$/iu;
/** What is said of all other cases; with a denial, a rule ends there. */
const otherCases = anyOf(['other|others|else|anderen?|übrigen'], 'iu');
const pointsBack = /^(?:this|that|it|they|these|das|dies|sie|es) /iu;

/** Headings whose whole section takes away from what stands elsewhere. */
const headingCue =
  /(?<![\p{L}\p{N}])(?:exceptions?|exclusions?|excluded|exempt\w*|Ausnahmen?|Ausschlüsse)(?![\p{L}\p{N}])|^#*\s*(?:\d+\.\s*)?(?:what|who|where|which|was|wer|wofür)(?![\p{L}]).*(?<![\p{L}])(?:not|never|nicht|kein\w*)(?![\p{L}])|^#*\s*not(?![\p{L}])/iu;

const denial = anyOf(
  [
    'not|never|nothing|no|none|cannot|nobody|neither|nor|nicht|kein(?:e|en|em|er|es)?|nie|niemals|niemand|weder',
  ],
  'giu',
);
/** What stands before a denial that belongs to a condition, a description or a contrast, and denies no rule. */
const aside =
  /(?<=[\p{L}\p{N}),;] )(?:(?:(?<!in )that|which|who|whoever|whose|if|when|whenever|because|since|as|where|wenn|weil|falls|die|der|das)(?: [\p{L}'’-]+){0,6}|and|but|und) $/iu;
/** Words by which a denial holds over every rule. */
const override = anyOf(
  [
    'whatever|whoever|regardless|irrespective|even (?:if|when|with)|in any case|under no circumstances|unabhängig|auch wenn|in keinem Fall',
  ],
  'iu',
);

/** Words that say nothing about what a sentence is about. */
const functionWords = new Set(
  `a about above after again all also although always an and any are as at be because been before being below both but by can could day days did do does doing done each either else even every few first for from further had has have having he her here him his how however i if in instead into is it its itself just last least less like made make many may me mean means might more most much must my new next no none nor not nothing now of off on once one only or other our out over own per put rather said same say see seen set shall she should since so some such take taken than that the their them then there these they thing things this those though three through time times to too two under until up upon us use used very was way we well were what when where whether which while who whom whose why will with within without would year years yet you your cannot never neither nobody except unless apart
  aber alle allem allen aller alles als also am an auch auf aus bei beim bis da damit dann das dass dem den denn der des die dies diese diesem diesen dieser dieses doch dort durch ein eine einem einen einer eines er es für gegen hat haben ihr ihre im in ist jede jedem jeden jeder jedes kann können man mehr mit muss müssen nach nicht noch nur ob oder ohne schon sein seine sich sie sind so über um und unter vom von vor war was weil wenn wer werden wie wird wo zu zum zur zwei`
    .split(/\s+/u)
    .filter((word) => word !== ''),
);

interface Sentence extends Span {
  section: number;
  /** Number of its line: the sentences of one line are a paragraph. */
  line: number;
  stems: ReadonlySet<string>;
  denies: boolean;
}

interface Section {
  heading: Span | null;
  takesAway: boolean;
}

/** A word without its ending, so that “export”, “exports” and “exported” are one. */
function stemOf(word: string): string {
  const plain = word.toLowerCase();
  const cut = plain.replace(/(?:ies|ied|ing|ings|ed|es|en|er|ern|e|n|s|y)$/u, '');
  return cut.length >= 3 ? cut : plain;
}

const words = /[\p{L}][\p{L}\p{N}_-]*/gu;

function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const [word] of text.matchAll(words))
    if (word.length > 2 && !functionWords.has(word.toLowerCase())) stems.add(stemOf(word));
  return stems;
}

const isTableRow = (line: string): boolean => /^\s*\|/u.test(line);
/** A Markdown heading, or a short line without a stop that stands above its paragraph. */
function isHeading(line: string, before: string | undefined, after: string | undefined): boolean {
  if (/^\s*#{1,6}\s/u.test(line)) return true;
  if (/^\s*(?:[-*•|>]|\d+[.)])/u.test(line) || line.length > 60 || /[.!?:;,]\s*$/u.test(line)) return false;
  return (before === undefined || before.trim() === '') && after !== undefined && after.trim() !== '';
}

function read(text: string): { sentences: Sentence[]; sections: Section[] } {
  const sections: Section[] = [{ heading: null, takesAway: false }];
  const sentences: Sentence[] = [];
  const lines = text.split('\n');
  let at = 0;
  lines.forEach((line, index) => {
    const start = at;
    at += line.length + 1;
    if (line.trim() === '' || isTableRow(line)) return;
    if (isHeading(line, lines[index - 1], lines[index + 1] ?? undefined)) {
      const heading = trimSpan(text, { start, end: start + line.length });
      sections.push({ heading, takesAway: headingCue.test(line) });
      return;
    }
    for (const span of sentenceSpans(line)) {
      const sentence = line.slice(span.start, span.end);
      sentences.push({
        start: start + span.start,
        end: start + span.end,
        section: sections.length - 1,
        line: index,
        stems: stemsOf(sentence),
        denies: deniesMainly(sentence) || pointerOf(sentence) !== null,
      });
    }
  });
  return { sentences, sections };
}

/** How much the rarer words of two sentences agree: a word counts less the more sentences have it. */
type Weights = ReadonlyMap<string, number>;

/** The sentences that have each word. */
function placesOf(sentences: readonly Sentence[]): ReadonlyMap<string, readonly Sentence[]> {
  const places = new Map<string, Sentence[]>();
  for (const sentence of sentences)
    for (const stem of sentence.stems) {
      const own = places.get(stem);
      if (own) own.push(sentence);
      else places.set(stem, [sentence]);
    }
  return places;
}

const weightsOf = (places: ReadonlyMap<string, readonly Sentence[]>): Weights =>
  new Map([...places].map(([stem, own]) => [stem, 1 / Math.sqrt(own.length)]));

function shared(a: Sentence, b: Sentence): string[] {
  return [...a.stems].filter((stem) => b.stems.has(stem));
}

const weigh = (stems: readonly string[], weights: Weights): number =>
  stems.reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);

/** After a denial these begin a contrast of places or people, and what is done is not denied. */
const preposition = /^\s*(?:by|for|in|on|from|with|to|at|von|für|bei|mit|an|auf)\s/iu;
const nobody = /^(?:nobody|niemand)$/iu;
const noVerb = /^(?:neither|nor|weder|nothing)$/iu;

/** What the denials of a sentence deny: the first content word after each, within its clause. */
function deniedStems(sentence: string): Set<string> {
  const denied = new Set<string>();
  for (const match of sentence.matchAll(denial)) {
    const following = sentence.slice(match.index + match[0].length).split(/[,;:.]/u, 1)[0]!;
    if (aside.test(sentence.slice(0, match.index)) || preposition.test(following) || noVerb.test(match[0]))
      continue;
    const stems = stemsOf(following);
    for (const stem of nobody.test(match[0]) ? stems : [...stems].slice(0, 1)) denied.add(stem);
  }
  return denied;
}

const says = (text: string): boolean => stemsOf(text).size > 0;

/** The two halves of a sentence around its cue; null where one of them says nothing. */
function clausePair(text: string, sentence: Span): ExceptionPair | null {
  const own = text.slice(sentence.start, sentence.end);
  const within = (start: number, end: number): Span =>
    trimSpan(text, { start: sentence.start + start, end: sentence.start + end });
  for (const match of [...own.matchAll(clauseCue), ...own.matchAll(shortDenial)]) {
    const before = own.slice(0, match.index);
    const cue = match[0].replace(/^[,;:] /u, '');
    // “as long as it lasts” is a duration; a condition stands after a comma or what is denied.
    if (/^as long as$/iu.test(cue) && !/,\s*$/u.test(before) && before.search(denial) < 0) continue;
    // “Davon ausgenommen ist X” points back: no rule stands in its own sentence.
    if (/(?:davon|hiervon|sind|ist)(?: nicht)? $/iu.test(before)) continue;
    // “That holds only with X” has its rule before.
    if (pointsBack.test(own) && stemsOf(before).size < 2) continue;
    const comma = own.indexOf(',', match.index);
    const [rule, exception] = says(before)
      ? [within(0, match.index), within(match.index, own.length)]
      : // “Unless X, Y”: the exception comes first, up to the comma.
        [within(comma + 1, own.length), within(0, comma)];
    if (!says(before) && comma < 0) continue;
    if (says(text.slice(rule.start, rule.end)) && says(text.slice(exception.start, exception.end)))
      return { kind: 'clause', rule, exception, cue };
  }
  return null;
}

/**
 * Rules of a text that stand apart from what limits them, in the order of the exceptions; at most
 * one for each sentence, none for a text without any.
 *
 * It reads words, not meaning: an exception without a telling word is not found, and a rule is
 * the sentence that shares most words with its exception. Cues are English and German; in other
 * languages nothing is found.
 */
export function exceptionPairs(text: string): ExceptionPair[] {
  const { sentences, sections } = read(text);
  const places = placesOf(sentences);
  const weights = weightsOf(places);
  const pairs: ExceptionPair[] = [];
  sentences.forEach((sentence, index) => {
    const pair =
      clausePair(text, sentence) ??
      referencePair(text, sentences, index, weights) ??
      denialPair(text, sentence, places, weights);
    if (pair) pairs.push(pair);
  });
  return [...pairs, ...headingPairs(text, sentences, sections)].sort(
    (a, b) => a.exception.start - b.exception.start,
  );
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

/** Whether a sentence denies something itself, and not only in what it describes or supposes. */
const deniesMainly = (own: string): boolean =>
  [...own.matchAll(denial)].some(({ index }) => !aside.test(own.slice(0, index)));

interface Pointer {
  cue: string;
  /** Whether it points back even where it shares no word with what stands before. */
  sure: boolean;
}

/** The words by which a sentence points back; null for one that does not. */
function pointerOf(own: string): Pointer | null {
  const found = (cue: RegExp, within = own): string | null => {
    const match = cue.exec(within);
    return match && !aside.test(own.slice(0, match.index)) ? match[0] : null;
  };
  const sure = found(referenceCue);
  if (sure !== null) return { cue: sure, sure: true };
  if (!deniesMainly(own)) return null;
  const ending = found(endsDenying) ?? found(otherCases, own.split(/[,;]/u, 1)[0]!.slice(0, 40));
  if (ending !== null) return { cue: ending, sure: true };
  const restricts = found(restriction);
  return restricts === null ? null : { cue: restricts, sure: pointsBack.test(own) };
}

/** Sentences before an exception in which its rule is looked for. */
const lookBack = 12;

/**
 * A sentence that points back: its rule is the affirming sentence of its section that shares most
 * with it, near ones first. A rule that begins with a pronoun takes the sentence before it along.
 */
function referencePair(
  text: string,
  sentences: readonly Sentence[],
  index: number,
  weights: Weights,
): ExceptionPair | null {
  const sentence = sentences[index]!;
  const own = text.slice(sentence.start, sentence.end);
  const pointer = pointerOf(own);
  if (pointer === null) return null;
  const before = sentences
    .slice(Math.max(0, index - lookBack), index)
    .filter(({ section }) => section === sentence.section)
    .reverse();
  const affirming = before.filter(({ denies }) => !denies);
  const candidates = pointsBack.test(own) ? before.slice(0, 1) : affirming.length > 0 ? affirming : before;
  const [best] = candidates
    .map((rule, distance) => {
      const same = shared(rule, sentence);
      return { rule, same, weight: weigh(same, weights) - 0.15 * distance };
    })
    .sort((a, b) => b.weight - a.weight);
  if (!best || (!pointer.sure && best.same.length === 0)) return null;
  // Without a shared word, what the paragraph begins with is what it is about.
  const topic = before.findLast(({ line }) => line === sentence.line);
  const rule = best.same.length === 0 && !pointsBack.test(own) ? (topic ?? best.rule) : best.rule;
  const previous = sentences[sentences.indexOf(rule) - 1];
  const leans = pointsBack.test(text.slice(rule.start, rule.end)) && previous?.section === rule.section;
  return {
    kind: 'reference',
    rule: { start: leans ? previous.start : rule.start, end: rule.end },
    exception: spanOf(sentence),
    cue: pointer.cue,
  };
}

/** A sentence that denies what another affirms: they share what is denied, and what it is said of. */
function denialPair(
  text: string,
  sentence: Sentence,
  places: ReadonlyMap<string, readonly Sentence[]>,
  weights: Weights,
): ExceptionPair | null {
  const own = text.slice(sentence.start, sentence.end);
  const denied = deniedStems(own);
  if (denied.size === 0) return null;
  const overrides = override.test(own);
  let best: { rule: Sentence; weight: number } | null = null;
  for (const rule of new Set([...denied].flatMap((stem) => places.get(stem) ?? []))) {
    if (rule === sentence || rule.denies) continue;
    const same = shared(rule, sentence);
    const near = rule.section === sentence.section && rule.start < sentence.start;
    const close = rule.line === sentence.line && near && !own.split(' ').some((word) => nobody.test(word));
    if (same.length < (overrides || close ? 1 : 2)) continue;
    const weight = weigh(same, weights) + (near ? 0.4 : 0) + (close ? 0.4 : 0);
    if (weight > (best?.weight ?? (overrides ? 0 : 1))) best = { rule, weight };
  }
  const [cue] = own.match(denial) ?? [];
  return best && cue ? { kind: 'denial', rule: spanOf(best.rule), exception: spanOf(sentence), cue } : null;
}

/** What stands under a heading that takes away, and the heading: without it, the section says the opposite. */
function headingPairs(
  text: string,
  sentences: readonly Sentence[],
  sections: readonly Section[],
): ExceptionPair[] {
  return sections.flatMap(({ heading, takesAway }, index) => {
    const own = sentences.filter(({ section }) => section === index);
    if (!heading || !takesAway || own.length === 0) return [];
    const rule = { start: own[0]!.start, end: own.at(-1)!.end };
    return [
      { kind: 'heading' as const, rule, exception: heading, cue: text.slice(heading.start, heading.end) },
    ];
  });
}

const holds = (chunk: Span, half: Span): boolean => chunk.start <= half.start && half.end <= chunk.end;

/** Whether no chunk holds rule and exception: a search can then return the rule alone. */
export const isCutApart = ({ rule, exception }: ExceptionPair, chunks: readonly Span[]): boolean =>
  !chunks.some((chunk) => holds(chunk, rule) && holds(chunk, exception));

/** Whether one of the returned stretches holds the rule whole, and none the exception. */
export const isRuleAlone = ({ rule, exception }: ExceptionPair, returned: readonly Span[]): boolean =>
  returned.some((span) => holds(span, rule)) && !returned.some((span) => holds(span, exception));
