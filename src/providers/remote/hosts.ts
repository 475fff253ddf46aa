/**
 * The names of this machine that a page may use: those that its Content-Security-Policy can
 * say. A range of addresses (127.0.0.2) and [::1] cannot be said there, so a page refuses them.
 */
export const pageLoopback = ['localhost', '127.0.0.1'] as const;

/** Whether a host name can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
  );
}

/** Whether a host name means a machine of the same network, by its address or its name. */
export function isLocalNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return (
    /^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/.test(
      host,
    ) ||
    /^f[cd][0-9a-f]{2}:|^fe80:/.test(host) ||
    /\.(?:local|lan|home|internal|home\.arpa)$/.test(host) ||
    !/[.:]/.test(host)
  );
}
