import type { QuestionOutcome } from '../../../../experiments/chunking/hitRule';
import { inspectorLink } from '../../shared/inspectorLink';
import type { OpenExperiment } from '../../openExperiment';
import type { ChunkingMisses } from './missModel';

interface RulesAloneProps {
  experiment: OpenExperiment;
  data: ChunkingMisses;
  outcome: QuestionOutcome;
  documents: readonly string[];
  row: string;
  k: number;
}

/** The exceptions that a question asks about, each with its rule, and whether the rule came without it. */
export function RulesAlone({ experiment, data, outcome, documents, row, k }: RulesAloneProps) {
  const { question } = outcome;
  const { summary, questions, exceptions } = data;
  const asked = exceptions?.of(question) ?? [];
  const strategy = summary.rows.find((candidate) => candidate.row === row)?.strategy ?? row;
  return (
    <>
      <p>
        {exceptions?.cameAlone(row, question, k)
          ? `A chunk with the rule came within the first ${k}, without its exception: an answer from it alone would be wrong.`
          : `The rule did not come within the first ${k} without its exception.`}
      </p>
      {asked.map(({ document, pair: { rule, exception } }) => (
        <dl key={`${document} ${exception.start}`} className="stack gap-1">
          <dt>Rule</dt>
          <dd dir="auto">{documents[document]!.slice(rule.start, rule.end)}</dd>
          <dt>Exception</dt>
          <dd dir="auto">
            {documents[document]!.slice(exception.start, exception.end)}{' '}
            <a
              href={inspectorLink(experiment.entry.id, {
                document: summary.corpus.documents[document]!.id,
                question: questions[question]!.id,
                row,
                strategies: [strategy],
                at: exception.start,
              })}
            >
              In the inspector
            </a>
          </dd>
        </dl>
      ))}
    </>
  );
}
