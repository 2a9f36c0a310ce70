import { join } from 'node:path';
import { demoBodies, demoBuyers, demoTierSet } from '@auction-tiers/contract/demo';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { defaultParams } from '@auction-tiers/market';
import { generate } from '../../src/generate/generate.ts';
import { replay } from '../../src/run/replay.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';

test("the buyers of synthetic auctions are the demo's, and so are ym-profile and publishers", () => {
  const { buyers, ym_profile_id: ymProfileId, publishers } = defaultParams;
  expect(new Set(buyers.map(({ member_id: id }) => id))).toEqual(new Set(demoBuyers.map(({ id }) => id)));
  expect(ymProfileId).toBe(demoTierSet().ym_profile.id);
  expect(demoBodies.ymProfile.publisher_ids).toEqual(publishers.map(({ publisher_id: id }) => id));
});

test('every tier of the demo has an effect on synthetic auctions, but the one that is out of reach', async () => {
  const file = join(createFolder(), 'log.jsonl');
  await generate({ auctionCount: 5000, bidCount: 10, seed: 'demo', format: 'own', params: defaultParams }, file);
  const { report } = await replay({
    files: [file],
    loaded: loadDemoTierSet(),
    target: undefined,
    fee: chooseFee({}),
    isStrict: true,
    onBrokenLine: () => {},
  });
  const { tiers } = report;
  const named = (name: string) => tiers.find((tier) => tier.name === name)!;
  expect(tiers).toHaveLength(demoBodies.tiers.length);
  expect(tiers.filter(({ won, excluded }) => won + excluded < 20).map(({ name }) => name)).toEqual(['Out of reach']);
  expect(named('Out of reach').bids).toBe(0);
  const [pairA, pairB] = [named('Pair A').bids, named('Pair B').bids];
  // Four standard deviations of as many fair coins.
  expect(Math.abs(pairA - pairB)).toBeLessThan(4 * Math.sqrt(pairA + pairB));
});
