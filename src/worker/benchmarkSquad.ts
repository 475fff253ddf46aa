import { sampleSquad, squadCorpus } from '../core';
import { ArtifactError } from '../artifact/errors';
import { decodeSquad } from '../datasets/squad/readSquad';
import type { SquadAnswer } from './benchmarkProtocol';

/** A SQuAD-shaped file as documents and questions, gold spans and all: what the published benchmark would make of it. */
export function readSquad(file: string, text: string): SquadAnswer {
  try {
    const { documents, questions } = squadCorpus(sampleSquad(decodeSquad(file, text)));
    return {
      kind: 'read',
      documents: documents.map(({ id, text }) => ({ id, text })),
      questions: questions.map(({ id, text, document, answers, gold }) => ({
        id,
        text,
        document: document === null ? null : documents[document]!.id,
        answers,
        marks: gold.map((span) => ({
          document: documents[span.document]!.id,
          start: span.start,
          end: span.end,
        })),
        family: null,
      })),
    };
  } catch (error) {
    if (!(error instanceof ArtifactError)) throw error;
    const { kind, path, found, expected } = error;
    return { kind: 'refused', problem: { kind, file, path, found, expected } };
  }
}
