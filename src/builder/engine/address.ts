/** What of an address may be shown: no user, no password, and nothing of what is behind a `?`, where a password may stand too. */
function shownAddress(scheme: string, rest: string): string {
  // A password may hold an @ or a / that nobody has escaped: all up to the last @ may be part of it.
  const host = rest.slice(rest.lastIndexOf('@') + 1).replace(/\?.*$/s, '');
  return `${scheme}${rest.includes('@') ? '…@' : ''}${host}`;
}

/** A text with nothing secret left of the PostgreSQL addresses in it; one ends at a space or quote. */
export const withoutPasswords = (text: string): string =>
  text.replace(/\b(postgres(?:ql)?:\/\/)([^\s"'`]*)/gi, (_, scheme: string, rest: string) =>
    shownAddress(scheme, rest),
  );

/** An argument of a call as it may be shown and kept: an address is taken as a whole, whatever its password holds. */
export const shownArgument = (argument: string): string =>
  argument.replace(/\b(postgres(?:ql)?:\/\/)(.*)$/is, (_, scheme: string, rest: string) =>
    shownAddress(scheme, rest),
  );

/** The secret parts of an address as they may come back in a message of the server or its driver. */
function secretsOf(address: string): string[] {
  const rest = address.replace(/^[a-z]+:\/\//i, '');
  const raw = rest.slice(0, Math.max(0, rest.lastIndexOf('@')));
  const colon = raw.indexOf(':');
  const inQuery = [...rest.matchAll(/[?&]password=([^&]*)/gi)].map(([, value]) => value!);
  return [...(colon < 0 ? [] : [raw.slice(colon + 1)]), ...inQuery, process.env['PGPASSWORD'] ?? '']
    .flatMap((secret) => [secret, decoded(secret)])
    .filter((secret) => secret !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A message that may be shown: whatever a server or driver put into it, no secret of the address is left. */
export function safeMessage(message: string, address: string): string {
  const cleaned = secretsOf(address)
    .sort((a, b) => b.length - a.length)
    .reduce(
      (text, secret) => text.replaceAll(secret, '…'),
      message.replaceAll(address, shownArgument(address)),
    );
  return withoutPasswords(cleaned);
}
