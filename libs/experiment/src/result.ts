import {
  around,
  fixedReach,
  type Interval,
  sampleRatioBayesFactor,
  sequenceReachOfFew,
} from '@auction-tiers/inference';
import { formatDifference, formatEarned } from '@auction-tiers/tier-engine';
import { type AnswerOrigin, toAnswer } from './answer.ts';
import type { Arm, Schedule } from './assignment.ts';
import { countCell, ExperimentCounts, type ExperimentCountsData } from './counts.ts';
import type { ExperimentResult } from '@auction-tiers/contract';
import type { BuyerResult, Change, Design, Effect, MoneyRange } from './experiment-result.ts';
import { checkSampleRatio, type Guard, moneySpent } from './guard.ts';
import { type BuyerEstimate, countChangedUnits, estimateBuyers, estimateRules, estimateRulesInHours } from './split.ts';
import type { Estimated } from './split.ts';
import { percentOf, type SwitchbackEstimate, toChange } from './switchback.ts';
import { type CountedPhase, estimateParts, type Parts } from './parts.ts';
import { type Daily, judge } from './verdict.ts';
import { type BuyerBefore, findWholeSellerBuyers } from './whole-seller-buyers.ts';
import { armsByHour, type EndOfDays, estimateByDays, rulesByHour, wholeDaysOf } from './whole-weeks.ts';

/** The input of an experiment's result. */
export interface ExperimentState {
  readonly design: Design;
  readonly plannedDays: number;
  /** Since the start, without pauses; a switchback counts whole days up to the last midnight. */
  readonly elapsedDays: number;
  readonly phases: readonly { readonly share: number; readonly counts: ExperimentCounts | ExperimentCountsData }[];
  /** For a switchback; `seed` is the text from which the draws of its intervals come. */
  readonly switchback: {
    readonly schedule: Schedule;
    readonly seed: string;
    /** Days on which it was paused. Default: none. */
    readonly paused?: ReadonlySet<number>;
  } | null;
  readonly guard: Pick<Guard, 'maxLoss'>;
  /** The local day from which days are counted, since 1970-01-01. Default: 0, a Thursday. */
  readonly firstDay?: number;
  /** Days of the seller's calendar since its start, for a sentence. Default: none. */
  readonly calendarDays?: string;
  /** What large buyers did in the two weeks before the start. Default: not known. */
  readonly before?: readonly BuyerBefore[];
  /** For a switchback of one phase: the source of its measured answer. */
  readonly answerOf?: AnswerOrigin | undefined;
}

const hoursPerDay = 24;

/** The sentence shown with the buyers' part of a split. */
const splitCannotSee =
  'A share of users cannot show how buyers react: buyers do not know which tiers decide, and react to the mixture of both.';
const why: Readonly<Record<Design, string | null>> = {
  shadow: 'The draft decides no auction, so buyers have nothing to react to.',
  split: splitCannotSee,
  hold_back: splitCannotSee,
  switchback: null,
};

/**
 * The result of an experiment. Estimates are made within phases and weighted by their auctions; the rules part is
 * paired within each auction, so its sums are over all phases. `draws`: how often the assignment of a switchback is
 * redrawn at the planned end.
 */
