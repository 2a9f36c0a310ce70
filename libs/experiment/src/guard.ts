import { sampleRatioBayesFactor, sequenceReachOfFew } from '@auction-tiers/inference';
import type { ArmTotals, ExperimentCounts } from './counts.ts';
import type { BuyerEstimate } from './split.ts';

/** What a person has set. `maxLoss`: money, in sums of CPM micros, which are thousand-millionths of what is earned. */
export interface Guard {
  readonly maxLoss: bigint;
  readonly maxBuyerLossPct: number;
  /** The part of auctions that are sold may fall by so many points of a per cent; null: it is not watched. */
  readonly minFillPoints: number | null;
}

export const usualGuard = { maxBuyerLossPct: 30, minFillPoints: 5 } as const;

/** Why an experiment pauses. `found` and `allowed` are in the unit of the guard. */
export type Breach =
  | { readonly code: 'max_loss'; readonly found: bigint; readonly allowed: bigint }
  | { readonly code: 'max_buyer_loss_pct'; readonly member: number; readonly found: number; readonly allowed: number }
  | { readonly code: 'min_fill_points'; readonly found: number; readonly allowed: number }
  | { readonly code: 'sample_ratio'; readonly found: number; readonly allowed: number };

/** The sum of R(C,b) - R(T,b) over auctions that T decided: both terms are known. Negative: the draft has earned more. */
export function moneySpent({ control, treatment }: Pick<ArmTotals, 'control' | 'treatment'>): bigint {
  return control - treatment;
}

/** Fires when the money is gone: a comparison of two sums, for every second of every process. */
export function checkMoney(spent: bigint, { maxLoss }: Pick<Guard, 'maxLoss'>): Breach | null {
  return spent >= maxLoss ? { code: 'max_loss', found: spent, allowed: maxLoss } : null;
}

/**
 * Fill under either tier set on the bids of the auctions of T, which are known for both, so this has no chance in it either.
 * Below 1,000 auctions a few unsold ones are many points.
 */
export function checkFill(treated: ArmTotals, { minFillPoints }: Pick<Guard, 'minFillPoints'>): Breach | null {
  if (minFillPoints === null || treated.auctions < leastAuctions) return null;
  const found = (100 * (treated.controlSold - treated.treatmentSold)) / treated.auctions;
  return found > minFillPoints ? { code: 'min_fill_points', found, allowed: minFillPoints } : null;
}

const leastAuctions = 1000;
export const watchedBuyers = 10;
/** Each of ten buyers may pause an A/A experiment in at most one of 400. */
const buyerAlpha = 0.025 / watchedBuyers;
/** Below so many blocks with spend the error of a buyer's change is not known. */
const leastDegrees = 23;

/**
 * Whether the upper end of the change of spend of one of the ten largest buyers is below the loss that is allowed. What is
 * tested is T's spend less the allowed part of C's, so that a buyer that has left is seen too.
 */
export function checkBuyers(
  buyers: readonly BuyerEstimate[],
  elapsedShare: number,
  { maxBuyerLossPct }: Pick<Guard, 'maxBuyerLossPct'>,
): Breach | null {
  const kept = 1 - maxBuyerLossPct / 100;
  for (const { member, spendByArm } of buyers.slice(0, watchedBuyers)) {
    if (spendByArm === null) continue;
    const { C, T } = spendByArm;
    const degrees = Math.min(C.degreesOfFreedom, T.degreesOfFreedom);
    if (degrees < leastDegrees || !(C.mean > 0)) continue;
    const reach = sequenceReachOfFew(elapsedShare, degrees, buyerAlpha) * Math.hypot(T.error, kept * C.error);
    if (T.mean - kept * C.mean + reach >= 0) continue;
    const found = 100 * (1 - T.mean / C.mean);
    return { code: 'max_buyer_loss_pct', member, found, allowed: maxBuyerLossPct };
  }
  return null;
}

export const leastBayesFactor = 0.001;

/** Whether the numbers of units fit the share of a phase; null: they do, or the share leaves nothing to test. */
export function checkSampleRatio(units: ExperimentCounts['units'], share: number): Breach | null {
  if (share <= 0 || share >= 1) return null;
  const found = sampleRatioBayesFactor(units.sampledT, units.sampledC, share);
  return found < leastBayesFactor ? { code: 'sample_ratio', found, allowed: leastBayesFactor } : null;
}
