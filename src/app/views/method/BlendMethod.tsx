import { BOOTSTRAP_DRAWS } from '../../../core/stats/bootstrap';
import { queryWriting } from '../../../experiments/blend/measure/fixtures';
import { blendMethods } from '../../../experiments/blend/measure/methods';
import * as format from '../../../core/stats/format';
import { GENERATOR, STATISTICS_SEED } from '../../../core/stats/rng';
import { TIE_TOLERANCE } from '../../../core/metrics/ties';
import { blendSummaryFormat } from '../../../experiments/blend/formats';
import { Facts } from '../../components/Facts';
import { Formula, PlainTable, Section } from '../shared/Prose';
import { readingPage, summaryOf } from '../shared/readingPage';
import { WhereItRan } from '../shared/WhereItRan';

const roles = {
  baseline: 'baseline',
  prespecified: 'prespecified, before anything was measured',
  exploration: 'exploration',
  'one-sided': 'one side only',
  added: 'our baseline, not in the source',
} as const;

const { accepted, firstWriting } = queryWriting;

/** How the controlled blend experiment was measured, from the parameters that measured it. */
export const BlendMethod = readingPage(summaryOf(blendSummaryFormat), ({ experiment, data: summary }) => {
  return (
    <>
      <Section title="What is compared">
        <p>
          Every record and every query has two vectors: one of its <em>focus</em> (one sentence that four
          records of a family share word for word) and one of its <em>whole text</em>. A method mixes the two
          by a focus weight w and searches by the cosine of the mixtures.
        </p>
        <Formula>blend = unit( w · unit(focus) + (1 − w) · unit(whole text) )</Formula>
        <p>
          With w = 1 only the focus counts, and the four records of a family cannot be told apart: the
          expected success is 25 % by the tie rule below. With w = 0 only the whole text counts. The score of
          a pair is the sum of four terms, so each score can be taken apart: focus with focus, focus with
          whole, whole with focus, whole with whole, each times its weights and divided by the lengths of the
          two mixtures.
        </p>
        <PlainTable
          caption={`The ${blendMethods.length} methods`}
          head={['Row', 'Weight of the focus, query side', 'Weight of the focus, stored side', 'Role']}
          rows={blendMethods.map((method) => [
            method.label,
            ...(method.focusFirst
              ? ['none: the focus ranks, whole texts settle ties', 'none']
              : [method.queryWeight, method.storedWeight]),
            roles[method.role],
          ])}
        />
      </Section>
      <Section title="How the texts were written">
        <p>
          A <em>specific</em> query is what somebody in the situation of its record would write. Its record
          answers it and its three siblings do not; numbers and names agree; about half of the record’s
          content words occur in it. The two queries of a record come from different people and begin
          differently.
        </p>
        <p>
          These queries are a second writing. In the first, about {firstWriting.withoutSharedWord} of{' '}
          {queryWriting.rewritten} shared no content word with their record outside the focus, many
          contradicted it, and whole passages found {format.percent(firstWriting.foundByWhole)} on clean
          texts: that was another task than the source’s. So all {queryWriting.rewritten} were written anew.
          The new ones were judged by whole passages on clean texts alone, with the local model, and no blend
          was looked at: {accepted.found} of {accepted.of} evaluation queries found their record first. The{' '}
          {accepted.of - accepted.found} others were read again; each says what its asker would say, so{' '}
          {queryWriting.changedAfterwards === 0 ? 'none' : queryWriting.changedAfterwards} was changed.
        </p>
        <p>
          The records stayed, but for one family: the minutes of a meeting took the place of an invoice, so
          that two confusions that the source reports can occur here: sharing taken for summarising, and a
          restriction taken for a correction. The unrelated sentences are plain statements without “I” or
          “you”, in the same style for records and queries.
        </p>
      </Section>
      <Section title="The four conditions">
        <Facts
          facts={[
            ['clean', 'texts as written'],
            ['stored', 'five unrelated sentences stand in every record'],
            ['query', 'five unrelated sentences stand in every query'],
            ['both', 'both'],
          ]}
        />
        <p>
          The unrelated sentences share no content word with the family’s focus. Their sentences and places
          are recorded with each text.
        </p>
      </Section>
      <Section title="How success is counted">
        <ul>
          <li>
            A <em>specific</em> query asks for one record. Records whose score is within {TIE_TOLERANCE} of
            the target’s are tied with it. Success at rank 1 is 0 when any record scores higher, otherwise 1 /
            (number tied). The reciprocal rank is its mean over all orders of the tied records.
          </li>
          <li>
            Top 1 is split in two factors, query by query. <em>Right family first</em> is the expected share
            of the first place that the four records of the family hold; <em>right within family</em> is the
            expected success at rank 1 among these four alone. A blend can help in either: the first needs
            only the repeated sentence, the second needs its context. The factors multiply for each query;
            their means do not.
          </li>
          <li>
            <em>Focus, then whole</em> is a baseline of ours: records rank by the cosine of the focus, and
            ties (within {TIE_TOLERANCE}) by that of the whole texts. It cannot miss the family and tells its
            records apart as whole passages do. It stands outside the source’s comparisons and tie groups; its
            own comparison is declared apart, and so are the two factors of the blend against whole passages.
          </li>
          <li>
            A <em>generic</em> query is the focus alone. Coverage at 4 is the expected share of the family’s
            four records in the first four.
          </li>
          <li>All records of a block are candidates. The two blocks are searched separately.</li>
          <li>
            Figures on the scorecard count evaluation families only:{' '}
            {format.count(summary.counts.specificEvaluationQueries)} specific and{' '}
            {format.count(summary.counts.genericEvaluationQueries)} generic queries.
          </li>
        </ul>
      </Section>
      <Section title="How sure the figures are">
        <ul>
          <li>
            Intervals: 95 % percentile bootstrap, {format.count(BOOTSTRAP_DRAWS)} draws over{' '}
            {summary.bootstrap.clusters} families (never over single queries), seed {STATISTICS_SEED},
            generator {GENERATOR}; all cells share the draws. Beside it a t interval. A cell at 0 % or 100 %
            gets the exact binomial bound over families instead of an interval without width.
          </li>
          <li>
            Comparisons are paired by family: two-sided sign-flip permutation test, adjusted by Holm over the{' '}
            {summary.comparisons.length} declared pairs. One method beats another only when the adjusted p is
            below 0.05 <em>and</em> the paired interval leaves out zero; otherwise the verdict is “not
            established”.
          </li>
          <li>{summary.selection.rule}</li>
        </ul>
      </Section>
      <WhereItRan
        provenance={experiment.entry.provenance}
        before={[
          [
            'Model',
            `${summary.model.name} (${summary.model.revision}), ${summary.model.dimensions} dimensions`,
          ],
          ['Texts over the model’s window', summary.model.windowing],
        ]}
      />
    </>
  );
});
