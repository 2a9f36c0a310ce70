const longestHostName = 253;

/** Scheme and user, both optional, then the host up to its port or path. */
const leadingHost = /^(?:(?:[a-z][a-z\d+.-]{0,30}:)?\/\/)?(?:[^/?#@]{0,256}@)?([^/?#:@]+)/i;

/**
 * The host of an address, in lower case: of `https://News.example.com/a` as of `news.example.com/a`, since many requests
 * leave the scheme out. Undefined where no name with a dot can be seen.
 */
export function toHost(address: string | undefined): string | undefined {
  const host = leadingHost.exec(address ?? '')?.[1]?.toLowerCase();
  if (host === undefined || host.length > longestHostName) return undefined;
  return host.includes('.', 1) && !/[\s\\"<>[\]]/.test(host) ? host : undefined;
}
