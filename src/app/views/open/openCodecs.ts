import { optionalText } from '../../state/params';

/** What of the page that opens an artifact stands in the URL. */
export const openCodecs = { artifact: optionalText() };
