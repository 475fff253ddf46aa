import { encodeList } from '../../../artifact/addressParts';
import { formatLocation } from '../../state/urlState';

/** What a link into the inspector may ask for; all of it may be left out. */
export interface InspectorLink {
  /** Document id. */
  document?: string;
  /** Question id; its own document opens unless another is named. */
  question?: string;
  /** Whose ranking is shown; its strategy is the lane in front. */
  row?: string;
  strategies?: readonly string[];
  k?: number;
  /** A place in the document, in UTF-16 code units. */
  at?: number;
  only?: boolean;
}

/** The address of the chunk inspector of a chunking experiment, with that opened. */
export function inspectorLink(
  experiment: string,
  { document, question, row, strategies, k, at, only }: InspectorLink,
): string {
  const params: Record<string, string> = {};
  if (document !== undefined) params['document'] = document;
  if (question !== undefined) params['question'] = question;
  if (row !== undefined) params['row'] = row;
  if (strategies !== undefined) params['strategies'] = encodeList(strategies);
  if (k !== undefined) params['k'] = String(k);
  if (at !== undefined) params['at'] = String(at);
  if (only !== undefined) params['only'] = only ? '1' : '0';
  return formatLocation({ page: 'experiment', experiment, view: 'inspector' }, params);
}
