import { fixedReach } from '@auction-tiers/inference';
import { daysPerPair } from './assignment.ts';
import type { Design } from './experiment-result.ts';

/** What recorded auctions say about a plan. Money in CPM micros per auction, under the live tiers (C) and the draft (T). */
export interface PlanEvidence {
  readonly auctionsPerDay: number;
  readonly control: Moments;
  /** Of R(T,b) - R(C,b). */
  readonly difference: Moments;
  /** The part of the variance of a mean that auctions of one unit add: 1 where no unit returns. */
  readonly designEffect: number;
  /** Clusters of a switchback, and by how much the logarithm of a cluster's mean net is off its mean and the day's. */
  readonly clusters: { readonly count: number; readonly dayDeviation: number } | null;
}

export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Days until an effect is seen in four of five experiments, by a 95 % interval; null: more than a year, or never. */
export interface PlannedDesign {
  readonly design: Design;
  readonly share: number;
  readonly days: readonly { readonly percent: number; readonly days: number | null }[];
  /** What the draft costs until then at most, in money, if what it does to the recorded bids goes on; 0 where it gains. */
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

type DaysOf = (percent: number) => number | null;

function toPlan(design: Design, share: number, evidence: PlanEvidence, daysOf: DaysOf): PlannedDesign {
  const days = plannedPercents.map((percent) => ({ percent, days: daysOf(percent) }));
  const costPerDay = (Math.max(0, -evidence.difference.mean) * share * evidence.auctionsPerDay) / cpmMicros;
  const longest = days[0]!.days;
  return { design, share, days, costPerDay, costAtMost: longest === null ? null : longest * costPerDay };
}

/** Standard errors that an effect has to be, with so many degrees of freedom. */
function errorsNeeded(degreesOfFreedom: number): number {
  return fixedReach(degreesOfFreedom) + fixedReach(degreesOfFreedom, 2 * (1 - power));
}

/** Whole weeks, as a shorter time has not every day of the week. */
function wholeWeeks(days: number): number | null {
  const weeks = Math.max(1, Math.ceil(days / leastDaysOfWeek - 1e-9));
  return weeks * leastDaysOfWeek > mostDays ? null : weeks * leastDaysOfWeek;
}

function daysOfRules({ auctionsPerDay, control, difference, designEffect }: PlanEvidence): DaysOf {
  return (percent) => {
    const effect = (percent / 100) * control.mean;
    const needed = (errorsNeeded(Infinity) ** 2 * difference.variance * designEffect) / effect ** 2;
    return effect > 0 ? wholeWeeks(needed / auctionsPerDay) : null;
  };
}

/** What a split sees of the whole effect: the difference of two arms. Its rules' part alone is that of a shadow. */
function daysOfSplit({ auctionsPerDay, control, designEffect }: PlanEvidence, share: number): DaysOf {
  return (percent) => {
    const effect = (percent / 100) * control.mean;
    if (!(effect > 0) || share <= 0 || share >= 1) return null;
    const variance = (control.variance * designEffect) / (share * (1 - share));
    return wholeWeeks((errorsNeeded(Infinity) ** 2 * variance) / effect ** 2 / auctionsPerDay);
  };
}

/** Half of the cells are within 24 hours of a change; a quarter of the others has half the units of the other arm. */
const [countedPart, doseVariance] = [0.5, 0.1875];

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
