/** Headers that a browser or the program itself sets. */
const taken =
  /^(?:accept|content-type|content-length|host|origin|referer|cookie|connection|user-agent|sec-.*|proxy-.*)$/i;

/** One header a line, `Name: value`. */
export function readHeaders(text: string): { headers: Record<string, string>; problem: string | null } {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const found = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*?)\s*$/.exec(line);
    if (!found) return { headers, problem: 'One header a line, as “Name: value”.' };
    const [, name, value] = found;
    if (taken.test(name!))
      return { headers, problem: `${name!} is set by the browser or by this page; leave it out.` };
    if (!/^[\x20-\x7e]*$/.test(value!))
      return { headers, problem: `The value of ${name!} holds a letter that no header may hold.` };
    headers[name!.toLowerCase()] = value!;
  }
  return { headers, problem: null };
}
