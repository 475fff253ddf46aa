import { optionalText } from '../../state/params';

/** What of the check of figures stands in the URL. */
export const doctorCodecs = { experiment: optionalText() };
