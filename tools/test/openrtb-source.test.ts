import { readFileSync } from 'node:fs';
import { type AuctionField, auctionFields, bidFields, impressionFields } from '@auction-tiers/contract';
import { expect, test } from 'vitest';

const readme = readFileSync(new URL('../../libs/openrtb/README.md', import.meta.url), 'utf8');
const [, table = ''] = /## What is read\n(.*?)\n## /s.exec(readme) ?? [];
const rows = [...table.matchAll(/^\| `([^`]+)` /gm)].map(([, row]) => row);

const sourced = [auctionFields, impressionFields, bidFields].flatMap((fields) =>
  Object.entries<AuctionField>(fields).flatMap(([name, { openRtb, copiedFromOpenRtb = openRtb }]) =>
    copiedFromOpenRtb === undefined ? [] : [[name, copiedFromOpenRtb] as const],
  ),
);

test.for(sourced)('%s comes from %s, which openrtb documents', ([, source]) => {
  expect(rows).toContain(source);
});

test('most attributes of an impression have a source', () => {
  expect(sourced.length).toBeGreaterThan(20);
});
