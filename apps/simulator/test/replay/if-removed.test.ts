import type { TierSetSource } from '@auction-tiers/tier-engine';
import { compile } from '@auction-tiers/tier-engine';
import { isLong, someOf } from '@auction-tiers/tools/long';
import { expect, test } from 'vitest';
import { Random, hashSeed } from '@auction-tiers/chance';
import { Replay } from '../../src/replay/replay.ts';
import { synthesizeAuctions } from '../compare/compare-auctions.ts';

const buyers = Array.from({ length: 20 }, (_, at) => 101 + at);

/** Tiers of few priorities, so that some tie, and with minimums within the range of prices. */
function drawSource(seed: string): TierSetSource {
  const random = new Random(hashSeed(seed), 1);
  const tiers = Array.from({ length: 2 + random.below(7) }, (_, at) => ({
    id: at + 1,
    priority: [1, 5, 10][random.below(3)]!,
    memberAction: random.below(4) === 0 ? ('exclude' as const) : ('include' as const),
    minPriceMicros: random.below(3) === 0 ? 0 : random.below(4_000_000),
    profileId: null,
    buyerMemberIds: buyers.filter(() => random.below(4) === 0),
  }));
  return { ymProfileId: 1, revision: seed, tiers, profiles: [] };
}

function run(source: TierSetSource, auctions: Awaited<ReturnType<typeof synthesizeAuctions>>) {
  const compiled = compile(source);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  const replay = new Replay(compiled.tierSet);
  for (const auction of auctions) replay.add(auction);
  return replay;
}

test('what removing a tier changes is what a run without it gives, for every tier of random sets', async () => {
  const auctions = await synthesizeAuctions(150, 8, 'removals');
  // Half of them at second price, where a bid that loses sets the price.
  const both = auctions.map((auction, at) => ({
    ...auction,
    request: { ...auction.request, auctionType: at % 2 === 0 ? (1 as const) : (2 as const) },
  }));
  let changed = 0;
  for (const set of someOf([...Array(100).keys()], 15)) {
    const source = drawSource(`set ${set}`);
    const whole = run(source, both);
    const removals = whole.removals.changes();
    const { revenue } = whole.tally.totals();
    for (const { id } of source.tiers) {
      const without = run({ ...source, tiers: source.tiers.filter((tier) => tier.id !== id) }, both);
      const { revenue: left } = without.tally.totals();
      expect(removals.get(id)).toEqual({
        wins: left.wins - revenue.wins,
        grossMicros: left.grossMicros - revenue.grossMicros,
        netMicros: left.netMicros - revenue.netMicros,
      });
      if (left.netMicros !== revenue.netMicros) changed++;
    }
  }
  expect(changed).toBeGreaterThan(isLong ? 100 : 15);
});

test('parts of a log merge to the removals of the whole, over JSON too', async () => {
  const auctions = await synthesizeAuctions(200, 8, 'parts');
  const source = drawSource('parts');
  const merged = run(source, auctions.slice(0, 60));
  merged.merge(JSON.parse(JSON.stringify(run(source, auctions.slice(60)).toData())));
  expect(merged.removals.changes()).toEqual(run(source, auctions).removals.changes());
});
