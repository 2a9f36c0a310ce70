import { listedDifferences, type LargestDifferences, type Usability } from '@auction-tiers/contract/compare-report';
import type { Resamplings } from '@auction-tiers/inference';
import { microsToNumber } from '@auction-tiers/tier-engine';
import { roundToUnits } from '../../figure/text.ts';
import { dateHourOf } from '../../tally/dimension.ts';
import type { Comparison } from '../measuring/comparison.ts';
import type { ChangedAuction } from '../measuring/largest-differences.ts';
import { toMoneyInterval } from './effect.ts';
import { Intervals } from './interval.ts';
import type { LogDays } from './log-days.ts';
import { toLogDays } from './log-days.ts';

/** A verdict must not rest on few auctions: the share of the log that is left out, and the least number of auctions. */
const [removedShare, leastRemoved] = [0.001, 5];

const microsPerUnit = 1_000_000;

/** What is left of the difference without the auctions that change the most. */
export function toLargestDifferences(
  { largestDifferences, blocks, current, draft }: Comparison,
  { hours, timeZone }: LogDays,
  { outsized }: Usability,
  resamplings: Resamplings,
  tries: number,
): LargestDifferences {
  const { auctions, revenue } = current.totals();
  const largest = largestDifferences.largest();
  // Where nearly all prices are 0, any other would be out of proportion.
  const aboveMicros = (outsized?.above || Infinity) * microsPerUnit;
  const absurd = largest.filter(({ netDifference }) => Math.abs(netDifference) > aboveMicros);
  const removed = largest.slice(0, Math.max(leastRemoved, Math.ceil(removedShare * auctions), absurd.length));
  const rest = removed.reduce(
    (micros, { netDifference }) => micros - BigInt(netDifference),
    draft.totals().revenue.netMicros - revenue.netMicros,
  );
  const intervals = new Intervals(
    blocks.without(removed),
    toLogDays(hoursWithout(hours, removed), timeZone),
    resamplings,
    tries,
  );
  const estimate = intervals.used?.net;
  return {
    removed: removed.length,
    difference: roundToUnits(Number(rest)),
    interval: estimate === undefined ? null : toMoneyInterval(estimate, intervals.auctions),
    auctions: removed.slice(0, listedDifferences).map((auction) => ({
      file: auction.file,
      place: auction.place,
      difference: microsToNumber(auction.netDifference),
      current: microsToNumber(auction.current.netMicros),
      draft: microsToNumber(auction.draft.netMicros),
    })),
  };
}

/** The hours without some of their auctions; hours that have none left are gone. */
function hoursWithout(hours: LogDays['hours'], removed: readonly ChangedAuction[]): LogDays['hours'] {
  const removedOf = Map.groupBy(removed, ({ timeMs }) => dateHourOf(timeMs));
  return hours.flatMap((one) => {
    const out = removedOf.get(one.hour) ?? [];
    const netDifference = out.reduce((micros, auction) => micros - auction.netDifference, one.netDifference);
    const auctions = one.auctions - out.length;
    return auctions === 0 ? [] : [{ ...one, auctions, netDifference }];
  });
}
