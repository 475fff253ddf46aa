import type { ExperimentEntry } from '../../artifact/indexFile';
import { count } from '../../core/stats/format';
import { andList } from '../../core/stats/words';
import { acrossBudgets, type Across } from './across';
import { acrossFinding } from './finding';
import { acrossTable } from './table';
import { acrossSentence } from './words';

/** The table of corpora as a report: which strategy is never far behind, for who decides, and every figure for who checks. */
export function acrossReport(across: Across, entries: readonly ExperimentEntry[]) {
  const { corpora, strategies, notices } = across;
  const names = andList(corpora.map(({ name }) => name));
  return {
    name: 'the corpora',
    title: 'Across corpora',
    lead: 'Which way of chunking is never bad, whatever is searched?',
    about: `${count(strategies.length)} strategies on ${names}.`,
    finding: acrossFinding(across),
    summary: {
      what: [
        `Every strategy cut ${corpora.length === 1 ? 'the corpus' : 'each of the corpora'} at the same sizes, and BM25 searched the chunks. Counted is one measure for all: the share of questions whose whole evidence lies in the top results that fit a token budget.`,
        ...notices,
      ],
      soWhat: acrossBudgets.map((budget) => acrossSentence(across, budget)),
      howSure: [
        `Intervals come from draws over the clusters of each corpus: ${andList(corpora.map(({ name, clusters, cluster }) => `${count(clusters)} of ${name} by ${cluster}`))}.`,
        'In every draw the best of each corpus is chosen anew, and so is the corpus where a strategy does worst. Strategies that the draws cannot order share a place.',
      ],
      cost: [
        'The budget is the cost: at one budget all strategies hand the same number of tokens to whoever reads them, however long their chunks are.',
      ],
      limits: [
        {
          lead: 'The corpora are no sample.',
          text: 'They were chosen because their evidence is marked. The interval says how sure the figures are on these corpora, not on another.',
        },
        {
          lead: 'One search, one size.',
          text: 'BM25 alone, and one size for each strategy, fixed beforehand. With an embedding model or at another size the order may differ.',
        },
        {
          lead: 'Held is not answered.',
          text: 'The evidence was in what came back. Nobody asked whether a reader or a model would answer well from it.',
        },
      ],
    },
    tables: acrossBudgets.map((budget) => acrossTable(across, budget)),
    facts: corpora.map(({ id, name, n, clusters, cluster }): readonly [string, string] => [
      name,
      `${count(n)} questions with evidence, ${count(clusters)} clusters by ${cluster}, measured in ${id}`,
    ]),
    entries: entries.filter(({ id }) => corpora.some((corpus) => corpus.id === id)),
  };
}
