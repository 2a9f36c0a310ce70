import { english, signed } from '@auction-tiers/figure';
import { namesOfWeekdays } from '@auction-tiers/contract/compare-report';
import {
  around,
  type DayDoubt,
  type DayEvidence,
  dayDoubtTexts,
  findDayDoubts,
  fixedReach,
  missingWeekdaysOf,
  sequenceReachOfFew,
  studentTail,
} from '@auction-tiers/inference';
import { daysPerWeek } from './assignment.ts';
import type { Design, ExperimentVerdict } from './experiment-result.ts';
import type { Estimated } from './split.ts';
import { percentOf, type SwitchbackEstimate, toChange } from './switchback.ts';
import type { WholeSellerBuyers } from './whole-seller-buyers.ts';
import type { DailyEstimate, EndOfDays, WholeDays } from './whole-weeks.ts';

/** The evidence for a verdict. */
export interface Evidence {
  readonly design: Design;
  readonly progress: { readonly share: number; readonly isAtEnd: boolean };
  readonly elapsedDays: number;
  readonly rules: Estimated | null;
  readonly total: Estimated | null;
  readonly wholeDays: WholeDays;
  /** The local day, since 1970-01-01, from which days are counted. */
  readonly firstDay: number;
  readonly byDays: Daily | null;
  readonly changedUnits: number;
  readonly switchback: SwitchbackEstimate | null;
  /** Days on which a switchback was paused. */
  readonly pausedDays: number;
  /** Days of the seller's calendar among its days, for a sentence; empty: none. */
  readonly calendarDays: string;
  readonly isSampleRatioKept: boolean;
  /** Of a switchback by clusters, the large buyers that act on the whole seller, by what shows it; null: another design. */
  readonly ofWholeSeller: WholeSellerBuyers | null;
  /** The sum of the rules' differences without the largest ones; undefined: nothing changes. */
  readonly withoutLargest: number | undefined;
  /** The part of auctions without a unit. */
  readonly withoutUnit: number;
}

/** The effects over whole weeks, with days as clusters. */
export interface Daily {
  readonly rules: DailyEstimate;
  readonly total: DailyEstimate | null;
}

/** Of 100 experiments without an effect, at most one may be misjudged before, and four at, the planned end. */
const [alphaOnTheWay, alphaAtEnd] = [0.01, 0.04];
const [leastUnits, leastPairs] = [50, 6];
/** An effect is to show in four of five experiments, by an interval of 95 %. */
const showingErrors = 1.96 + 0.84;
const mostDays = 365;
const microsPerUnit = 1_000_000;

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
  const { sign, fine, daily: decisive } = signOf(judged, evidence);
  // A gain that has ended widens the interval too: then the end is what is to be known.
  const side = sign === 0 ? sideOf(decisive?.mean ?? 0) : sign;
  const { weeks } = evidence.wholeDays;
  const found = side === 0 ? [] : doubtsOfDays(weeks, evidence.firstDay, decisive && { fine, daily: decisive }, side);
  const doubts = found.filter(({ code }) => sign !== 0 || code !== 'no_recent_gain').map(({ text }) => text);
  if (doubts.length > 0) return { verdict: 'go on', days_left: daysPerWeek, says: [...doubts, ...says] };
  const unseen = sign > 0 ? wholeSellerTexts(evidence.ofWholeSeller) : [];
  if (unseen.length > 0) return { verdict: 'go on', days_left: null, says: [...unseen, ...says] };
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

/** What clusters do not see, because they share it at each moment; empty: nothing shows it. */
function wholeSellerTexts(found: WholeSellerBuyers | null): string[] {
  if (found === null) return [];
  const texts = [
    buyersText(found.swelling, 'spend', 'over half more where the draft decides'),
    buyersText(found.silent, 'fall', 'silent in the last quarter of the day, or of the days'),
    buyersText(found.falling, 'bring', 'less under both tiers than is usual by the two weeks before'),
  ].filter((text) => text !== null);
  return texts.length === 0 ? [] : [...texts, sharedText];
}

