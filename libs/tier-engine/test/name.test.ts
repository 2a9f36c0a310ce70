import { nameKey, toHost } from '@auction-tiers/tier-engine/name';
import { expect, test } from 'vitest';

test.for<[string, string]>([
  ['brand.com', 'brand.com'],
  ['https://www.Brand.com/x', 'brand.com'],
  ['brand.com:443', 'brand.com'],
  ['//user@brand.com?x#y', 'brand.com'],
  ['news.brand.com.', 'news.brand.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['WWW.BÜCHER.example', 'xn--bcher-kva.example'],
  ['XN--Bcher-kva.example', 'xn--bcher-kva.example'],
  ['www.com', 'www.com'],
  ['localhost', 'localhost'],
  ['  No Domain ', 'no domain'],
  ['', ''],
])('the host of %j is %j', ([domain, host]) => {
  expect(toHost(domain)).toBe(host);
  expect(toHost(toHost(domain))).toBe(host);
});

test.for<[string, string]>([
  ['saffron travel ', 'Saffron Travel'],
  ['Saffron  Travel', 'Saffron Travel'],
  ['Saffron\u00a0Travel', 'Saffron Travel'],
  ['STRASSE', 'Straße'],
  ['e\u0301', 'É'],
])('%j and %j are one name', ([left, right]) => expect(nameKey(left)).toBe(nameKey(right)));
