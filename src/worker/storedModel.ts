import type { EmbeddingModel } from '../artifact/common';
import type { ModelDescription } from '../providers/modelDescription';

/** A model as artifacts name it: all that another run must share to be one with it. */
export const storedModel = ({
  provider,
  name,
  revision,
  dimensions,
  windowing,
  prefixes,
}: ModelDescription): EmbeddingModel => ({
  provider,
  name,
  revision,
  dimensions: dimensions ?? 0,
  windowing,
  ...(prefixes && { prefixes }),
});