function buyersText(members: readonly number[], verb: string, what: string): string | null {
  if (members.length === 0) return null;
  const named = members.length === 1 ? `Buyer ${members[0]} ${verb}s` : `Buyers ${members.join(', ')} ${verb}`;
  return `${named} ${what}.`;
}

const sharedText =
  'Sites share a budget, or what a buyer learns of all of them, so a test by groups cannot see it: ask the buyer for its daily budget, or test all sites together by days.';

function judgedByDays({ design, byDays }: Evidence): DailyEstimate | null {
  return (design === 'switchback' ? byDays?.total : byDays?.rules) ?? null;
}

function decide(sign: 1 | -1, { design }: Evidence) {
  if (design === 'hold_back') {
    return sign < 0
      ? { verdict: 'stop' as const, days_left: 0, says: ['What was published earns less than the previous tiers.'] }
      : {
          verdict: 'publish' as const,
          days_left: 0,
          says: ['What was published earns more than the previous tiers.'],
        };
  }
  const part = design === 'switchback' ? 'With the reaction of buyers included, the' : 'On the same bids, the';
  if (sign < 0) return { verdict: 'stop' as const, days_left: 0, says: [`${part} draft earns less.`] };
  return { verdict: 'publish' as const, days_left: 0, says: [`${part} draft earns more.`] };
}

/** Whatever the hours show: without whole days of every weekday nothing is known of a week. */
function findTooEarly({ wholeDays: { whole }, firstDay, byDays }: Evidence) {
  if (byDays !== null) return null;
  const left = missingWeekdaysOf(whole.map((day) => firstDay + day)).length;
  return { days_left: left, says: doubtsOfDays(whole, firstDay, null, 1).map(({ text }) => text) };
}

const said = (end: EndOfDays | null) =>
  end && { days: end.days, difference: `${signed(end.mean / microsPerUnit, english.money)} net per 1,000 auctions` };

/**
 * What days speak against, by the rule that a comparison has too. That days differ widens the interval of a live test,
 * which goes on and sees more of them, and is no doubt by itself.
 */
function doubtsOfDays(
  days: readonly number[],
  firstDay: number,
  of: { readonly fine: Estimated; readonly daily: DailyEstimate } | null,
  sign: 1 | -1,
): readonly { readonly code: DayDoubt; readonly text: string }[] {
  const seen = {
    days: days.length,
    missingWeekdays: namesOfWeekdays(missingWeekdaysOf(days.map((day) => firstDay + day))),
  };
  const { recent = null, third = null, lastDay = null } = of?.daily.ends ?? {};
  const evidence: DayEvidence = {
    ...seen,
    doDiffer: false,
    sideByWeeks: null,
    recentAbove: of && probabilityOfRecent(of.fine, of.daily, days.length),
    thirdBelow: third?.below ?? null,
    lastDayBelow: lastDay?.below ?? null,
  };
  const figures = { ...seen, sign, recent: said(recent), third: said(third), lastDay: said(lastDay) };
  return findDayDoubts(evidence, sign).map((code) => ({ code, text: dayDoubtTexts[code](figures) }));
}

/**
 * The probability of a last half as far above 0, or further, if the true difference is 0. Its error is that of all days,
 * for fewer of them; days as clusters count where they differ by more than their hours explain.
 */
function probabilityOfRecent(fine: Estimated, daily: DailyEstimate, days: number): number | null {
  const {
    doDiffer,
    ends: { recent },
  } = daily;
  const { error, degreesOfFreedom } = doDiffer && daily.error > fine.error ? daily : fine;
  if (error === 0) return null;
  const tail = studentTail(Math.abs(recent.mean) / (error * Math.sqrt(days / recent.days)), degreesOfFreedom);
  return recent.mean < 0 ? 1 - tail : tail;
}

const sideOf = (value: number) => Math.sign(value) as 1 | 0 | -1;

/**
 * 1 or -1 if every interval lies on one side of 0: that of days over whole weeks, and those of finer clusters. A split
 * also stops if T's auctions earned less in total. `fine` and `daily`: the estimates that decided.
 */
