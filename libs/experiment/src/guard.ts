import { sampleRatioBayesFactor, sequenceReachOfFew } from '@auction-tiers/inference';
import type { Arm } from './assignment.ts';
import { type ArmTotals, countCell, type ExperimentCounts } from './counts.ts';
import type { Parts } from './parts.ts';
import type { BuyerEstimate } from './split.ts';

/** The limits that a user has set. `maxLoss`: money earned, as a sum of CPM micros (10^-9 of a currency unit). */
export interface Guard {
  readonly maxLoss: bigint;
  /** Of what the live tiers earn per auction. */
  readonly maxTotalLossPct: number;
  readonly maxBuyerLossPct: number;
  /** The most percentage points by which the share of sold auctions may fall; null: not watched. */
  readonly minFillPoints: number | null;
}

/** Why an experiment pauses. `found` and `allowed` are in the unit of the limit. */
export type Breach =
  | { readonly code: 'max_loss'; readonly found: bigint; readonly allowed: bigint }
  | { readonly code: 'max_total_loss_pct'; readonly found: number; readonly allowed: number }
  | { readonly code: 'max_buyer_loss_pct'; readonly member: number; readonly found: number; readonly allowed: number }
  | { readonly code: 'min_fill_points'; readonly found: number; readonly allowed: number }
  | { readonly code: 'sample_ratio'; readonly found: number; readonly allowed: number }
  | ({ readonly code: 'commitment'; readonly found: number } & WatchedCommitment);

/** A promise about a buyer or a tier per day: wins, money earned, or its share of the money from 0 to 1. */
export interface WatchedCommitment {
  readonly subject: 'buyer' | 'tier';
  readonly id: number;
  readonly bound: 'at_least' | 'at_most';
  readonly figure: 'wins' | 'net' | 'share_of_net';
  readonly wanted: number;
}

/** The sum of R(C,b) - R(T,b) over T's auctions, for which both are known. Negative: the draft has earned more. */
export function moneySpent({ control, treatment }: Pick<ArmTotals, 'control' | 'treatment'>): bigint {
  return control - treatment;
}

/** The totals of the arms over all phases. Units are left out, because distinct units of phases do not add up. */
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

/** A breach if the allowed loss is reached; compares only two sums, because every process checks it every second. */
export function checkMoney(spent: bigint, { maxLoss }: Pick<Guard, 'maxLoss'>): Breach | null {
  return spent >= maxLoss ? { code: 'max_loss', found: spent, allowed: maxLoss } : null;
}

/**
 * Compares fill under both tier sets on the bids of T's auctions, where both are known, so there is no chance in it.
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
/**
 * A breach if the upper end of the total, which includes what buyers do, is below the allowed loss. `max_loss` compares
 * both tiers on the bids that came, so it does not see that bids have fallen.
 */
export function checkTotal(
  { total, level }: Pick<Parts, 'total' | 'level'>,
  elapsedShare: number,
  { maxTotalLossPct }: Pick<Guard, 'maxTotalLossPct'>,
): Breach | null {
  if (total === null || level === null || !(level > 0)) return null;
  const { mean, error, degreesOfFreedom } = total;
  const high = mean + error * sequenceReachOfFew(elapsedShare, degreesOfFreedom);
  if (high >= (-maxTotalLossPct / 100) * level) return null;
  return { code: 'max_total_loss_pct', found: (-100 * mean) / level, allowed: maxTotalLossPct };
}

export const watchedBuyers = 10;
/** A false-alarm limit: each of ten buyers may pause an A/A experiment in at most one of 400. */
const buyerAlpha = 0.025 / watchedBuyers;
/** With fewer blocks with spend the error of a buyer's change is unknown. */
const leastDegrees = 23;

/**
 * A breach if, for one of the ten largest buyers, the upper end of the change of spend is below the allowed loss. Tests
 * T's spend less the allowed part of C's, so that a buyer that has left is detected too.
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
 * The first commitment that, at the pace so far on the bids of all auctions, the draft would break and the live tiers
 * keep. Both are known for each auction, so there is no chance in it. None in the first day, which has no pace.
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

/** A breach if the numbers of units do not fit the share of a phase; null: they fit, or there is nothing to test. */
export function checkSampleRatio(units: ExperimentCounts['units'], share: number): Breach | null {
  if (share <= 0 || share >= 1) return null;
  const found = sampleRatioBayesFactor(units.sampledT, units.sampledC, share);
  return found < leastBayesFactor ? { code: 'sample_ratio', found, allowed: leastBayesFactor } : null;
}
