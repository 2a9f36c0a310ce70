import { hashSeed, Random } from '@auction-tiers/chance';
import { expect, test } from 'vitest';
import { toTierSet } from '../../src/advise/choosing/search.ts';
import { Standing } from '../../src/advise/choosing/standing.ts';
import { Regret } from '../../src/advise/judging/regret.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { toLoggedAuction } from '../../src/run/judge-auctions.ts';

const [logs, days, auctionsADay] = [100, 28, 30];
const firstDay = Date.UTC(2026, 9, 5);
const [msPerDay, msPerHour] = [86_400_000, 3_600_000];
const [preferredBuyer, otherBuyer, bidMicros] = [11, 12, 1_000_000];
/** How much more the other buyer bids, by the level of a day: a log-normal of this spread around this. */
const [more, ofDays] = [0.5, 0.3];
/** By how much the best brings more on the mean of all days that there could be, CPM micros. */
const truth = more * bidMicros;

const tierSet = toTierSet({
  ymProfileId: 1,
  revision: 'bound',
  profiles: [],
  tiers: [
    {
      id: 1,
      priority: 5,
      memberAction: 'include',
      minPriceMicros: 0,
      profileId: null,
      buyerMemberIds: [preferredBuyer],
    },
  ],
});

/** The days of a log, of which each keeps a part of the level of the day before it. */
function drawDays(seed: string, kept: number): number[] {
  const levels: number[] = [];
  for (let day = 0; day < days; day++) {
    const own = new Random(hashSeed(`${seed}/${day}`), 1).normal();
    levels.push(day === 0 ? own : kept * levels.at(-1)! + Math.sqrt(1 - kept ** 2) * own);
  }
  return levels;
}

/** A log in which the tiers make the lower of two bids win, and by how much lower it is depends on the day. */
const drawLog = (seed: string, levels: readonly number[]): LoggedAuction[] =>
  levels.flatMap((level, day) =>
    Array.from({ length: auctionsADay }, (_, at) => {
      const ofAuction = new Random(hashSeed(`${seed}/${day}`), at + 2).normal();
      const factor = Math.exp(ofDays * level - ofDays ** 2 / 2 + 0.2 * ofAuction - 0.2 ** 2 / 2);
      const request = {
        auctionType: 1,
        bidFloorMicros: 0,
        feePpm: 0,
        seed: `${seed}/${day}/${at}`,
        timeMs: firstDay + day * msPerDay + (at % 24) * msPerHour,
        impression: { placementId: 1 + (at % 3) },
        bids: [
          { id: 'low', memberId: preferredBuyer, grossMicros: bidMicros },
          { id: 'high', memberId: otherBuyer, grossMicros: Math.round(bidMicros * (1 + more * factor)) },
        ],
      } as const;
      return toLoggedAuction(request, day * auctionsADay + at + 1);
    }),
  );

test.for([
  ['each day for itself', 0],
  ['days that carry on', 0.7],
] as const)(
  'of 100 logs the bound holds on the mean of all days in at least 90, where a mean of the log holds in about half: %s',
  { timeout: 120_000 },
  ([, kept]) => {
    const found = Array.from({ length: logs }, (_, at) => {
      const seed = `bound ${kept} ${at}`;
      const log = drawLog(seed, drawDays(seed, kept));
      const short = log.map(({ request: { bids } }) => bids[1]!.grossMicros - bids[0]!.grossMicros);
      const mean = short.reduce((sum, one) => sum + one, 0) / short.length;
      const spread = Math.sqrt(short.reduce((sum, one) => sum + (one - mean) ** 2, 0) / short.length);
      const regret = new Regret(log, tierSet, new Standing([], days), { seed: 'bound', timeZone: 'UTC' });
      return { bound: regret.atMost(tierSet), mean, ofAuctions: mean + (2 * spread) / Math.sqrt(short.length) };
    });
    // Where days carry on so much that the log has no interval, no bound is known.
    const bounded = found.filter(({ bound }) => bound !== undefined);
    const holding = (of: 'bound' | 'mean' | 'ofAuctions') =>
      bounded.filter((one) => one[of]! >= truth).length / bounded.length;
    expect(bounded.length).toBeGreaterThan(60);
    expect(holding('mean')).toBeLessThan(0.65);
    // Auctions taken for independent of each other, whatever their day, would hold too seldom.
    expect(holding('ofAuctions')).toBeLessThan(0.85);
    expect(holding('bound')).toBeGreaterThanOrEqual(0.9);
  },
);
