import { join } from 'node:path';
import { demoBodies, demoBuyers } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { generate } from '../src/generate/generate.ts';
import { marketBuyers, publisherId } from '../src/generate/market.ts';
import { replay } from '../src/replay/replay.ts';
import { loadDemoTierSet } from '../src/tier-set-file.ts';
import { createFolder } from './folder.ts';

test("the buyers of synthetic auctions are the demo's, and so is their publisher", () => {
  expect(new Set(marketBuyers.map(({ memberId }) => memberId))).toEqual(new Set(demoBuyers.map(({ id }) => id)));
  expect(demoBodies.ymProfile.publisher_ids).toContain(publisherId);
});

test('every tier of the demo has an effect on synthetic auctions, but the one that is out of reach', async () => {
  const file = join(createFolder(), 'log.jsonl');
  await generate({ auctionCount: 5000, bidCount: 10, seed: 'demo', format: 'own' }, file);
  const { tiers } = await replay({
    files: [file],
    loaded: loadDemoTierSet(),
    target: undefined,
    feePpm: 0,
    isStrict: true,
    onBrokenLine: () => {},
  });
  const named = (name: string) => tiers.find((tier) => tier.name === name)!;
  expect(tiers).toHaveLength(demoBodies.tiers.length);
  expect(tiers.filter(({ won, excluded }) => won + excluded < 20).map(({ name }) => name)).toEqual(['Out of reach']);
  expect(named('Out of reach').bids).toBe(0);
  expect(named('Pair A').bids / named('Pair B').bids).toBeCloseTo(1, 1);
});
