import { optionalText } from '../../state/params';

/** What of the artifact doctor stands in the URL. */
export const doctorCodecs = { experiment: optionalText() };