export function toExperimentResult(state: ExperimentState, draws?: number): ExperimentResult {
  const { design, plannedDays, elapsedDays, guard } = state;
  const phases = state.phases.map(({ share, counts }) => ({
    share,
    counts: counts instanceof ExperimentCounts ? counts : countsOf(counts),
  }));
  const all = phases.length === 1 ? phases[0]!.counts : countsOf(...phases.map(({ counts }) => counts.toData()));
  const arms = { C: all.totalsOf('C'), T: all.totalsOf('T') };
  const auctions = arms.C.auctions + arms.T.auctions;
  const progress = { share: Math.min(1, elapsedDays / plannedDays), isAtEnd: elapsedDays >= plannedDays };
  const rules = estimateRules(all);
  const changed = arms.C.treatment + arms.T.treatment - arms.C.control - arms.T.control;
  const parts = estimateParts({ ...state, phases }, progress.isAtEnd ? draws : 0);
  const buyers = buyersOf(state, phases.at(-1)?.counts ?? all);
  const ratio = toSampleRatio(design, phases);
  const spent = moneySpent(arms.T);
  const wholeDays = wholeDaysOf(all, progress.isAtEnd, state.switchback?.paused ?? new Set());
  const verdict = judge({
    design,
    progress,
    elapsedDays,
    rules: rules ?? null,
    total: parts.total,
    wholeDays,
    firstDay: state.firstDay ?? 0,
    byDays: toDaily(state, phases, all, wholeDays.weeks, parts),
    changedUnits: countChangedUnits(all),
    switchback: parts.switchback,
    pausedDays: state.switchback?.paused?.size ?? 0,
    calendarDays: state.calendarDays ?? '',
    isSampleRatioKept: ratio?.is_kept ?? true,
    withoutLargest: withoutLargest(all, auctions),
    ofWholeSeller:
      typeof state.switchback?.schedule.cells === 'number'
        ? findWholeSellerBuyers(all, buyers, state.before ?? [], wholeDays.weeks)
        : null,
    withoutUnit: auctions === 0 ? 0 : withoutUnitOf(all) / auctions,
  });
  return {
    rules: { ...toEffect(rules ?? null, progress, null), sum: formatEarned(changed) },
    ...toExactEffects(parts, progress, why[design]),
    arms: { C: toArm(arms.C, arms.C.control), T: toArm(arms.T, arms.T.treatment) },
    without_unit: auctions === 0 ? 0 : withoutUnitOf(all) / auctions,
    days: toDays(all, state, progress),
    buyers_by_member: buyers.map((buyer) => toBuyer(buyer, progress)),
    answer: state.answerOf === undefined ? null : toAnswer(buyers, state.answerOf, progress),
    sample_ratio: ratio,
    money: { spent: formatEarned(spent), stop: formatEarned(guard.maxLoss) },
    switchback: parts.switchback === null ? null : toSwitchback(parts.switchback, progress.share),
    ...verdict,
  };
}

function countsOf(...all: readonly ExperimentCountsData[]): ExperimentCounts {
  const counts = new ExperimentCounts();
  for (const data of all) counts.merge(data);
  return counts;
}

/** Progress of the planned time. */
export interface Progress {
  readonly share: number;
  readonly isAtEnd: boolean;
}

/** The effects over whole weeks, by days; null: there is no whole week. */
function toDaily(
  { design }: ExperimentState,
  phases: readonly CountedPhase[],
  all: ExperimentCounts,
  weeks: readonly number[],
  { buyers }: Parts,
): Daily | null {
  const rules = estimateByDays(rulesByHour(all), weeks);
  if (rules === undefined) return null;
  if (design !== 'switchback') {
    const total = estimateByDays(armsByHour(phases.map(({ counts }) => counts)), weeks);
    return { rules, total: total ?? null };
  }
  const inT = estimateByDays(rulesByHour(all, 'T'), weeks);
  if (inT === undefined || buyers === null) return { rules, total: null };
  // What buyers do is taken as the same on all days.
  const withBuyers = <End extends EndOfDays>(end: End): End => ({ ...end, mean: end.mean + buyers.mean });
  const { recent, third, lastDay } = inT.ends;
  const total = {
    ...inT,
    ends: {
      recent: withBuyers(recent),
      third: third && withBuyers(third),
      lastDay: lastDay && withBuyers(lastDay),
    },
    mean: inT.mean + buyers.mean,
    error: Math.hypot(inT.error, buyers.error),
    degreesOfFreedom: Math.min(inT.degreesOfFreedom, buyers.degreesOfFreedom),
  };
  return { rules, total };
}

