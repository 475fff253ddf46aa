import * as format from '../../../../core/stats/format';
import { Notice } from '../../../components/Notice';
import type { MethodFacts } from '../../../data/liveCompute';

/** How much of the texts the model has read: no text is ever shortened without the page saying so. */
export function EmbeddedNote({ facts }: { facts: MethodFacts }) {
  const { model, sums, readToEnd } = facts;
  const limitKnown = model.maxTokens !== null;
  return (
    <>
      <p className="small soft" role="status">
        {sums.tokens === null
          ? 'The tokens of these texts could not be counted.'
          : limitKnown
            ? `${format.count(sums.tokens)} of ${format.count(sums.tokens)} tokens embedded (${model.tokenUnit}).`
            : `${format.count(sums.tokens)} ${model.tokenUnit} sent; how many the model read is not known${readToEnd === true ? ', but the end of the longest text changed its vector, so it was read' : ''}.`}{' '}
        {sums.windowed > 0
          ? `${format.count(sums.windowed)} of ${format.count(sums.texts)} texts are longer than the ${format.count(model.maxTokens)} tokens that the model reads at once; they were read in windows (${format.count(sums.windows)} in all) whose vectors are averaged.`
          : limitKnown
            ? 'Every text was read in one go.'
            : ''}
      </p>
      {readToEnd === false ? (
        <Notice tone="warn" title="This endpoint does not read long texts to their end.">
          A changed ending of the longest text left its vector as it was. Say under “Dimensions, length of
          texts” how many tokens the model reads, and longer texts are cut into windows; or choose smaller
          pieces.
        </Notice>
      ) : null}
    </>
  );
}
