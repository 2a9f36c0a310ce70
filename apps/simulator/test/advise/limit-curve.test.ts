import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSeed, Random } from '@auction-tiers/chance';
import { toAuctionBody } from '@auction-tiers/contract';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { formatMoney } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { AdviceSums } from '../../src/advise/measuring/advice-sums.ts';
import { priceOfLimit } from '../../src/advise/measuring/curve.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { toLoggedAuction } from '../../src/run/judge-auctions.ts';
import { replay } from '../../src/run/replay.ts';
import { synthesizeAuctions } from '../compare/compare-auctions.ts';
import { loadDemo, type Tier } from '../compare/tier-set.ts';
import { createFolder } from '../fixture/folder.ts';

const earned = (micros: number) => (micros / 1e9).toFixed(9);

/** The demo's tiers with other priorities, actions, minimums and buyers; in every other set, some have limits. */
function randomTiers(random: Random, hasLimits: boolean): (tiers: Tier[]) => Tier[] {
  const price = (most: number) => formatMoney(random.below(most * 100) * 10_000);
  return (tiers) => {
    const named = tiers.flatMap(({ buyer_members: buyers }) => buyers ?? []);
    const buyers = [...new Map(named.map((buyer) => [buyer.id, buyer])).values()];
    return tiers.map((tier) => {
      const isExclude = random.fraction() < 0.2;
      return {
        ...tier,
        // Few levels, so that tiers are drawn and others are the next.
        priority: 1 + random.below(4),
        member_action: isExclude ? 'exclude' : 'include',
        min_price: price(4),
        max_forgone: hasLimits && !isExclude && random.fraction() < 0.5 ? price(3) : null,
        buyer_members: buyers.filter(() => random.fraction() < 0.4),
      };
    });
  };
}

test('a curve of limits equals a replay at 50 random limits of random tiers, to the micro', async () => {
  const random = new Random(hashSeed('limits'), 1);
  const folder = createFolder();
  let changed = 0;
  for (let set = 0; set < 10; set++) {
    const tiersOf = randomTiers(random, set % 2 === 1);
    let tiers: Tier[] = [];
    const loaded = loadDemo((demo) => (tiers = tiersOf(demo)));
    const includes = loaded.tierSet.tiers.flatMap(({ memberAction }, at) => (memberAction === 'include' ? [at] : []));
    const [buyer] = loaded.tierSet.tiers[includes[0]!]!.buyerMemberIds;
    const promise = { bound: 'at_least', wanted: 1 } as const;
    const commitments: readonly ReadCommitment[] = [
      { ...promise, subject: 'buyer', id: buyer!, figure: 'wins' },
      { ...promise, subject: 'tier', id: loaded.tierSet.tiers[includes[1]!]!.id, figure: 'net' },
    ];
    const drawn = await synthesizeAuctions(200, 12, `limits ${set}`);
    const auctions = drawn.map(({ request }, at) => ({ ...request, auctionType: at % 3 === 0 ? 2 : 1 }) as const);
    const sums = new AdviceSums(loaded, commitments);
    for (const [at, request] of auctions.entries()) sums.add(toLoggedAuction(request, at + 1));
    const file = join(folder, `${set}.jsonl`);
    writeFileSync(file, auctions.map((request) => JSON.stringify(toAuctionBody(request, 1))).join('\n'));
    for (let point = 0; point < 5; point++) {
      const index = includes[random.below(includes.length)]!;
      const { id, buyerMemberIds } = loaded.tierSet.tiers[index]!;
      const { limits, bids } = sums.alternatives[index]!;
      const prices = limits.prices();
      const needed = prices.length === 0 ? 0 : 0 - prices[random.below(prices.length)]!;
      // The limit that one more bid needs, one micro less, one that no bid needs, and both ends.
      const limit = [needed, Math.max(0, needed - 1), random.below(5_000_000), 0, null][point]!;
      const max_forgone = limit === null ? null : formatMoney(limit);
      const tried = loadDemo(() => tiers.map((tier) => (tier.id === id ? { ...tier, max_forgone } : tier)));
      const { report } = await replay({ files: [file], loaded: tried, target: undefined, fee: chooseFee({}) });
      const rowOf = (tierId: number) => report.tiers.find((tier) => tier.id === tierId)!;
      const wonBy = (ids: readonly number[]) =>
        report.buyers.rows.reduce((sum, row) => sum + (row.id !== null && ids.includes(row.id) ? row.won : 0), 0);
      const found = limits.at(priceOfLimit(limit));
      const before = buyerMemberIds.reduce((sum, member) => sum + (sums.wins.get(member) ?? 0), 0);
      expect({
        set,
        tier: id,
        limit,
        net: earned(sums.net + found.net),
        forgone: earned(sums.untiered + found.untiered - sums.net - found.net),
        bids: bids + found.bids,
        wins: before + found.wins,
        promised: [sums.amounts[0]! + found.amounts[0]!, earned(sums.amounts[1]! + found.amounts[1]!)],
      }).toEqual({
        set,
        tier: id,
        limit,
        net: report.with_tiers.net_to_seller,
        forgone: report.forgone,
        bids: rowOf(id).bids,
        wins: wonBy(buyerMemberIds),
        promised: [wonBy([buyer!]), rowOf(commitments[1]!.id).net_to_seller],
      });
      if (found.net !== 0) changed++;
    }
  }
  expect(changed).toBeGreaterThan(15);
});
