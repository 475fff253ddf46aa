import { chunkingFinding } from '../experiments/chunking/finding';
import { strToU8, zipSync } from 'fflate';
import { runBenchmark } from '../experiments/chunking/measure/benchmark';
import { corpusHashInput, type BenchmarkCorpus, type BenchmarkQuestion } from '../datasets/corpus';
import { committedStrategies, type BenchmarkStrategy } from '../experiments/chunking/measure/strategyIndex';
import { chunkingFiles, type ChunkingFile } from '../experiments/chunking/files';

export const markup = '<img src=x onerror=alert(1)>';
export const quoted = '& "q"';
/** An id with every character that an address could trip over. */
export const awkwardId = 'doc/a#1?x=%2F&y=ü 🙂';
export const formula = '=HYPERLINK("http://x","y")';

interface OddRun {
  id: string;
  title: string;
  corpus: BenchmarkCorpus;
  strategies?: readonly BenchmarkStrategy[];
  /** Changes the files before they are packed. */
  change?: (file: ChunkingFile) => void;
}

/** A run as a zip that the page opens: measured as any other, with its text. `sha256` gives the hash of a text in hex. */
export async function oddRun(
  {
    id,
    title,
    corpus,
    strategies = committedStrategies().filter(({ id }) =>
      ['fixed_size', 'paragraph', 'sentence_window'].includes(id),
    ),
    change,
  }: OddRun,
  sha256: (text: string) => string,
): Promise<Buffer> {
  const run = await runBenchmark(corpus, strategies, undefined);
  const made = await chunkingFiles(run, {
    id,
    title,
    question: `What is shown of ${title}?`,
    headline: () => `A headline of ${title}.`,
    model: null,
    corpus: {
      name: `corpus of ${title}`,
      hash: sha256(corpusHashInput(corpus)),
      licence: 'MIT',
      text: 'included',
      source: null,
      sample: null,
    },
    draws: 50,
    switches: true,
  });
  if (change) made.forEach(change);
  const files = made.map(({ name, value }) => [name, JSON.stringify(value)] as const);
  const entry = {
    id,
    kind: 'chunking',
    title,
    question: `What is shown of ${title}?`,
    headline: `A headline of ${title}.`,
    finding: chunkingFinding(new Map(made.map(({ name, value }) => [name, value]))),
    data: title,
    badges: [],
    files: files.map(([name, text]) => ({ name, sha256: sha256(text), bytes: Buffer.byteLength(text) })),
    provenance: {
      program: 'test',
      command: 'test',
      startedAt: '2026-01-01T00:00:00Z',
      durationMs: 0,
      node: '20',
      icu: '75',
      packages: {},
    },
  };
  return Buffer.from(
    zipSync(
      {
        'index.json': strToU8(JSON.stringify({ formatVersion: 1, kind: 'index', experiments: [entry] })),
        ...Object.fromEntries(files.map(([name, text]) => [`${id}/${name}`, strToU8(text)])),
      },
      { level: 1 },
    ),
  );
}

const documents = [
  {
    id: 'bees',
    title: 'Bees',
    text: 'The hives stand behind the chapel. Ida Holm keeps them.\n\nHoney is taken in August. A full frame weighs two kilos.',
  },
  {
    id: 'boats',
    title: 'Boats',
    text: 'Seven boats lie in the bay. The oldest is called Rook.\n\nRook was built in 1931 and leaks a little.',
  },
];

const ask = (
  id: string,
  text: string,
  document: number,
  answer: string,
  family: string,
): BenchmarkQuestion => {
  const start = documents[document]!.text.indexOf(answer);
  return {
    id,
    text,
    document,
    answers: [answer],
    gold: [{ document, start, end: start + answer.length }],
    families: { topic: family },
  };
};

const grouped = { groupings: [{ id: 'topic', label: 'topic' }], cluster: 'topic' };

/** Two documents and this many of four questions. */
export function smallCorpus(questions: number): BenchmarkCorpus {
  const all = [
    ask('q1', 'Who keeps the hives?', 0, 'Ida Holm', 'bees'),
    ask('q2', 'When was Rook built?', 1, '1931', 'boats'),
    ask('q3', 'What does a full frame weigh?', 0, 'two kilos', 'bees'),
    ask('q4', 'How many boats lie in the bay?', 1, 'Seven', 'boats'),
  ];
  return { documents, questions: all.slice(0, questions), ...grouped };
}

/** Names that are names of something else: of built-in properties, of numbers, of markup, of formulas. */
export function oddNames(): { corpus: BenchmarkCorpus; strategies: BenchmarkStrategy[] } {
  const odd = documents.map((document, place) => ({
    ...document,
    id: place === 0 ? awkwardId : '__proto__',
    title: place === 0 ? `${markup} ${quoted}` : '__proto__',
    text: `${document.text}\n\n${markup} ${quoted} ${formula}`,
  }));
  const questions = [
    ask('10', formula, 0, 'Ida Holm', '__proto__'),
    ask('9', `${markup} who built Rook?`, 1, '1931', 'constructor'),
    ask('constructor', '@SUM(1) bay', 1, 'Seven', '__proto__'),
    ask(awkwardId, `${quoted} weigh`, 0, 'two kilos', `${markup} ${quoted}`),
    {
      ...ask('__proto__', '-1 is said nowhere', 0, 'Ida Holm', 'constructor'),
      answers: ['a walrus'],
      gold: [],
    },
  ];
  const [size, paragraph, window] = ['fixed_size', 'paragraph', 'sentence_window'].map((id) =>
    committedStrategies().find((strategy) => strategy.id === id)!,
  );
  return {
    corpus: {
      documents: odd,
      questions,
      groupings: [{ id: 'topic', label: `topic ${markup}` }],
      cluster: 'topic',
    },
    strategies: [
      { ...size!, id: '10', label: `Ten ${markup}` },
      { ...paragraph!, id: '9', label: formula },
      { ...window!, id: 'constructor', label: `constructor ${quoted}` },
    ],
  };
}
