import { use, useMemo } from 'react';
import { isCutApart } from '../../../../core/text/exceptions';
import { count } from '../../../../core/stats/format';
import { pairsOf } from '../../../../experiments/chunking/exceptions';
import type { ChunkingSummary } from '../../../../experiments/chunking/formats';
import { useCorpusText } from '../../../data/corpusText';
import { loadChunks } from '../../failures/chunking/chunkFiles';
import { spansOf } from '../../failures/chunking/cutModel';
import type { OpenExperiment } from '../../openExperiment';
import { inspectorLink } from '../../shared/inspectorLink';
import { PlainTable } from '../../shared/Prose';

const noPairs: ReturnType<typeof pairsOf> = new Map();

/** How many rules of the documents each strategy parts from their exception; the first one opens in the inspector. */
export function CutRules({ experiment, summary }: { experiment: OpenExperiment; summary: ChunkingSummary }) {
  const { documents } = useCorpusText(experiment);
  const pairs = useMemo(() => (documents ? pairsOf(documents) : noPairs), [documents]);
  const chunks = use(
    loadChunks(
      experiment,
      useMemo(() => [...pairs.keys()], [pairs]),
    ),
  );
  const all = [...pairs].flatMap(([document, own]) => own.map((pair) => ({ document, pair })));
  if (all.length === 0) return null;
  return (
    <PlainTable
      caption={`Rules whose exception stands in no context with them, of ${count(all.length)} that were found by their words`}
      head={['Strategy', 'Cut apart', 'The first']}
      rows={summary.strategies.map(({ id, label }) => {
        const apart = all.filter(({ document, pair }) =>
          isCutApart(pair, spansOf(chunks.get(document)?.strategies[id]?.contexts ?? [])),
        );
        const [first] = apart;
        return [
          label,
          count(apart.length),
          first ? (
            <a
              key="first"
              href={inspectorLink(experiment.entry.id, {
                document: summary.corpus.documents[first.document]!.id,
                strategies: [id],
                at: first.pair.rule.start,
              })}
            >
              In the inspector
            </a>
          ) : (
            ''
          ),
        ];
      })}
    />
  );
}
