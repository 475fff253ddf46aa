import { readHeaders } from '../data/endpointHeaders';
import { setEndpointHeaders } from '../data/liveProviders';
import { useHeaders } from './liveSettings';

/** Takes extra headers as they were typed; says what is wrong with them, null for nothing. */
export function typeHeaders(origin: string, text: string): string | null {
  useHeaders.setState(({ typed }) => ({ typed: { ...typed, [origin]: text } }));
  const { headers, problem } = readHeaders(text);
  setEndpointHeaders(origin, problem === null ? headers : {});
  return problem;
}
