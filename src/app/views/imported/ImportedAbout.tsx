import { bytes, count } from '../../../core/stats/format';
import { importedSummaryFormat } from '../../../experiments/items/formats';
import { importedIntervals } from '../../../experiments/items/files';
import { importedLimits } from '../../../experiments/items/limits';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { PlainTable, Section } from '../shared/Prose';
import { limitsPage, readingPage } from '../shared/readingPage';
import { WhereItRan } from '../shared/WhereItRan';
import { FileOddities } from './FileOddities';
import { useImportedData, useImportedSummary } from './importedData';

/** How the figures of an imported artifact are made. */
export const ImportedMethod = readingPage(useImportedSummary, ({ experiment, data: summary }) => {
  const { bootstrap, comparisons } = summary;
  return (
    <>
      <Section title="What is read">
        <ul>
          <li>
            <strong>A run</strong> is what another program returned: on each line question, Q0, document,
            rank, score, tag. Each file is a row; a file with several tags is a row for each of them.
          </li>
          <li>
            <strong>Judgments</strong> (qrels) say what is relevant: question, iteration, document, relevance.
            Relevance above 0 is relevant; 0 and below is judged and not relevant; what has no line is not
            judged and counts as not relevant.
          </li>
          <li>
            <strong>Questions</strong> are those of the judgments. One for which the run returned nothing is a
            miss and stays in every mean, as does one without a relevant document, which scores 0. A question
            of the run that nobody judged is left out and listed on the data page.
          </li>
        </ul>
      </Section>
      <Section title="Order and ties">
        <p>
          Results are ordered by score, the highest first, as trec_eval does; the rank column and the order of
          the lines decide nothing. Scores are tied when they are equal as written. A figure is then the mean
          over all orders of the tied results, so that no rule for ties decides it. Where lists show tied
          results one below the other, they stand by id, the last first, which is the order of trec_eval; its
          figures use that one order and may differ where something is tied.
        </p>
      </Section>
      <Section title="Metrics">
        <ul>
          <li>
            <strong>R@k</strong>: share of questions with a relevant document by rank k.{' '}
            <strong>recall@k</strong>: share of all relevant documents by rank k, averaged over questions.
          </li>
          <li>
            <strong>MRR@10</strong>: mean of 1 / rank of the first relevant document, 0 past ten.
          </li>
          <li>
            <strong>nDCG@10</strong>: binary gain, 1 / log2(rank + 1), against the ideal of all relevant
            documents, returned or not. <strong>graded nDCG@10</strong>, where some grade is above 1: the same
            with the grades as gains.
          </li>
          <li>
            Token costs, spans, texts and stages of loss need what the files do not hold: n/a, never guessed.
          </li>
        </ul>
      </Section>
      <Section title="How sure the figures are">
        <ul>
          <li>
            {importedIntervals(summary)}. 95 % percentile bootstrap, seed {bootstrap.random.seed}, generator{' '}
            {bootstrap.random.generator}.
          </li>
          <li>
            {comparisons.length === 0
              ? 'No rows are compared.'
              : `The row with the highest nDCG@10 is compared with each of the ${count(comparisons.length)} others, paired by ${bootstrap.cluster}: two-sided sign-flip test, exact up to 2^16 patterns, else ${count(bootstrap.patterns)} drawn ones, Holm over all pairs. “Beats” needs an adjusted p below 0.05 and a paired interval without zero.`}
          </li>
        </ul>
      </Section>
      <WhereItRan provenance={experiment.entry.provenance} />
    </>
  );
});

/** The files that an imported artifact was made of. */
export const ImportedFilesPage = readingPage(useImportedData, ({ experiment, data }) => {
  const { summary, rankings } = data;
  const files = [
    ...summary.judgments.map((set) => ({ ...set, role: 'judgments' })),
    ...(summary.families ? [{ ...summary.families, role: 'families' }] : []),
    ...uniqueRuns(summary.rows.map(({ run }) => run)).map((run) => ({ ...run, role: 'run' })),
  ];
  return (
    <>
      <Section title="Files of the other program">
        <p>
          They were read and are no part of this artifact, which holds their ids, scores and grades. No text
          is known.
        </p>
        <PlainTable
          caption="Files that were read"
          head={['File', 'What it is', 'Lines', 'Size', 'SHA-256 begins']}
          rows={files.map(({ file, role, lines, bytes: size, sha256 }) => [
            file,
            role,
            count(lines),
            bytes(size),
            sha256 === '' ? 'not computed' : sha256.slice(0, 12),
          ])}
        />
        <FileOddities summary={summary} />
      </Section>
      <Section title="Judgments">
        <PlainTable
          caption="Sets of judgments"
          head={['File', 'Questions', 'Relevant documents', 'Questions without one', 'Highest grade']}
          rows={summary.judgments.map(({ file, questions, relevant, withoutRelevant, highestGrade }) => [
            file,
            count(questions),
            count(relevant),
            count(withoutRelevant),
            count(highestGrade),
          ])}
        />
      </Section>
      <Section title="Runs">
        <PlainTable
          caption="What each run holds of the judged questions"
          head={['Run', 'Tag', 'Judgments', 'Judged questions', 'Nothing returned', 'Not judged, left out']}
          rows={summary.rows.map(({ row, tag, judgments, n, unanswered, unjudged }) => [
            row,
            tag,
            summary.judgments[judgments]?.file ?? 'n/a',
            count(n),
            count(unanswered),
            count(unjudged),
          ])}
        />
        {rankings.map(({ row, unjudged }) =>
          unjudged.length > 0 ? <Unjudged key={row} row={row} ids={unjudged} /> : null,
        )}
      </Section>
      <ArtifactFiles experiment={experiment} />
    </>
  );
});

/** Most ids that are listed; more say nothing that the number does not. */
const mostListed = 500;

function Unjudged({ row, ids }: { row: string; ids: readonly string[] }) {
  return (
    <details>
      <summary>
        {count(ids.length)} {ids.length === 1 ? 'question' : 'questions'} of {row} that nobody judged
      </summary>
      <p>
        {ids.slice(0, mostListed).join(', ')}
        {ids.length > mostListed ? ` and ${count(ids.length - mostListed)} more` : ''}
      </p>
    </details>
  );
}

/** A file with several tags is several rows and one file. */
function uniqueRuns<F extends { file: string; sha256: string }>(runs: readonly F[]): F[] {
  return runs.filter(
    (run, place) =>
      runs.findIndex((other) => other.file === run.file && other.sha256 === run.sha256) === place,
  );
}

/** What an imported run does not show. */
export const ImportedLimits = limitsPage(importedSummaryFormat, importedLimits);
