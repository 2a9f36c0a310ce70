import { fixedReach } from '@auction-tiers/inference';
import { daysPerPair } from './assignment.ts';
import type { Design } from './experiment-result.ts';
import { leastOfDay } from './schedule.ts';
import { daysOfSeller } from './seller-schedule.ts';

/** What recorded auctions show for a plan. Money: CPM micros per auction, of the live tiers (C) and the draft (T). */
export interface PlanEvidence {
  readonly auctionsPerDay: number;
  readonly control: Moments;
  /** R(T,b) - R(C,b). */
  readonly difference: Moments;
  /** The factor by which auctions of one unit increase the variance of a mean: 1 if no unit returns. */
  readonly designEffect: number;
  /** A switchback's clusters, and the deviation of a cluster's log mean net from the cluster's and the day's mean. */
  readonly clusters: { readonly count: number; readonly dayDeviation: number } | null;
  /** The deviation of a day's log mean net from that of its weekday; null: too few days. */
  readonly dayDeviation: number | null;
}

export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Days until four of five experiments detect an effect by a 95 % interval; null: more than a year, or never. */
export interface PlannedDesign {
  readonly design: Design;
  readonly share: number;
  readonly days: readonly { readonly percent: number; readonly days: number | null }[];
  /** The most that the draft costs until then, in money, if its effect on recorded bids continues; 0 if it gains. */
  readonly costPerDay: number;
  readonly costAtMost: number | null;
}

export const plannedPercents = [1, 2, 5] as const;
const [power, mostDays, leastDaysOfWeek] = [0.8, 365, 7];
const cpmMicros = 1e9;

/** What each design would see, and at what price, from recorded auctions that were decided under both tier sets. */
export function planExperiment(evidence: PlanEvidence, share: number): PlannedDesign[] {
  return [
    toPlan('shadow', 0, evidence, daysOfRules(evidence)),
    toPlan('split', share, evidence, daysOfSplit(evidence, share)),
    toPlan('hold_back', 0.95, evidence, daysOfSplit(evidence, 0.95)),
    toPlan('switchback', 0.5, evidence, daysOfSwitchback(evidence)),
  ];
}

/**
 * Days until four of five experiments of a design detect an effect of a size in per cent; null: more than a year.
 * undefined: the evidence does not tell, as without any net, or without enough days for the clusters of a switchback.
 */
export function daysToShow(
  evidence: PlanEvidence,
  {
    design,
    share,
    isOfSeller,
  }: { readonly design: Design; readonly share: number | null; readonly isOfSeller: boolean },
  percent: number,
): number | null | undefined {
  if (!(evidence.control.mean > 0)) return undefined;
  if (design === 'switchback' && (isOfSeller ? evidence.dayDeviation : evidence.clusters) === null) return undefined;
  if (isOfSeller) return daysOfWholeSeller(evidence)(percent);
  if (design === 'shadow') return daysOfRules(evidence)(percent);
  return design === 'switchback' ? daysOfSwitchback(evidence)(percent) : daysOfSplit(evidence, share ?? 0)(percent);
}

type DaysOf = (percent: number) => number | null;

function toPlan(design: Design, share: number, evidence: PlanEvidence, daysOf: DaysOf): PlannedDesign {
  const days = plannedPercents.map((percent) => ({ percent, days: daysOf(percent) }));
  const costPerDay = (Math.max(0, -evidence.difference.mean) * share * evidence.auctionsPerDay) / cpmMicros;
  const longest = days[0]!.days;
  return { design, share, days, costPerDay, costAtMost: longest === null ? null : longest * costPerDay };
}

/** The number of standard errors that a detectable effect needs. */
function errorsNeeded(degreesOfFreedom: number): number {
  return fixedReach(degreesOfFreedom) + fixedReach(degreesOfFreedom, 2 * (1 - power));
}

/** Rounds up to whole weeks, because a shorter time lacks some weekdays. */
function wholeWeeks(days: number): number | null {
  const weeks = Math.max(1, Math.ceil(days / leastDaysOfWeek - 1e-9));
  // Where no day has auctions, the number of days is infinite, or no number.
  return weeks * leastDaysOfWeek <= mostDays ? weeks * leastDaysOfWeek : null;
}

function daysOfRules({ auctionsPerDay, control, difference, designEffect }: PlanEvidence): DaysOf {
  return (percent) => {
    const effect = (percent / 100) * control.mean;
    const needed = (errorsNeeded(Infinity) ** 2 * difference.variance * designEffect) / effect ** 2;
    return effect > 0 ? wholeWeeks(needed / auctionsPerDay) : null;
  };
}

/** The days in which a split detects the whole effect, the difference of two arms. */
function daysOfSplit({ auctionsPerDay, control, designEffect }: PlanEvidence, share: number): DaysOf {
  return (percent) => {
    const effect = (percent / 100) * control.mean;
    if (!(effect > 0) || share <= 0 || share >= 1) return null;
    const variance = (control.variance * designEffect) / (share * (1 - share));
    return wholeWeeks((errorsNeeded(Infinity) ** 2 * variance) / effect ** 2 / auctionsPerDay);
  };
}

/** Half of the cells are within 24 hours of a change; a quarter of the others has half its units in the other arm. */
const [countedPart, doseVariance] = [0.5, 0.1875];

/** Until a switchback of the whole seller shows an effect: each day tells little of it, because buyers answer with a lag. */
function daysOfWholeSeller({ dayDeviation }: PlanEvidence): DaysOf {
  return (percent) => {
    if (dayDeviation === null) return null;
    for (let days = daysOfSeller; days <= mostDays; days += daysOfSeller) {
      const error = dayDeviation / Math.sqrt(days * leastOfDay);
      if (errorsNeeded(leastDaysOfWeek - 1) * error <= Math.log1p(percent / 100)) return days;
    }
    return null;
  };
}

function daysOfSwitchback({ clusters }: PlanEvidence): DaysOf {
  return (percent) => {
    if (clusters === null) return null;
    for (let days = daysPerPair; days <= mostDays; days += daysPerPair) {
      const cells = clusters.count * days * countedPart;
      const error = clusters.dayDeviation / Math.sqrt(cells * doseVariance);
      if (errorsNeeded(clusters.count - 1) * error <= Math.log1p(percent / 100)) return days;
    }
    return null;
  };
}
