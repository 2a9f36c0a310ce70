import { english } from '@auction-tiers/figure';
import { around, fixedReach, sequenceReachOfFew } from '@auction-tiers/inference';
import { daysPerWeek } from './assignment.ts';
import type { Design, ExperimentVerdict } from './experiment-result.ts';
import type { Estimated } from './split.ts';
import type { WholeDays } from './whole-weeks.ts';
import { percentOf, type SwitchbackEstimate, toChange } from './switchback.ts';

/** The evidence for a verdict. */
export interface Evidence {
  readonly design: Design;
  readonly progress: { readonly share: number; readonly isAtEnd: boolean };
  readonly elapsedDays: number;
  readonly rules: Estimated | null;
  readonly total: Estimated | null;
  readonly wholeDays: WholeDays;
  readonly byDays: Daily | null;
  readonly changedUnits: number;
  readonly switchback: SwitchbackEstimate | null;
  /** Days on which a switchback was paused. */
  readonly pausedDays: number;
  /** Days of the seller's calendar among its days, for a sentence; empty: none. */
  readonly calendarDays: string;
  readonly isSampleRatioKept: boolean;
  /** Of a switchback, the large buyers that spend over half more where the draft decides. */
  readonly swelling: readonly number[];
  /** The sum of the rules' differences without the largest ones; undefined: nothing changes. */
  readonly withoutLargest: number | undefined;
  /** The part of auctions without a unit. */
  readonly withoutUnit: number;
}

/** The effects over whole weeks, with days as clusters. */
export interface Daily {
  readonly rules: Estimated;
  readonly total: Estimated | null;
}

/** Of 100 experiments without an effect, at most one may be misjudged before, and four at, the planned end. */
const [alphaOnTheWay, alphaAtEnd] = [0.01, 0.04];
const [leastUnits, leastPairs] = [50, 6];
/** An effect is to show in four of five experiments, by an interval of 95 %. */
const showingErrors = 1.96 + 0.84;
const mostDays = 365;

/** The verdict with its sentences, the reason first. */
export function judge(evidence: Evidence): {
  readonly verdict: ExperimentVerdict;
  readonly days_left: number | null;
  readonly says: readonly string[];
} {
  const says = limitsOf(evidence);
  const reason = unsaidBecause(evidence);
  if (reason !== null) return { verdict: 'cannot say', days_left: null, says: [reason, ...says] };
  const judged = judgedOf(evidence)!;
  const early = findTooEarly(evidence);
  if (early !== null) return { verdict: 'go on', ...early, says: [...early.says, ...says] };
  const sign = signOf(judged, evidence);
  const { swelling } = evidence;
  if (sign > 0 && swelling.length > 0)
    return { verdict: 'go on', days_left: null, says: [swellingText(swelling), ...says] };
  if (sign !== 0) return { ...decide(sign, evidence), says: [...decide(sign, evidence).says, ...says] };
  const daily = judgedByDays(evidence) ?? judged;
  const left = daysLeft(daily.error > judged.error ? daily : judged, evidence);
  const until =
    left === null
      ? 'An effect this small would not show within a year.'
      : `About ${left} more ${left === 1 ? 'day' : 'days'} would show an effect as large as the one so far.`;
  return { verdict: 'go on', days_left: left, says: [until, ...says] };
}

/** The rules part if the design cannot see buyers; for a switchback the whole effect. */
function judgedOf({ design, rules, total }: Evidence): Estimated | null {
  return design === 'switchback' ? total : rules;
}

/** Sites share a buyer's budget at each moment, so that cells do not see that it runs out. */
const swellingText = (members: readonly number[]) =>
  `${members.length === 1 ? 'Buyer' : 'Buyers'} ${members.join(', ')} spend${members.length === 1 ? 's' : ''} over half more where the draft decides. A switchback cannot see a budget that all sites share: ask whether there is one before you publish.`;

function judgedByDays({ design, byDays }: Evidence): Estimated | null {
  return (design === 'switchback' ? byDays?.total : byDays?.rules) ?? null;
}

function decide(sign: number, { design }: Evidence) {
  if (design === 'hold_back') {
    return sign < 0
      ? { verdict: 'stop' as const, days_left: 0, says: ['What was published earns less than the tiers of before.'] }
      : {
          verdict: 'publish' as const,
          days_left: 0,
          says: ['What was published earns more than the tiers of before.'],
        };
  }
  const part = design === 'switchback' ? 'With the answer of buyers the' : 'By its rules the';
  if (sign < 0) return { verdict: 'stop' as const, days_left: 0, says: [`${part} draft earns less.`] };
  return { verdict: 'publish' as const, days_left: 0, says: [`${part} draft earns more.`] };
}

