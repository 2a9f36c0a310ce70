/*
 * The forms in which names of the same thing are compared. What reads targets, impressions and bids brings their names
 * into these forms once; the engine compares the results.
 */

/** The platform's URL, as Node and browsers have it: this library is compiled without the types of either. */
declare const URL: { canParse(url: string): boolean; new (url: string): { readonly hostname: string } };

const beyondAscii = /[^\0-\x7f]/;

/**
 * A text in the form in which texts are compared without regard to case: in any script, and independent of how accents are
 * encoded. Converted through upper case, so that "Straße" equals "STRASSE"; the two lower-case sigmas become one, because
 * which one is written depends on the letters around it. ASCII, for which lower case alone gives the same result, takes a
 * short path.
 */
export const caseKey = (text: string): string =>
  beyondAscii.test(text)
    ? text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
    : text.toLowerCase();

/** The name of a buyer or a seat in the form in which such names are compared: without regard to case and white space. */
export const nameKey = (name: string): string => caseKey(foldSpace(name));

/** A text without the white space around it, and with one space in place of any white space inside. */
export const foldSpace = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Cache of hosts by the text they were read from, because auctions repeat the same domains: 15 ns in place of 130. */
const knownHosts = new Map<string, string>();
const [mostKnownHosts, longestKnown] = [4096, 253];

/** Scheme and user, both optional, then the host up to its port or path. */
const leadingHost = /^(?:(?:[a-z][a-z\d+.-]{0,30}:)?\/\/)?(?:[^/?#@]{0,256}@)?([^/?#:@]+)/i;

/**
 * A domain in the form in which domains are compared: that of `https://www.Brand.example:443/x` and `brand.example.` is
 * `brand.example`, that of `bücher.example` is `xn--bcher-kva.example`. A text that is no domain is only converted to
 * lower case.
 */
export function toHost(domain: string): string {
  const known = knownHosts.get(domain);
  if (known !== undefined) return known;
  const host = readHost(domain);
  if (domain.length > longestKnown) return host;
  if (knownHosts.size >= mostKnownHosts) knownHosts.clear();
  knownHosts.set(domain, host);
  return host;
}

function readHost(domain: string): string {
  const trimmed = domain.trim();
  const host = (leadingHost.exec(trimmed)?.[1] ?? trimmed).toLowerCase().replace(/\.+$/, '');
  const url = `http://${host}`;
  const ascii = beyondAscii.test(host) && URL.canParse(url) ? new URL(url).hostname : host;
  return ascii.replace(/^www\.(?=.*\.)/s, '');
}

const wholeNumber = /^[1-9]\d{0,15}$/;

/** The name of a publisher, site, placement or segment: a whole number from 1 that was sent as text is that number. */
export const toInventoryId = (text: string): number | string =>
  wholeNumber.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