/** Effects in whole micros such that `total` is exactly `rules_in_t` plus `buyers`. */
function toExactEffects(
  { total, rulesInT, buyers, buyersAtEnd, switchback }: Parts,
  progress: Progress,
  reason: string | null,
) {
  const rules = rulesInT && Math.round(rulesInT.mean);
  const sum = total && Math.round(total.mean);
  const rest = rules === null || sum === null ? null : sum - rules;
  const early = 'Too few auctions, users or days have come.';
  const effect = (estimate: Estimated | null, own: string | null) =>
    toEffect(estimate, progress, estimate === null ? (own ?? early) : own);
  const ofBuyers = effect(buyers, reason);
  return {
    total: { ...effect(total, reason), per_thousand: formatOrNull(sum) },
    rules_in_t: { ...effect(rulesInT, rulesInT === null ? reason : null), per_thousand: formatOrNull(rules) },
    buyers: {
      ...ofBuyers,
      per_thousand: formatOrNull(rest),
      interval_at_end: buyersAtEnd === null ? ofBuyers.interval_at_end : toRange(buyersAtEnd),
      percent: switchback === null ? null : toChange(switchback, progress.share),
    },
  };
}

const formatOrNull = (micros: number | null) => (micros === null ? null : formatDifference(micros));

function toEffect(estimate: Estimated | null, { share, isAtEnd }: Progress, reason: string | null): Effect {
  if (estimate === null) return { per_thousand: null, interval: null, interval_at_end: null, why: reason };
  const { mean, error, degreesOfFreedom } = estimate;
  const sequence = around(mean, error * sequenceReachOfFew(share, degreesOfFreedom));
  return {
    per_thousand: formatDifference(Math.round(mean)),
    interval: toRange(sequence),
    interval_at_end: isAtEnd ? toRange(around(mean, error * fixedReach(degreesOfFreedom))) : null,
    why: reason,
  };
}

/** Beyond this a price is meaningless, and so is such a wide interval. */
const mostMicros = 1e15;

function toRange({ low, high }: Interval): MoneyRange {
  const [from, to] = [low, high].map((end) => Math.round(Math.max(-mostMicros, Math.min(mostMicros, end))));
  return { low: formatDifference(from!), high: formatDifference(to!) };
}

function toArm({ auctions, units }: { readonly auctions: number; readonly units: number }, own: bigint) {
  return { auctions, units, earned: formatEarned(own) };
}

function withoutUnitOf(counts: ExperimentCounts): number {
  return counts.rowsOf('without_unit').reduce((sum, { cells }) => sum + cells[countCell.auctions]!, 0);
}

function toSampleRatio(design: Design, phases: readonly CountedPhase[]): ExperimentResult['sample_ratio'] {
  if (design !== 'split' && design !== 'hold_back') return null;
  const worst = phases
    .map(({ share, counts: { units } }) => sampleRatioBayesFactor(units.sampledT, units.sampledC, share))
    .reduce((least, own) => Math.min(least, own), Infinity);
  const isKept = phases.every(({ share, counts: { units } }) => checkSampleRatio(units, share) === null);
  return { bayes_factor: Number.isFinite(worst) ? worst : 1, is_kept: isKept };
}

const zero = () => ({ auctions: 0, own: 0, rules: 0 });

function toDays(counts: ExperimentCounts, { plannedDays }: ExperimentState, now: Progress): ExperimentResult['days'] {
  const days = new Map<number, Record<Arm, { auctions: number; own: number; rules: number }>>();
  const hours = counts.rowsOf('hour').toSorted((one, other) => Number(one.key[0]) - Number(other.key[0]));
  for (const { key, cells } of hours) {
    const day = dayOfHour(key[0]);
    if (!days.has(day)) days.set(day, { C: zero(), T: zero() });
    const arm = key[1] as Arm;
    const sums = days.get(day)![arm];
    sums.auctions += cells[countCell.auctions]!;
    sums.own += cells[arm === 'T' ? countCell.treatment : countCell.control]!;
    sums.rules += cells[countCell.treatment]! - cells[countCell.control]!;
  }
  return Array.from(days, ([day, { C, T }]) => ({
    day,
    auctions: C.auctions + T.auctions,
    rules: formatEarned(C.rules + T.rules),
    per_thousand: {
      C: formatOrNull(C.auctions === 0 ? null : Math.round(C.own / C.auctions)),
      T: formatOrNull(T.auctions === 0 ? null : Math.round(T.own / T.auctions)),
    },
    so_far: toSoFar(
      hours.filter(({ key }) => dayOfHour(key[0]) <= day),
      Math.min(now.share, (day + 1) / plannedDays),
    ),
  }));
}

