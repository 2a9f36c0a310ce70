import { roundToUnits, toUnits } from '../../figure/text.ts';
import type { Blocking, CompareReport, Effect } from '../../schema/compare-report.ts';
import { blockings } from '../../schema/compare-report.ts';
import type { EffectBlocks } from '../measuring/block.ts';
import { blockCount, enoughBlocks } from '../measuring/block.ts';
import type { Comparison } from '../measuring/comparison.ts';
import type { Estimate } from './bootstrap.ts';
import { Resampling, replicateCount } from './bootstrap.ts';

const percent = 100;
const thousand = 1000;

/** The resampling and blocks of the intervals of one report. */
export interface Interval {
  readonly resampling: Resampling;
  /** Place of the kind of block among the `blockings`. */
  readonly blocking: number;
  readonly auctions: number;
  /** Auctions by block. */
  readonly sizes: Float64Array;
}

/** The place among the `blockings` of the coarsest kind of block of which the log has enough. */
export function chooseBlocking(blocks: EffectBlocks): number {
  const isEnough = (_: Blocking, at: number) => countFilled(blocks.values('auctions', at)) >= enoughBlocks;
  const found = blockings.findIndex(isEnough);
  return found < 0 ? blockings.length - 1 : found;
}

export function createInterval(blocks: EffectBlocks, auctions: number, seed: string): Interval {
  const blocking = chooseBlocking(blocks);
  const sizes = blocks.values('auctions', blocking);
  return { resampling: new Resampling(seed, blockCount), blocking, auctions, sizes };
}

/** How the seller's revenue changes, before the fee or after it. */
export function toEffect(
  { current, draft, blocks }: Pick<Comparison, 'current' | 'draft' | 'blocks'>,
  money: 'gross' | 'net',
  { resampling, blocking, auctions, sizes }: Interval,
): Effect {
  const micros = `${money}Micros` as const;
  const [before, after] = [current, draft].map((tally) => tally.totals().revenue[micros]) as [bigint, bigint];
  const differences = blocks.values(`${money}Difference`, blocking);
  const estimate = resampling.estimate(differences, sizes);
  const share = before === 0n ? undefined : Number(after - before) / Number(before);
  const shareEstimate =
    before === 0n ? undefined : resampling.estimate(differences, blocks.values(`current${capital(money)}`, blocking));
  return {
    current: toUnits(before),
    draft: toUnits(after),
    difference: toUnits(after - before),
    interval: estimate === undefined ? null : toMoneyInterval(estimate, auctions),
    per_thousand_auctions: auctions === 0 ? null : roundToUnits((Number(after - before) / auctions) * thousand),
    per_thousand_interval: estimate === undefined ? null : toMoneyInterval(estimate, thousand),
    per_cent: share === undefined ? null : round(share * percent, 4),
    per_cent_interval: shareEstimate === undefined ? null : toPercentInterval(shareEstimate),
  };
}

export function toMethod(blocks: EffectBlocks, interval: Interval): CompareReport['method'] {
  const { resampling, blocking, sizes } = interval;
  const errorAt = (at: number) =>
    resampling.estimate(blocks.values('netDifference', at), blocks.values('auctions', at))?.standardError ?? 0;
  const errorOfAuctions = errorAt(blockings.length - 1);
  return {
    confidence: 0.95,
    replicates: replicateCount,
    blocks_by: blockings[blocking]!,
    blocks: countFilled(sizes),
    changed_blocks: countFilled(blocks.values('changed', blocking)),
    widening: errorOfAuctions === 0 ? null : round(errorAt(blocking) / errorOfAuctions, 3),
    description: `${descriptions[blockings[blocking]!]} ${how}`,
  };
}

const descriptions: Readonly<Record<Blocking, string>> = {
  hour_and_placement: 'Auctions of one hour and placement are kept together, since they move together.',
  minute_and_placement:
    'Auctions of one minute and placement are kept together; there are too few hours and placements to keep whole hours.',
  auction:
    'Every auction is taken for itself; there are too few hours, minutes and placements to keep neighbours together.',
};

const how = `They are hashed to ${blockCount} blocks, which are drawn again ${replicateCount.toLocaleString('en-US')} times with replacement; the interval is that of the studentised bootstrap. Both tier sets run the same auctions with the same seeds.`;

function countFilled(values: Float64Array): number {
  return values.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
}

/** A loss cannot exceed 100 %; with few blocks the interval could. */
function toPercentInterval({ low, high }: Estimate) {
  return { low: round(Math.max(low * percent, -percent), 4), high: round(high * percent, 4) };
}

function capital(money: 'gross' | 'net'): 'Gross' | 'Net' {
  return money === 'gross' ? 'Gross' : 'Net';
}

/** An interval of revenue per auction, multiplied by a number of auctions. */
export function toMoneyInterval({ low, high }: Pick<Estimate, 'low' | 'high'>, auctions: number) {
  return { low: roundToUnits(low * auctions), high: roundToUnits(high * auctions) };
}

/** A rounded number, never -0. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0;
}
