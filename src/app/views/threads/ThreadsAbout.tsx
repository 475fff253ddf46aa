import { count, decimal, score } from '../../../core/stats/format';
import { threadsSummaryFormat } from '../../../experiments/threads/formats';
import { floorWords, threadsLimits } from '../../../experiments/threads/limits';
import { declaredSteps } from '../../../experiments/threads/measure/rows';
import { rowLabel } from '../../../experiments/threads/measure/headline';
import { ArtifactFiles } from '../shared/ArtifactFiles';
import { PlainTable, Section } from '../shared/Prose';
import { limitsPage, readingPage, summaryOf } from '../shared/readingPage';
import { WhereItRan } from '../shared/WhereItRan';
import { threadTitle } from './threadsData';

/** How threads are stored and searched here. */
export const ThreadsMethod = readingPage(summaryOf(threadsSummaryFormat), ({ experiment, data: summary }) => {
  const { settings, model, bootstrap } = summary;
  const { wholeTurns } = settings;
  return (
    <>
      <Section title="What is stored">
        <ul>
          <li>
            <strong>A turn</strong> is a user’s message and everything up to the next one: assistant steps,
            tool calls, their results. It is the section that a fact belongs to.
          </li>
          <li>
            <strong>Whole turns</strong>, the old index: turns are joined until {wholeTurns.words} words, one
            vector a chunk, so a long turn is one chunk. Arguments of a tool call are cut to{' '}
            {count(wholeTurns.argumentsLength)} characters, results over {count(wholeTurns.resultLength)} are
            left out, and a chunk over {count(wholeTurns.maxTokens)} cl100k tokens has no vector. A chunk is
            right when it holds a right turn.
          </li>
          <li>
            <strong>Labelled pieces</strong>, the new index: every source of a turn is packed by itself into
            pieces of at most {count(settings.pieceBytes)} bytes, label included, such as “[Turn 4 · Tool
            logistics_export · Oct 16, 2:02 PM]”. Nothing is left out. Rows without a label hold the same
            pieces with the label taken away, so that label and size are not mixed.
          </li>
          <li>
            <strong>Blend</strong>: {decimal(settings.focusWeight, 2)} of the piece and{' '}
            {decimal(1 - settings.focusWeight, 2)} of its context, both at length one: the mean of the vectors
            of the turn’s pieces, or, in one row, the embedding of the whole turn.
          </li>
        </ul>
      </Section>
      <Section title="What is asked">
        <p>
          A fact is a sentence about what happened, not a quote of it; it is its own whole query and is looked
          for in its own thread. A message of several subjects is cut into parts, and each part is blended
          with the whole message. It is searched over the labelled and blended pieces in three ways: as one
          vector with parts × X places, as parts whose results share one list of parts × X places, and as
          parts with X = {settings.limit} places each. A place needs {floorWords(settings.threshold)}.
        </p>
      </Section>
      <Section title="Measures">
        <ul>
          <li>
            <strong>Top hit right</strong>: the first result lies in a right turn.{' '}
            <strong>Above the floor</strong>: it also reaches {floorWords(settings.floor)}.
          </li>
          <li>
            <strong>Mean reciprocal rank</strong>: 1 / rank of the first stored vector of a right turn; 0
            where the index holds none.
          </li>
          <li>
            <strong>Subjects found</strong> (per-part coverage): subjects with a piece of a right turn among
            what came back. <strong>Starved parts</strong> find something alone and have no place in the one
            list.
          </li>
          <li>Results within 1e-9 of each other are tied; a figure is then the mean over their orders.</li>
        </ul>
      </Section>
      <Section title="How sure the figures are">
        <p>
          95 % percentile bootstrap over {count(bootstrap.clusters)} threads, {count(bootstrap.draws)} draws,
          seed {bootstrap.random.seed} of {bootstrap.random.generator}. Declared before anything was measured,
          with Holm’s correction over the steps of one measure:
        </p>
        <PlainTable
          caption="Declared steps"
          head={['Step', 'Row', 'Against']}
          rows={declaredSteps.map(({ label, a, b }) => [label, rowLabel(a), rowLabel(b)])}
        />
      </Section>
      <Section title="Model">
        <p>
          {model.name} ({model.revision}), {count(model.dimensions)} dimensions, windows: {model.windowing}.
          Random order of the pieces: top hit right {score(summary.chance.topRight)}, mean reciprocal rank{' '}
          {score(summary.chance.reciprocalRank)}.
        </p>
      </Section>
      <WhereItRan provenance={experiment.entry.provenance} />
    </>
  );
});

/** The threads of an experiment. */
export const ThreadsDataPage = readingPage(
  summaryOf(threadsSummaryFormat),
  ({ experiment, data: summary }) => (
    <>
      <Section title="Threads">
        <PlainTable
          caption={`${count(summary.threads.length)} threads of “${summary.corpus.name}”`}
          head={['Thread', 'Language', 'Turns', 'Chunks of whole turns', 'Pieces', 'Facts', 'Mixed messages']}
          rows={summary.threads.map((thread, position) => [
            threadTitle(summary, position),
            thread.language ?? 'not said',
            count(thread.turns),
            count(thread.chunks),
            count(thread.pieces),
            count(thread.facts),
            count(thread.messages),
          ])}
        />
        {summary.notices.length > 0 ? (
          <ul>
            {summary.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        ) : null}
      </Section>
      <ArtifactFiles experiment={experiment} />
    </>
  ),
);

export const ThreadsLimits = limitsPage(threadsSummaryFormat, threadsLimits);
