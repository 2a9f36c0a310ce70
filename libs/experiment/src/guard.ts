import { sampleRatioBayesFactor, sequenceReachOfFew } from '@auction-tiers/inference';
import type { Arm } from './assignment.ts';
import { type ArmTotals, countCell, type ExperimentCounts } from './counts.ts';
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
  | { readonly code: 'sample_ratio'; readonly found: number; readonly allowed: number }
  | ({ readonly code: 'commitment'; readonly found: number } & WatchedCommitment);

/** What was promised about a buyer or a tier per day: wins, money earned, or its share of it from 0 to 1. */
export interface WatchedCommitment {
  readonly subject: 'buyer' | 'tier';
  readonly id: number;
  readonly bound: 'at_least' | 'at_most';
  readonly figure: 'wins' | 'net' | 'share_of_net';
  readonly wanted: number;
}

/** The sum of R(C,b) - R(T,b) over auctions that T decided: both terms are known. Negative: the draft has earned more. */
export function moneySpent({ control, treatment }: Pick<ArmTotals, 'control' | 'treatment'>): bigint {
  return control - treatment;
}

/** What the arms came to in all phases: sums add up across them, units do not, and are left out. */
export function totalsOf(phases: readonly ExperimentCounts[]): Readonly<Record<Arm, Omit<ArmTotals, 'units'>>> {
  const of = (arm: Arm) => {
    const sums = { auctions: 0, controlSold: 0, treatmentSold: 0, control: 0n, treatment: 0n };
    for (const counts of phases) {
      const own = counts.totalsOf(arm);
      sums.auctions += own.auctions;
      sums.controlSold += own.controlSold;
      sums.treatmentSold += own.treatmentSold;
      sums.control += own.control;
      sums.treatment += own.treatment;
    }
    return sums;
  };
  return { C: of('C'), T: of('T') };
}

/** Fires when the money is gone: a comparison of two sums, for every second of every process. */
export function checkMoney(spent: bigint, { maxLoss }: Pick<Guard, 'maxLoss'>): Breach | null {
  return spent >= maxLoss ? { code: 'max_loss', found: spent, allowed: maxLoss } : null;
}

/**
 * Fill under either tier set on the bids of the auctions of T, which are known for both, so this has no chance in it either.
 * Below 1,000 auctions a few unsold ones are many points.
 */
export function checkFill(
  treated: Omit<ArmTotals, 'units'>,
  { minFillPoints }: Pick<Guard, 'minFillPoints'>,
): Breach | null {
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

/** Money earned, of CPM micros. */
const microsPerMoney = 1e9;

/**
 * The first commitment that the draft would break at the pace of the days so far and the live tiers would keep, on the bids
 * of all auctions: both are known of each, so there is no chance in it. Not within the first day, which has no pace.
 */
export function checkCommitments(
  phases: readonly ExperimentCounts[],
  elapsedDays: number,
  commitments: readonly WatchedCommitment[],
): Breach | null {
  if (elapsedDays < 1 || commitments.length === 0) return null;
  const { C, T } = totalsOf(phases);
  const all = { control: Number(C.control + T.control), treatment: Number(C.treatment + T.treatment) };
  const rows = phases.flatMap((counts) => counts.rowsOf('won'));
  for (const commitment of commitments) {
    const { subject, id, bound, figure, wanted } = commitment;
    const own = rows.filter(({ key }) => key[0] === subject && Number(key[1]) === id);
    const sumOf = (cell: number) => own.reduce((sum, { cells }) => sum + cells[cell]!, 0);
    const under = (side: 'control' | 'treatment') => {
      if (figure === 'wins') return sumOf(countCell[`${side}Sold`]) / elapsedDays;
      const net = sumOf(countCell[side]);
      return figure === 'net' ? net / microsPerMoney / elapsedDays : all[side] === 0 ? 0 : net / all[side];
    };
    const isKept = (value: number) => (bound === 'at_least' ? value >= wanted : value <= wanted);
    if (isKept(under('control')) && !isKept(under('treatment'))) {
      return { code: 'commitment', found: under('treatment'), ...commitment };
    }
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