function signOf(
  judged: Estimated,
  evidence: Evidence,
): { readonly sign: 1 | 0 | -1; readonly fine: Estimated; readonly daily: DailyEstimate | null } {
  const { design, total, byDays, progress } = evidence;
  const isOne = design === 'switchback' || total === null;
  // Two tests share the error probability.
  const [alpha, alphaLast] = isOne ? [alphaOnTheWay, alphaAtEnd] : [alphaOnTheWay / 2, alphaAtEnd / 2];
  const signOfOne = ({ error, degreesOfFreedom }: Estimated, mean: number): 1 | 0 | -1 => {
    const onTheWay = sequenceReachOfFew(progress.share, degreesOfFreedom, alpha);
    const reach = progress.isAtEnd ? Math.min(onTheWay, fixedReach(degreesOfFreedom, alphaLast)) : onTheWay;
    const { low, high } = around(mean, error * reach);
    return low > 0 ? 1 : high < 0 ? -1 : 0;
  };
  // The mean of whole weeks is judged by each error, so that a verdict changes at the end of a week only.
  const signOfBoth = (fine: Estimated, daily: Estimated | null): 1 | 0 | -1 => {
    if (daily === null) return 0;
    const [one, other] = [signOfOne(fine, daily.mean), signOfOne(daily, daily.mean)];
    return one === other ? one : 0;
  };
  const own = judgedByDays(evidence);
  const ofTotal = byDays?.total ?? null;
  return !isOne && signOfBoth(total, ofTotal) < 0
    ? { sign: -1, fine: total, daily: ofTotal }
    : { sign: signOfBoth(judged, own), fine: judged, daily: own };
}

function unsaidBecause(evidence: Evidence): string | null {
  const { design, isSampleRatioKept, changedUnits, switchback, rules, withoutLargest } = evidence;
  if (!isSampleRatioKept)
    return 'The split of users does not match the planned share, so auctions of some users are missing.';
  if (rules === null || changedUnits < leastUnits) {
    const changed = design === 'hold_back' ? 'What was published' : 'The draft';
    return `${changed} has changed auctions of ${changedUnits} ${changedUnits === 1 ? 'user' : 'users'}; ${leastUnits} are needed.`;
  }
  if (design !== 'switchback') {
    return withoutLargest !== undefined && withoutLargest * rules.mean < 0
      ? 'The result rests on a few auctions: without the 0.1 % that change the most, it turns around.'
      : null;
  }
  if (switchback === null || switchback.pairs < leastPairs) {
    return `${english.counted(switchback?.pairs ?? 0, 'pair')} of days can be compared; ${leastPairs} are needed.`;
  }
  return switchback.hasSettled
    ? null
    : 'Buyers have not settled: their reaction measured over five days differs from that over two.';
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
    says.push(`The test includes ${calendarDays}: your calendar marks them as special days.`);
  }
  if (pausedDays > 0) {
    const [days, are] = pausedDays === 1 ? ['day', 'is'] : ['days', 'are'];
    says.push(`${pausedDays} ${days} on which it was paused ${are} left out of how buyers react.`);
  }
  if (design === 'split' || design === 'hold_back') {
    says.push('How buyers react is not included: a share of users cannot show it. A test by whole days can.');
  }
  if (withoutUnit > 0) {
    says.push(`${english.percent(withoutUnit, 0, 2)} of the auctions named no user: each counts as a separate user.`);
  }
  if (switchback !== null) {
    const { weeks, standardError, degreesOfFreedom } = switchback;
    if (weeks !== null) {
      const reach = percentText(percentOf(standardError * fixedReach(degreesOfFreedom)));
      says.push(`${weeks} weeks show little: a reaction of buyers below ${reach} may be chance.`);
    }
    const { interval } = toChange(switchback, progress.share);
    says.push(
      `The reaction of buyers is worth ${percentText(percentOf(switchback.effect))} of the live tiers' revenue (${percentText(interval.low)} to ${percentText(interval.high)}).`,
    );
  }
  return says;
}

const percentText = (percent: number): string => english.percent(percent / 100, 0, 1);
