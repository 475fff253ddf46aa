import * as z from 'zod/mini';
import { countSquad, squadCounts, squadHash, type SquadArticle } from './sample';
import { describe } from '../../artifact/decode';
import { ArtifactError } from '../../artifact/errors';
import { formatPath, parseJsonText } from '../../artifact/jsonText';

const expectedFile = `SQuAD v1.1 dev (dev-v1.1.json): ${squadCounts.articles} articles, ${squadCounts.paragraphs} paragraphs, ${squadCounts.questions} questions`;

const schema = z.object({
  data: z.array(
    z.object({
      title: z.string(),
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(
            z.object({
              id: z.string(),
              question: z.string(),
              answers: z.array(z.object({ text: z.string() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

/**
 * The articles of a SQuAD v1.1 file in whatever faithful copy; an `ArtifactError` that says
 * what the file is instead, where it is cut, or which place is wrong. `file` is the name
 * that messages use. Spacing, key order and answer offsets do not matter.
 */
export function decodeSquad(file: string, source: Uint8Array | string): SquadArticle[] {
  const value = parseSquadJson(file, source);
  const refuse = (found: string, path = '$'): never => {
    throw new ArtifactError({
      kind: path === '$' ? 'wrong-kind' : 'invalid',
      file,
      path,
      found,
      expected: expectedFile,
    });
  };
  if (typeof value !== 'object' || value === null || !('data' in value) || !Array.isArray(value.data))
    return refuse(describe(value));
  if (isSquad2(value)) return refuse('SQuAD 2.0, which has questions without an answer');
  const result = z.safeParse(schema, value);
  if (!result.success) {
    const issue = result.error.issues[0]!;
    return refuse(`${issue.message || issue.code} there`, formatPath(issue.path));
  }
  return result.data.data.map(({ title, paragraphs }) => ({
    title,
    paragraphs: paragraphs.map(({ context, qas }) => ({
      context,
      questions: qas.map(({ id, question, answers }) => ({
        id,
        question,
        answers: answers.map(({ text }) => text),
      })),
    })),
  }));
}

/** The same, and refuses any other SQuAD file, such as the training set, by its counts. */
export function decodeSquadDev(file: string, source: Uint8Array | string): SquadArticle[] {
  const articles = decodeSquad(file, source);
  const counts = countSquad(articles);
  if (
    counts.articles !== squadCounts.articles ||
    counts.paragraphs !== squadCounts.paragraphs ||
    counts.questions !== squadCounts.questions
  ) {
    throw new ArtifactError({
      kind: 'wrong-kind',
      file,
      found: `${counts.articles} articles, ${counts.paragraphs} paragraphs, ${counts.questions} questions`,
      expected: expectedFile,
    });
  }
  return articles;
}

/** Refuses a file with the right counts and other texts. `hash` is the SHA-256 of `squadHashInput` of its sample, in hex. */
export function checkSquadHash(file: string, hash: string): void {
  if (hash !== squadHash)
    throw new ArtifactError({
      kind: 'hash-mismatch',
      file,
      found: `a sample with SHA-256 ${hash}`,
      expected: `SHA-256 ${squadHash}, that of the texts which the published figures were measured on`,
    });
}

function parseSquadJson(file: string, source: Uint8Array | string): unknown {
  try {
    return parseJsonText(file, source).value;
  } catch (error) {
    // The reader of artifacts expects one of its own; a file cut short is told as such.
    if (!(error instanceof ArtifactError) || error.kind === 'truncated') throw error;
    throw new ArtifactError({
      kind: error.kind,
      file: error.file,
      path: error.path,
      found: error.found,
      expected: expectedFile,
    });
  }
}

function isSquad2(value: object): boolean {
  if ('version' in value && /^v?2/.test(String(value.version))) return true;
  return JSON.stringify(value).includes('"is_impossible":');
}
