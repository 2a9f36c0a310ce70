import type { Estimate } from '@auction-tiers/inference';
import { formatEarned } from '@auction-tiers/tier-engine';
import { roundToUnits } from '../../figure/text.ts';
import type { Effect } from '../../schema/compare-report.ts';
import type { Comparison } from '../measuring/comparison.ts';
import type { Intervals } from './interval.ts';

const percent = 100;
const thousand = 1000;

/** How the seller's revenue changes, before the fee or after it. */
export function toEffect(
  { current, draft }: Pick<Comparison, 'current' | 'draft'>,
  money: 'gross' | 'net',
  intervals: Intervals,
): Effect {
  const { auctions } = intervals;
  const micros = `${money}Micros` as const;
  const [before, after] = [current, draft].map((tally) => tally.totals().revenue[micros]) as [bigint, bigint];
  const estimate = money === 'net' ? intervals.used?.net : intervals.estimate('grossDifference');
  const share = before === 0n ? undefined : Number(after - before) / Number(before);
  const shareEstimate =
    before === 0n
      ? undefined
      : intervals.estimate(`${money}Difference`, money === 'net' ? 'currentNet' : 'currentGross');
  return {
    current: formatEarned(before),
    draft: formatEarned(after),
    difference: formatEarned(after - before),
    interval: estimate === undefined ? null : toMoneyInterval(estimate, auctions),
    per_thousand_auctions: auctions === 0 ? null : roundToUnits((Number(after - before) / auctions) * thousand),
    per_thousand_interval: estimate === undefined ? null : toMoneyInterval(estimate, thousand),
    per_cent: share === undefined ? null : round(share * percent, 4),
    per_cent_interval: shareEstimate === undefined ? null : toPercentInterval(shareEstimate),
  };
}

/** A loss cannot exceed 100 %; with few clusters the interval could. */
function toPercentInterval({ low, high }: Estimate) {
  return { low: round(Math.max(low * percent, -percent), 4), high: round(high * percent, 4) };
}

/** An interval of revenue per auction, multiplied by a number of auctions. */
export function toMoneyInterval({ low, high }: Pick<Estimate, 'low' | 'high'>, auctions: number) {
  return { low: roundToUnits(low * auctions), high: roundToUnits(high * auctions) };
}

/** A rounded number, never -0. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}