/** Whatever the hours show: without whole days of every weekday nothing is known of a week. */
function findTooEarly({ wholeDays, byDays }: Evidence) {
  if (byDays !== null) return null;
  const weekdays = new Set(wholeDays.whole.map((day) => day % daysPerWeek)).size;
  const left = daysPerWeek - weekdays;
  const days = `${left} more whole ${left === 1 ? 'day' : 'days'}`;
  return { days_left: left, says: [`Every weekday has to be seen as a whole day first: ${days}.`] };
}

/**
 * 1 or -1 if every interval lies on one side of 0: that of days over whole weeks, and those of finer clusters. A split
 * also stops if T's auctions earned less in total.
 */
function signOf(judged: Estimated, evidence: Evidence): number {
  const { design, total, byDays, progress } = evidence;
  const isOne = design === 'switchback' || total === null;
  // Two tests share the error probability.
  const [alpha, alphaLast] = isOne ? [alphaOnTheWay, alphaAtEnd] : [alphaOnTheWay / 2, alphaAtEnd / 2];
  const signOfOne = ({ error, degreesOfFreedom }: Estimated, mean: number) => {
    const onTheWay = sequenceReachOfFew(progress.share, degreesOfFreedom, alpha);
    const reach = progress.isAtEnd ? Math.min(onTheWay, fixedReach(degreesOfFreedom, alphaLast)) : onTheWay;
    const { low, high } = around(mean, error * reach);
    if (low > 0) return 1;
    return high < 0 ? -1 : 0;
  };
  // The mean of whole weeks is judged by each error, so that a verdict changes at the end of a week only.
  const signOfBoth = (fine: Estimated, daily: Estimated | null) => {
    if (daily === null) return 0;
    const [one, other] = [signOfOne(fine, daily.mean), signOfOne(daily, daily.mean)];
    return one === other ? one : 0;
  };
  const sign = signOfBoth(judged, judgedByDays(evidence));
  if (isOne) return sign;
  return signOfBoth(total, byDays?.total ?? null) < 0 ? -1 : sign;
}

function unsaidBecause(evidence: Evidence): string | null {
  const { design, isSampleRatioKept, changedUnits, switchback, rules, withoutLargest } = evidence;
  if (!isSampleRatioKept) return 'The numbers of users do not fit the share: auctions of some of them are missing.';
  if (rules === null || changedUnits < leastUnits) {
    const changed = design === 'hold_back' ? 'What was published' : 'The draft';
    return `${changed} has changed auctions of ${changedUnits} ${changedUnits === 1 ? 'user' : 'users'}; ${leastUnits} are needed.`;
  }
  if (design !== 'switchback') {
    return withoutLargest !== undefined && withoutLargest * rules.mean < 0
      ? 'A few auctions decide: without the 0.1 % that change the most, the sign is the other.'
      : null;
  }
  if (switchback === null || switchback.pairs < leastPairs) {
    return `${switchback?.pairs ?? 0} pairs of days can be compared; ${leastPairs} are needed.`;
  }
  return switchback.hasSettled
    ? null
    : 'Buyers have not settled: with five days before instead of two their answer is another.';
}

function daysLeft({ mean, error }: Estimated, { elapsedDays }: Evidence): number | null {
  if (mean === 0 || error === 0) return null;
  const days = elapsedDays * ((showingErrors * error) / Math.abs(mean)) ** 2;
  return days > mostDays ? null : Math.max(1, Math.ceil(days - elapsedDays));
}

/** Limits of the figures, whatever the verdict. */
function limitsOf(evidence: Evidence): string[] {
  const { design, withoutUnit, switchback, progress, pausedDays, calendarDays } = evidence;
  const says: string[] = [];
  if (calendarDays !== '') {
    says.push(`Its days include ${calendarDays}: your calendar says that such days are unlike others.`);
  }
  if (pausedDays > 0) {
    const [days, are] = pausedDays === 1 ? ['day', 'is'] : ['days', 'are'];
    says.push(`${pausedDays} ${days} on which it was paused ${are} left out of what buyers do.`);
  }
  if (design === 'split' || design === 'hold_back') {
    says.push(
      'What buyers do is not in this: a share of users cannot show it. Whole days by cluster (a switchback) can.',
    );
  }
  if (withoutUnit > 0) {
    says.push(
      `${english.percent(withoutUnit, 0, 2)} of the auctions named no user: each of them counts as a user of its own.`,
    );
  }
  if (switchback !== null) {
    const { interval } = toChange(switchback, progress.share);
    says.push(
      `What buyers do is worth ${percentText(percentOf(switchback.effect))} of the live tiers' revenue (${percentText(interval.low)} to ${percentText(interval.high)}).`,
    );
  }
  return says;
}

const percentText = (percent: number): string => english.percent(percent / 100, 0, 1);
