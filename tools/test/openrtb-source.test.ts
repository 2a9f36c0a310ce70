import { readFileSync } from 'node:fs';
import { type AuctionField, auctionFields, bidFields, impressionFields } from '@auction-tiers/contract';
import { expect, test } from 'vitest';

const table = readFileSync(new URL('../../docs/openrtb.md', import.meta.url), 'utf8');
const rows = [...table.matchAll(/^\| `([^`]+)` +\| read /gm)].map(([, row]) => row);

const sourced = [auctionFields, impressionFields, bidFields].flatMap((fields) =>
  Object.entries<AuctionField>(fields).flatMap(([name, { openRtb, copiedFromOpenRtb = openRtb }]) =>
    copiedFromOpenRtb === undefined ? [] : [[name, copiedFromOpenRtb] as const],
  ),
);

test.for(sourced)('%s comes from %s, which docs/openrtb.md says is read', ([, source]) => {
  expect(rows).toContain(source);
});

test('most attributes of an impression have a source', () => {
  expect(sourced.length).toBeGreaterThan(20);
});
