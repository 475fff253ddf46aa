import { choice } from '../../state/params';

/** What of the texts of the controlled experiment stands in the URL. */
export const blendDataCodecs = {
  block: choice(['context', 'intent'], 'context'),
  variant: choice(['clean', 'noisy'], 'clean'),
};
