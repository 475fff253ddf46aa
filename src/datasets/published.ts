import { ArtifactError } from '../artifact/errors';
import { GENERATOR } from '../core/stats/rng';
import type { Dataset } from './reader';
import { datasetReaders, type DatasetReaderId } from './readers';

/** A third party's corpus that figures were published on: where its text is had, and how it is told from others. */
export interface PublishedCorpus {
  name: string;
  licence: string;
  reader: DatasetReaderId;
  /** The authors' own address. A page never asks it before a click. */
  address: string;
  /** Size of the file there. */
  bytes: number;
  /** Where a site may hold a copy, relative to the page. */
  besideAddress: string;
  /** Folder and name under which the command line looks for it. */
  folder: string;
  fileName: string;
  /** Environment variable that may name the file. */
  variable: string;
  /** What the whole file holds. */
  counts: Readonly<Record<string, number>>;
  /** What a benchmark takes of it, and by which draw. */
  draw: { documents: number; questions: number; random: { seed: number; generator: typeof GENERATOR } };
  /** SHA-256 of `corpusHashInput` of what is drawn: what every committed figure was measured on. */
  hash: string;
}

/** What a benchmark takes of a large corpus. */
export const benchmarkDraw = { documents: 40, questions: 800 } as const;

export const publishedCorpora = {
  squadDev: {
    name: 'SQuAD v1.1 dev',
    licence: 'CC BY-SA 4.0 (Rajpurkar, Zhang, Lopyrev and Liang, 2016)',
    reader: 'squad',
    address: 'https://rajpurkar.github.io/SQuAD-explorer/dataset/dev-v1.1.json',
    bytes: 4_854_279,
    besideAddress: 'corpus/squad-dev-v1.1.json',
    folder: 'squad',
    fileName: 'dev-v1.1.json',
    variable: 'CHUNKSCOPE_SQUAD',
    counts: { articles: 48, paragraphs: 2_067, questions: 10_570 },
    draw: { ...benchmarkDraw, random: { seed: 20260729, generator: GENERATOR } },
    hash: 'a0c74478f4d9aba1feadb9774b2ffd765ef5bc64317076a9d412cd3d0d6f9c69',
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

const expectedOf = ({ name, fileName, counts }: PublishedCorpus): string =>
  `${name} (${fileName}): ${countsInWords(counts)}`;

/**
 * What a benchmark takes of a published corpus, from any faithful copy of its file. Another file
 * in the same form, such as the training set, is refused by its counts; other texts behind the
 * right counts are for `checkPublishedHash` to tell.
 */
export function readPublished(
  published: PublishedCorpus,
  file: string,
  source: Uint8Array | string,
  draw: { documents: number; questions: number } = published.draw,
): Dataset {
  const expected = expectedOf(published);
  const dataset = datasetReaders[published.reader].read(file, source, { draw, expected });
  const differ = Object.keys(published.counts).some(
    (what) => dataset.counts[what] !== published.counts[what],
  );
  if (differ)
    throw new ArtifactError({
      kind: 'wrong-kind',
      file,
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
