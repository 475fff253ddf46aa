import { NoParameters } from '../shared/NoParameters';
import { Facts } from '../../components/Facts';
import { Section } from '../shared/Prose';
import { formatLocation } from '../../state/urlState';
import { KeptData } from './KeptData';

/** What Chunkscope is, what it does with a reader's data, and its words. */
export function About() {
  return (
    <div className="stack">
      <NoParameters />
      <h1>About Chunkscope</h1>
      <Section title="What it is">
        <p>
          A static site that shows, and lets you re-run, measurements of how text is split into chunks,
          blended with its context and searched. There is no server behind it: the figures are files beside
          this page, and everything else is computed in your browser by the same code that made those files.
        </p>
        <p>
          Every number on a <a href={formatLocation({ page: 'start' })}>scorecard</a> opens the questions that
          it counts; every question opens its ranking; every ranking opens the scores, term by term. Each
          experiment says how it was measured, on what, and what may not be concluded from it.{' '}
          <a href={formatLocation({ page: 'compare' })}>Compare</a> sets two to four runs side by side,
          question by question; the <a href={formatLocation({ page: 'live', mode: 'method' })}>live panel</a>{' '}
          does it all on your own text, and the <a href={formatLocation({ page: 'guide' })}>guide</a> says how
          your own splitter gets into the table.
        </p>
      </Section>
      <Section title="What leaves your machine">
        <ul>
          <li>Reading results: nothing but requests for this site’s own files.</li>
          <li>
            The live panel with the built-in model: nothing. The model is a file of this site and runs in this
            page.
          </li>
          <li>
            The live panel with a key: the texts to embed, to the endpoint that you chose, after you saw what
            will be sent. The key is held in memory and is gone on reload, unless you choose to keep it for
            this tab.
          </li>
          <li>No cookies, no analytics, no third-party scripts, fonts or images.</li>
        </ul>
      </Section>
      <Section title="Without a network">
        <KeptData />
      </Section>
      <Section title="Words">
        <Facts
          facts={[
            ['strategy', 'a rule that cuts a document into chunks'],
            ['chunk', 'a slice of a document, cut by a strategy; indexed to be searched'],
            [
              'context',
              'the slice that is returned when a chunk is found: the chunk itself, its neighbors, or its parent',
            ],
            ['query, question', 'what is searched for; its gold is the answer, or the place that answers it'],
            ['family', 'queries that belong together, such as those on one article'],
            ['rank, cutoff', 'a position counted from 1; @k looks at the first k'],
            [
              'run',
              'one row of an experiment: a strategy with a way of searching, or a method under one condition',
            ],
            ['piece', 'what is embedded by itself: a chunk, or a sentence'],
            ['blend', 'the weighted sum of a piece’s vector and its context’s'],
            [
              'focus weight',
              'share of a piece in its blend with its context; 1 is the piece alone, and 80/20 is 0.80',
            ],
            [
              'R@k, MRR@k, nDCG@k',
              'share of questions found among the first k; mean of 1 / rank of the first find; gain of all finds, less the lower they stand, against the best possible order',
            ],
            [
              'score',
              'how well a text fits a query: a cosine between −1 and 1 of their vectors, or a BM25 sum over the words they share',
            ],
            [
              'interval',
              'where a figure would lie in 95 % of repetitions, estimated by drawing its families or documents again; see each experiment’s method',
            ],
            ['tie group', 'rows that the data cannot put in an order'],
          ]}
        />
      </Section>
      <Section title="Licence">
        <p>
          Chunkscope is free software under the MIT licence. The built-in embedding model (Universal Sentence
          Encoder lite, packaged by Energetic AI) is under the Apache-2.0 licence. Figures on SQuAD v1.1 rest
          on its text by Rajpurkar, Zhang, Lopyrev and Liang (2016), CC BY-SA 4.0, which is not published
          here.
        </p>
      </Section>
    </div>
  );
}
