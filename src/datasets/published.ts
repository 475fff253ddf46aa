import { ArtifactError } from '../artifact/errors';
import { GENERATOR } from '../core/stats/rng';
import { baseName, type Dataset, type SourceFile } from './reader';
import { datasetReaders, type DatasetReaderId } from './readers';

/** One file of a published corpus. */
export interface PublishedFile {
  name: string;
  /** The authors' own address. A page never asks it before a click. */
  address: string;
  /** Where a site may hold a copy, relative to the page. */
  beside: string;
  /** Size of the file at its address. */
  bytes: number;
}

/** A third party's corpus that figures were published on: where its text is had, and how it is told from others. */
export interface PublishedCorpus {
  name: string;
  licence: string;
  /** The same in two words. */
  badge: string;
  reader: DatasetReaderId;
  files: readonly PublishedFile[];
  /** Folder below which the command line looks for its files. */
  folder: string;
  /** Environment variable that may name the file, or the folder of several. */
  variable: string;
  /** What the whole corpus holds. */
  counts: Readonly<Record<string, number>>;
  /** How its questions came about, to end a sentence. */
  asked: string;
  /** Its answers are so short that boundaries cut few. */
  shortAnswers?: true;
  /** What its documents are called, many of them. */
  documents: string;
  /** What a benchmark takes of it, and by which draw; null where it takes all. */
  draw: {
    documents: number;
    questions: number;
    random: { seed: number; generator: typeof GENERATOR };
  } | null;
  /** SHA-256 of `corpusHashInput` of what is taken: what every committed figure was measured on. */
  hash: string;
}

/** What a benchmark takes of a large corpus. */
export const benchmarkDraw = { documents: 40, questions: 800 } as const;

const chromaAddress =
  'https://raw.githubusercontent.com/brandonstarxel/chunking_evaluation/35440b84e4564663157b825faec5968d4375399d/src/chunking_evaluation/evaluation_framework/general_evaluation_data/';
const chromaFile = (path: string, bytes: number): PublishedFile => ({
  name: baseName(path),
  address: `${chromaAddress}${path}`,
  beside: `corpus/chroma/${baseName(path)}`,
  bytes,
});

export const publishedCorpora = {
  squadDev: {
    name: 'SQuAD v1.1 dev',
    licence: 'CC BY-SA 4.0 (Rajpurkar, Zhang, Lopyrev and Liang, 2016)',
    badge: 'CC BY-SA 4.0',
    reader: 'squad',
    files: [
      {
        name: 'dev-v1.1.json',
        address: 'https://rajpurkar.github.io/SQuAD-explorer/dataset/dev-v1.1.json',
        beside: 'corpus/squad-dev-v1.1.json',
        bytes: 4_854_279,
      },
    ],
    folder: 'squad',
    variable: 'CHUNKSCOPE_SQUAD',
    counts: { articles: 48, paragraphs: 2_067, questions: 10_570 },
    asked:
      'written by people who had the paragraph before them. Questions share words with the text more than real ones do, which favours lexical search; answers are short and lie in one place.',
    shortAnswers: true,
    documents: 'articles',
    draw: { ...benchmarkDraw, random: { seed: 20260729, generator: GENERATOR } },
    hash: 'a0c74478f4d9aba1feadb9774b2ffd765ef5bc64317076a9d412cd3d0d6f9c69',
  },
  chroma: {
    name: 'Chroma’s chunking evaluation',
    licence:
      'MIT for the questions (Smith and Troynikov, 2024); its texts have licences of their own: State of the Union in the public domain, WikiText CC BY-SA, excerpts of PubMed Central, ConvFinQA and UltraChat',
    badge: 'several licences',
    reader: 'chroma',
    files: [
      chromaFile('questions_df.csv', 236_464),
      chromaFile('corpora/chatlogs.md', 40_013),
      chromaFile('corpora/finance.md', 737_905),
      chromaFile('corpora/pubmed.md', 501_965),
      chromaFile('corpora/state_of_the_union.md', 48_995),
      chromaFile('corpora/wikitexts.md', 118_612),
    ],
    folder: 'chroma',
    variable: 'CHUNKSCOPE_CHROMA',
    counts: { corpora: 5, questions: 472, references: 790 },
    asked:
      'written by a language model that had the text before it. Questions share words with the text more than real ones do, which favours lexical search; what answers them is one sentence or several, in up to five places.',
    documents: 'corpora',
    draw: null,
    hash: 'bdf9dfac5022bc80ae4bf0b13f5c91acbe69e215ad1cca8485e2789617347eb6',
  },
  covidQa: {
    name: 'COVID-QA',
    licence:
      'Apache-2.0 for the questions (Möller, Reina, Jayakumar and Pietsch, 2020); the papers of CORD-19 have licences of their own',
    badge: 'several licences',
    reader: 'covidQa',
    files: [
      {
        name: '200423_covidQA.json',
        address:
          'https://raw.githubusercontent.com/deepset-ai/COVID-QA/471a9d888160b9e5c33f8e42e2a34c1eb4866766/data/question-answering/200423_covidQA.json',
        beside: 'corpus/covid-qa/200423_covidQA.json',
        bytes: 2_697_757,
      },
    ],
    folder: 'covid-qa',
    variable: 'CHUNKSCOPE_COVIDQA',
    counts: { papers: 98, questions: 1_380 },
    asked:
      'written by experts who had the paper before them. Questions share words with the text more than real ones do, which favours lexical search; many ask about “this study” and could be asked of any paper.',
    documents: 'papers',
    draw: null,
    hash: '1516e1eb5b0d78e271c78efc14c292a34490fa92cb9e2ffaa7148b62add880e4',
  },
} as const satisfies Record<string, PublishedCorpus>;

