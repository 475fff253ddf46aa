import * as z from 'zod/mini';
import { ArtifactError } from '../../artifact/errors';
import { describe } from '../../artifact/decode';
import { formatPath, parseJsonText } from '../../artifact/jsonText';
import { counted } from '../../core/stats/words';
import { utf16OffsetsOf } from '../../core/text/sizes';
import { trimSpan } from '../../core/text/spans';
import type { BenchmarkDocument, BenchmarkQuestion, GoldSpan } from '../corpus';
import { drawCorpus } from '../draw';
import { nearestOccurrence } from '../nearest';
import { questionWord } from '../questionWord';
import type { DatasetReader } from '../reader';

const form =
  'a file in the form of COVID-QA: {"data": [{"paragraphs": [{"document_id", "context", "qas": [{"id", "question", "answers": [{"text", "answer_start"}]}]}]}]}';

const name = z.union([z.string(), z.number()]);
const schema = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({
          document_id: name,
          context: z.string(),
          qas: z.array(
            z.object({
              id: name,
              question: z.string(),
              answers: z.array(z.object({ text: z.string(), answer_start: z.number() })),
              is_impossible: z.optional(z.boolean()),
            }),
          ),
        }),
      ),
    }),
  ),
});

/**
 * Whole papers with questions of experts. An answer is a span of its paper: its text, without white
 * space at the ends, where it stands nearest to the stated offset (code points, often a few off).
 */
export const covidQaReader: DatasetReader = {
  label: 'COVID-QA',
  holds: 'whole papers with questions',
  claims(files) {
    const file = files.find(
      ({ text }) => /^\s*\{/.test(text) && /"qas"\s*:/.test(text) && /"document_id"\s*:/.test(text),
    );
    return file ? [file] : [];
  },
  read(files, { draw, expected = form } = {}) {
    const { name: file, content } = files[0]!;
    const { value } = parseJsonText(file, content, expected);
    const parsed = z.safeParse(schema, value);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      const path = formatPath(issue.path);
      throw new ArtifactError({
        kind: path === '$' || path === '$.data' ? 'wrong-kind' : 'invalid',
        file,
        path,
        found: path === '$' || path === '$.data' ? describe(value) : issue.message || issue.code,
        expected,
      });
    }
    const papers = parsed.data.data.flatMap(({ paragraphs }) => paragraphs);
    const documents = papers.map(({ document_id, context }): BenchmarkDocument => ({
      id: String(document_id),
      title: `Paper ${document_id}`,
      text: context,
    }));
    let moved = 0;
    let lost = 0;
    const questions = papers.flatMap(({ context, qas }, document) => {
      const offsetOf = utf16OffsetsOf(context);
      return qas.map(({ id, question, answers, is_impossible }): BenchmarkQuestion => {
        const given = is_impossible ? [] : answers.filter(({ text }) => text.trim() !== '');
        const gold = given.flatMap(({ text, answer_start }): GoldSpan[] => {
          const at = offsetOf(answer_start) ?? context.length;
          const span = nearestOccurrence(context, text, at);
          if (!span) lost += 1;
          else if (span.start !== at) moved += 1;
          return span ? [{ document, ...trimSpan(context, span) }] : [];
        });
        return {
          id: String(id),
          text: question,
          document,
          answers: [...new Set(given.map(({ text }) => text.trim()))],
          gold: gold.slice(0, 1),
          families: { paper: String(papers[document]!.document_id), questionWord: questionWord(question) },
        };
      });
    });
    const without = questions.filter(({ answers }) => answers.length === 0).length;
    return {
      corpus: drawCorpus(
        {
          documents,
          questions,
          groupings: [
            { id: 'paper', label: 'Paper' },
            { id: 'questionWord', label: 'Question word' },
          ],
          cluster: 'paper',
        },
        draw,
      ),
      counts: { papers: documents.length, questions: questions.length },
      notices: [
        `${counted(moved, 'answer')} found by ${moved === 1 ? 'its' : 'their'} text nearest to the stated offset, which is off; ${counted(lost, 'answer')} not found.`,
        ...(without > 0
          ? [
              `${file}: for ${counted(without, 'question')} the file names no answer. They are not established by the documents and are counted apart.`,
            ]
          : []),
      ],
    };
  },
};