const dayOfHour = (hour = '0') => Math.floor(Number(hour) / hoursPerDay);

/** The rules part up to a day, with the interval that was valid then. */
function toSoFar(hours: Parameters<typeof estimateRulesInHours>[0], share: number) {
  const { mean, error, degreesOfFreedom, isErrorKnown } = estimateRulesInHours(hours);
  const interval = isErrorKnown
    ? toRange(around(mean, error * sequenceReachOfFew(Math.max(share, leastShare), degreesOfFreedom)))
    : null;
  return { per_thousand: formatDifference(Math.round(mean)), interval };
}

/** The part of the planned time below which a sequence's width cannot be computed. */
const leastShare = 1e-4;

/** Buyers of the present phase; a switchback counts only cells whose share equals the previous day's. */
export function buyersOf(
  { design, switchback }: Pick<ExperimentState, 'design' | 'switchback'>,
  counts: ExperimentCounts,
): BuyerEstimate[] {
  if (design === 'shadow') return [];
  if (switchback === null) return estimateBuyers(counts, () => true);
  const { shares } = switchback.schedule;
  const { paused = new Set() } = switchback;
  const shareOn = (cluster: number, day: number) => (day < 0 || paused.has(day) ? 0 : shares[cluster]?.[day]);
  return estimateBuyers(counts, (block) => {
    const [cluster, day] = block.split('.').map(Number);
    const own = shares[cluster!]?.[day!];
    return own !== undefined && !paused.has(day!) && own === shareOn(cluster!, day! - 1);
  });
}

function toBuyer({ member, spend, meanBid, bidRate }: BuyerEstimate, { share }: Progress): BuyerResult {
  const change = (estimate: Estimated | null): Change | null => {
    if (estimate === null) return null;
    const reach = estimate.error * sequenceReachOfFew(share, estimate.degreesOfFreedom);
    const interval = { low: percentOf(estimate.mean - reach), high: percentOf(estimate.mean + reach) };
    return { percent: percentOf(estimate.mean), interval };
  };
  return { member_id: member, spend: change(spend), mean_bid: change(meanBid), bid_rate: change(bidRate) };
}

function toSwitchback(estimate: SwitchbackEstimate, share: number): ExperimentResult['switchback'] {
  const { cells, course, hasSettled, longer, effect, standardError, degreesOfFreedom } = estimate;
  const reach = standardError * fixedReach(degreesOfFreedom);
  const student = {
    low: percentOf(effect - reach),
    high: percentOf(effect + reach),
    degrees_of_freedom: degreesOfFreedom,
  };
  return { cells, course, has_settled: hasSettled, five_days: longer && toChange(longer, share), student };
}

/** The share of auctions with the largest differences; the sign must hold without them. */
const largestShare = 0.001;

/** The sum of the differences without the largest ones, by bins of half powers of 2; undefined: nothing changes. */
function withoutLargest(counts: ExperimentCounts, auctions: number): number | undefined {
  const bins = counts.rowsOf('change').map(({ key, cells }) => ({
    size: Math.abs(Number(key[0])),
    count: cells[countCell.auctions]!,
    sum: cells[countCell.treatment]! - cells[countCell.control]!,
  }));
  if (bins.length === 0) return undefined;
  let left = Math.ceil(largestShare * auctions);
  let sum = 0;
  for (const bin of bins.toSorted((one, other) => other.size - one.size)) {
    const taken = Math.min(left, bin.count);
    left -= taken;
    sum += bin.sum * (1 - taken / bin.count);
  }
  return sum;
}