/** The published corpus with a hash; undefined for any other corpus. */
export function publishedByHash(hash: string | null): PublishedCorpus | undefined {
  return Object.values<PublishedCorpus>(publishedCorpora).find((corpus) => corpus.hash === hash);
}

const countsInWords = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');

/** The names of its files, as a sentence lists them. */
export const fileNames = ({ files }: PublishedCorpus): string => files.map(({ name }) => name).join(', ');

/** The path of one file, or the folder in which several lie. */
export function commonPath(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  let length = first.length;
  for (const path of others) while (!path.startsWith(first.slice(0, length))) length -= 1;
  return others.length === 0 ? first : first.slice(0, first.slice(0, length).lastIndexOf('/') + 1);
}

const expectedOf = (published: PublishedCorpus): string =>
  `${published.name} (${fileNames(published)}): ${countsInWords(published.counts)}`;

/**
 * What a benchmark takes of a published corpus, from any faithful copy of its files. Others in the
 * same form, such as a training set, are refused by their counts; other texts behind the right
 * counts are for `checkPublishedHash` to tell.
 */
export function readPublished(
  published: PublishedCorpus,
  files: readonly SourceFile[],
  draw: { documents: number; questions: number } | null = published.draw,
): Dataset {
  const expected = expectedOf(published);
  const dataset = datasetReaders[published.reader].read(files, { draw: draw ?? undefined, expected });
  const differ = Object.keys(published.counts).some(
    (what) => dataset.counts[what] !== published.counts[what],
  );
  if (differ)
    throw new ArtifactError({
      kind: 'wrong-kind',
      file: files.map(({ name }) => name).join(', '),
      found: countsInWords(dataset.counts),
      expected,
    });
  return dataset;
}

/** Refuses a file with the right counts and other texts. `hash` is that of what was drawn from it, in hex. */
export function checkPublishedHash(published: PublishedCorpus, file: string, hash: string): void {
  if (hash !== published.hash)
    throw new ArtifactError({
      kind: 'hash-mismatch',
      file,
      found: `a sample with SHA-256 ${hash}`,
      expected: `SHA-256 ${published.hash}, that of the texts which the published figures were measured on`,
    });
}
