/** The platform's URL, as Node and browsers have it: this library is compiled without the types of either. */
declare const URL: { canParse(url: string): boolean; new (url: string): { readonly hostname: string } };

const longestHostName = 253;

/** Scheme and user, both optional, then the host up to its port or path. */
const leadingHost = /^(?:(?:[a-z][a-z\d+.-]{0,30}:)?\/\/)?(?:[^/?#@]{0,256}@)?([^/?#:@]+)/i;

/**
 * The host of a URL, in lower case, with or without a scheme, because many requests leave it out:
 * `https://News.example.com/a` or `news.example.com/a`. Undefined if there is no name with a dot.
 */
export function toHost(address: string | undefined): string | undefined {
  const host = leadingHost.exec(address ?? '')?.[1]?.toLowerCase();
  if (host === undefined || host.length > longestHostName) return undefined;
  return host.includes('.', 1) && !/[\s\\"<>[\]]/.test(host) ? host : undefined;
}

/**
 * A domain in the one form in which domains are compared: `brand.example` for `https://www.Brand.example:443/x` and
 * `brand.example.`, `xn--bcher-kva.example` for `bücher.example`. Undefined for what is no domain.
 */
export function toDomain(address: string | undefined): string | undefined {
  const host = toHost(address)
    ?.replace(/\.$/, '')
    .replace(/^www\./, '');
  const url = `http://${host}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}
