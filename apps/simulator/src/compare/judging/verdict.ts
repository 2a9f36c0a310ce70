import { namedDaysText, numberOfDay } from '@auction-tiers/calendar';
import {
  type Reason,
  type ReasonCode,
  type Recommendation,
  type Stretch,
  type Verdict,
  commitmentText,
  keepingOf,
  namesOfWeekdays,
} from '@auction-tiers/contract/compare-report';
import { english } from '@auction-tiers/figure';
import { dayDoubtTexts, findDayDoubts, mayLastDayLast, missingWeekdaysOf } from '@auction-tiers/inference';
import { capital, count, counted, figures, signedMoney, trueMinus } from '../../figure/text.ts';
import { findUnitsMissing } from './blind-spot.ts';
import { findObstacles } from './cannot-say.ts';
import type { Evidence } from './evidence.ts';
import { intervalIfShocksPersist, intervalOf, intervalOfRest, sideOf, sideWords } from './evidence.ts';
import { changedBlocksOf } from './method.ts';
import { daysText, stoppedText, stretchText } from './stopped.ts';
import { fewChangedBlocksText, fewChangesText, noUnsoldText } from './support.ts';
import { ruleInWords, summaryOf, verdictRule } from './verdict-rule.ts';

const { leastUntouchedAuctions, leastTouchedAuctions, leastChangedBlocks } = verdictRule;
const { mostBuyerLossShare, largeBuyerShare, leastBreakEvenDistance, leastUndoingFall } = verdictRule;
const { usualDesignEffect, mostPersistentWidening } = verdictRule;

/** Cannot say, no effect, hold, launch or test first, and why. */
export function judge(evidence: Evidence): Verdict {
  const { decision, reasons } = judgeLog(evidence);
  const difference = evidence.by_day.per_day?.difference ?? null;
  const money = difference === null ? null : `${signedMoney(difference)} ${evidence.currency} a day`;
  const summary = summaryOf(decision, money, reasons[0]!.code);
  return { decision, summary, reasons: [...reasons, ...findCalendarDays(evidence)], rule: ruleInWords };
}

function judgeLog(evidence: Evidence): Judged {
  const { isSameTiers, support, auctions } = evidence;
  // No log is needed for this.
  if (isSameTiers) return verdict('no_effect', [reason('same_tiers', 'The two tier sets say the same.')]);
  const obstacles = findObstacles(evidence);
  if (obstacles.length > 0) return verdict('cannot_say', obstacles);
  const isUntouched = support.touched_auctions === 0;
  if (isUntouched && auctions >= leastUntouchedAuctions && !evidence.usability.lacks_unsold) {
    return verdict('no_effect', [
      reason(
        'nothing_changes',
        `No auction of the log changes its winner or price. With 95 % confidence, fewer than 3 in ${count(auctions)} auctions like these do, if each stands for itself.`,
      ),
    ]);
  }
  const errors = findLintErrors(evidence);
  if (errors.length > 0) return verdict('hold', errors);
  const losses = findLosses(evidence);
  // What the log cannot show speaks against a loss as much as against a gain.
  const doubts = isUntouched
    ? findTooLittle(evidence)
    : losses.length > 0
      ? findBlindSpots(evidence, -1)
      : findDoubts(evidence);
  // A last day that is doubted need not be named again.
  const isDoubted = doubts.some(({ code }) => code === 'last_day');
  const limits = [...(isDoubted ? [] : findLastDay(evidence)), ...findPersistentShocks(evidence)];
  if (doubts.length > 0) return verdict('test_first', [...losses, ...doubts, ...limits]);
  if (losses.length > 0) return verdict('hold', [...losses, ...limits]);
  return verdict('launch', [
    reason('interval_above_zero', `The whole interval${reckonedWith(evidence)} is above 0, and the log supports it.`),
    ...limits,
    ...findFall(evidence, 'names_fall'),
  ]);
}

type Judged = Pick<Verdict, 'decision' | 'reasons'>;

const verdict = (decision: Recommendation, reasons: Reason[]): Judged => ({ decision, reasons });

function reason(code: ReasonCode, message: string): Reason {
  return { code, message };
}

/** Contradictions that the draft adds, for which no log is needed. */
const findLintErrors = ({ lint: { findings } }: Evidence): Reason[] =>
  findings.flatMap(({ severity, is_new: isNew, message }) =>
    severity === 'error' && isNew ? [reason('lint_error', message)] : [],
  );

function findLosses(evidence: Evidence): Reason[] {
  return [
    ...doubt(
      sideOf(intervalOf(evidence)) === 'below' && sideOf(intervalOfRest(evidence)) === 'below',
      'interval_below_zero',
      `The whole interval of the difference${reckonedWith(evidence)} is below 0.`,
    ),
    ...doubt(
      sideOf(evidence.measured_answer?.with.interval ?? null) === 'below',
      'answer_below_zero',
      `With the reaction of buyers that the experiment measured, the whole interval is below 0.`,
    ),
  ];
}

/** Names the days of the log that are unlike others, whatever the verdict. */
const findCalendarDays = ({ calendarDays, isSameTiers }: Evidence): Reason[] =>
  doubt(
    calendarDays.length > 0 && !isSameTiers,
    'calendar_days',
    `The log includes ${namedDaysText(calendarDays)}: the seller's calendar marks them as special days.`,
  );

/** Why a log without a changed auction is not enough. */
function findTooLittle({ auctions, usability }: Evidence): Reason[] {
  return [
    ...doubt(
      auctions < leastUntouchedAuctions,
      'few_auctions',
      `No auction changes its winner or price, but the log has only ${count(auctions)}; the rule wants ${leastUntouchedAuctions}.`,
    ),
    ...findNoUnsold(usability),
  ];
}

/** A log of sold auctions does not show the unsold auctions that a draft could sell. */
function findNoUnsold({ lacks_unsold: lacks }: Evidence['usability']): Reason[] {
  return doubt(lacks, 'no_unsold', noUnsoldText);
}

function findDoubts(evidence: Evidence): Reason[] {
  const { support, method, elasticity, sensitivity } = evidence;
  const interval = intervalOf(evidence);
  const changedBlocks = changedBlocksOf(method);
  const breakEven = sensitivity.break_even;
  return [
    ...doubt(
      interval === null,
      'no_interval',
      evidence.stability.days_differ.is_likely
        ? 'Its days differ so much that the log has no interval.'
        : 'The log is too small for an interval.',
    ),
    ...doubt(
      sideOf(interval) === 'neither',
      'interval_holds_zero',
      `The difference${reckonedWith(evidence)} may be chance: its interval includes 0.`,
    ),
    ...doubt(
      sideOf(evidence.measured_answer?.with.interval ?? null) === 'neither',
      'answer_holds_zero',
      `With the reaction of buyers that the experiment measured, the difference may be chance.`,
    ),
    ...findFewThatDecide(evidence),
    ...doubt(
      support.touched_auctions < leastTouchedAuctions,
      'few_changed_auctions',
      fewChangesText(support.touched_auctions, evidence.auctions),
    ),
    ...doubt(changedBlocks < leastChangedBlocks, 'few_changed_blocks', fewChangedBlocksText(changedBlocks)),
    ...doubt(
      support.warnings.some(({ code, about }) => code === 'log_lacks' && about !== 'unsold'),
      'feed',
      'The log is a feed: it may lack users and bids, and it lacks the attributes that profiles ask for.',
    ),
    ...findBlindSpots(evidence, sideOf(interval) === 'above' ? 1 : 0),
    ...findLosers(evidence),
    ...findBroken(evidence),
    ...findMinimums(evidence),
    ...doubt(
      breakEven !== null &&
        Number(evidence.net_to_seller.difference) !== 0 &&
        Math.abs(breakEven - elasticity) <= leastBreakEvenDistance,
      'reaction',
      `If buyers react a little, the gain becomes a loss, or the loss a gain: at a change of their bids of ${trueMinus(breakEven ?? 0)}, in per cent for each per cent of wins, less than ${leastBreakEvenDistance} from ${trueMinus(elasticity)}.`,
    ),
    ...(sideOf(interval) === 'above' ? findFall(evidence, 'undoing_fall') : []),
  ];
}

/**
 * What the log cannot show. `sign`: 1 where the interval lies above 0, -1 below, 0 where it holds 0 or there is none:
 * then only what needs no interval is said.
 */
function findBlindSpots(evidence: Evidence, sign: 1 | -1 | 0): Reason[] {
  const { stability, rare_losses: rare, currency } = evidence;
  const { break: change, cap, stopped } = stability;
  const broken = doubt(
    change !== null,
    'break',
    change === null
      ? ''
      : `The difference probably changed on ${change.since.from}: since then it is ${daysText(change.since, evidence)}.`,
  );
  if (sign === 0) return [...findDayReasons(evidence, sign), ...broken];
  return [
    ...findDayReasons(evidence, sign),
    ...broken,
    ...doubt(stopped.length > 0, 'stopped', stoppedText(stopped, evidence)),
    ...doubt(
      stability.missing_hours.length > 0 && !evidence.is_complete,
      'missing_hours',
      `No day has an auction at ${stability.missing_hours.map((hour) => `${hour}:00`).join(', ')} (${evidence.method.time_zone}): what the draft does then is not known, unless the settings of the group of sites say that they are closed then.`,
    ),
    ...doubt(
      cap !== null && !evidence.is_complete,
      'capped',
      `Recording seems to have stopped at a limit: ${counted(cap?.count ?? 0, cap?.per ?? 'hour')} have exactly ${count(cap?.auctions ?? 0)} auctions, and hardly any comes near, so that the log lacks auctions of busy times. Record a share of all instead.`,
    ),
    ...findNoUnsold(evidence.usability),
    ...findReturningUsers(evidence),
    ...doubt(
      sign > 0 && rare.undoing_loss !== null && rare.highest_bid !== null && rare.highest_bid >= rare.undoing_loss,
      'rare_losses',
      `What happens in fewer than one of ${count(rare.one_in ?? 0)} auctions may be missing from this log. A loss of ${english.money(rare.undoing_loss ?? 0)} ${currency} CPM in as many would undo the gain, and bids go up to ${english.money(rare.highest_bid ?? 0)}.`,
    ),
  ];
}

const signOf = (money: string): 1 | -1 => (Number(money) < 0 ? -1 : 1);

/** What the days of the log speak against, by the rule that live tests have too. `side`: 0 where the interval holds 0. */
function findDayReasons(evidence: Evidence, side: 1 | -1 | 0): Reason[] {
  const { stability, by_day: byDay } = evidence;
  const sign = side === 0 ? signOf(evidence.net_to_seller.difference) : side;
  const { days_differ: differ, halves, weeks, trend, last_day: lastDay } = stability;
  const whole = byDay.days.filter(({ is_whole: isWhole }) => isWhole);
  const days = whole.length;
  const sideOfWeeks = weeks === null ? undefined : sideOf(weeks.interval);
  const missingWeekdays = namesOfWeekdays(missingWeekdaysOf(whole.map(({ date }) => numberOfDay(date))));
  const codes = findDayDoubts(
    {
      days,
      missingWeekdays,
      doDiffer: differ.is_likely,
      sideByWeeks: sideOfWeeks === undefined ? null : ({ above: 1, neither: 0, below: -1 } as const)[sideOfWeeks],
      recentAbove: halves.at(-1)?.probability ?? null,
      thirdBelow: trend?.below ?? null,
      lastDayBelow: lastDay?.below ?? null,
    },
    sign,
    side !== 0,
  );
  const said = (end: Stretch | undefined) =>
    end === undefined ? null : { days: end.days, difference: stretchText(end, evidence) };
  const ends = { recent: said(halves.at(-1)), third: said(trend?.since), lastDay: said(lastDay?.since) };
  const figuresOfDays = { days, missingWeekdays, sign, ...ends };
  return codes.map((code) => reason(code, dayDoubtTexts[code](figuresOfDays)));
}

const spanOf = ({ low, high }: Readonly<Record<'low' | 'high', number | string>>) => Number(high) - Number(low);

/** How many whole days the log has, and the mean of their auctions; null: it has none. */
function usualDayOf({ by_day: { days } }: Evidence): { readonly days: number; readonly auctions: number } | null {
  const whole = days.filter(({ is_whole: isWhole }) => isWhole);
  if (whole.length === 0) return null;
  return { days: whole.length, auctions: whole.reduce((sum, day) => sum + day.auctions, 0) / whole.length };
}

/**
 * What a draft would bring a day if the last day were what comes, where that turns the difference round. One day is too
 * few to be found to differ as surely as a doubt asks for, so that this too changes no verdict.
 */
function findLastDay(evidence: Evidence): Reason[] {
  const { stability, by_day: byDay, net_to_seller: net, currency, share } = evidence;
  const { last_day: lastDay } = stability;
  const usual = usualDayOf(evidence);
  const last = byDay.days.find(({ date }) => date === lastDay?.since.from);
  // A reaction of buyers that is assumed is not in the figures of days.
  if (lastDay === null || last === undefined || usual === null || evidence.elasticity !== 0) return [];
  const sign = sideOf(intervalOf(evidence)) === 'below' ? -1 : signOf(net.difference);
  const ofDay = (Number(lastDay.since.difference) / last.auctions / share) * usual.auctions;
  if (!(ofDay * sign < 0 && mayLastDayLast(lastDay.below, sign))) return [];
  const does = `${ofDay < 0 ? 'lose' : 'bring'} ${figures.money(Math.abs(ofDay))} ${currency}`;
  return [
    reason(
      'last_day_may_last',
      `If the last day is what comes, the draft would ${does} a day; one day is too few to tell.`,
    ),
  ];
}

/**
 * What shocks that go on from day to day would do to an interval on one side of 0. No log shows how much goes on well
 * enough to decide, so that this is said with a verdict and changes none.
 */
function findPersistentShocks(evidence: Evidence): Reason[] {
  const { auctions, currency, share } = evidence;
  const ofDay = usualDayOf(evidence);
  const [interval, wider] = [intervalOf(evidence), intervalIfShocksPersist(evidence)];
  const side = sideOf(interval);
  if (interval === null || wider === null || side === 'neither' || ofDay === null) return [];
  const widening = spanOf(wider) / spanOf(interval);
  const isUndecided = sideOf(wider) !== side;
  if (!(isUndecided || widening > mostPersistentWidening)) return [];
  const scale = ofDay.auctions / auctions / share;
  const [low, high] = [wider.low, wider.high].map((bound) => signedMoney(String(scale * Number(bound))));
  return [
    reason(
      'shocks_may_persist',
      `What is unusual about a day may carry over to the next, and ${counted(ofDay.days, 'day')} hardly show how much: if each day kept 80 % of it, the interval would be ${figures.significant(widening, 2)} times as wide (${low} to ${high} ${currency} a day)${isUndecided ? ' and include 0' : ''}. A live test adds days to these.`,
    ),
  ];
}

/** How many times as wide an interval is whose variance is multiplied: `5.7`. */
const widthOf = (designEffect: number): string => figures.significant(Math.sqrt(designEffect), 2);

function findReturningUsers(known: Pick<Evidence, 'units' | 'method'>): Reason[] {
  const { are_declared_absent: areAbsent, largest_design_effect: bound } = known.units;
  const missing = findUnitsMissing(known);
  if (missing === undefined || areAbsent || (bound ?? 0) >= usualDesignEffect) return [];
  const { code, words } = missing;
  return [
    reason(
      code,
      `${capital(words)}, so a person who comes back looks like a new one each time, and the interval may be too narrow: ${widthOf(bound ?? 1)} times as wide it would reach 0, and where people return, ${widthOf(usualDesignEffect)} times is usual. If nobody returns, the settings of the group of sites can say so.`,
    ),
  ];
}

/** Whether the interval lies on another side of 0 without the auctions that change the most, which the report lists. */
function findFewThatDecide(evidence: Evidence): Reason[] {
  const { removed } = evidence.largest_differences;
  const [whole, rest] = [sideOf(intervalOf(evidence)), sideOf(intervalOfRest(evidence))];
  // An interval that holds 0 is a reason of its own.
  if (whole === undefined || whole === 'neither' || whole === rest) return [];
  const where = rest === undefined ? 'there is no interval' : `the interval ${sideWords[rest]}`;
  return [
    reason('few_auctions_decide', `Few auctions decide: without the ${count(removed)} that change the most ${where}.`),
  ];
}

/** Large buyers with large losses, which may leave. */
function findLosers({ buyers, net_to_seller: net }: Evidence): Reason[] {
  const losers = buyers.rows.filter(({ kind, current, difference }) => {
    const before = Number(current.net_to_seller);
    const isLarge = before > 0 && before >= largeBuyerShare * Number(net.current);
    return kind === 'known' && isLarge && -Number(difference.net_to_seller) > mostBuyerLossShare * before;
  });
  return losers.map(({ id, name }) =>
    reason(
      'buyer_loses',
      `Buyer ${name ?? id} loses more than ${figures.percent(mostBuyerLossShare, 0)} of what it brings; it may leave.`,
    ),
  );
}

/** Commitments that the draft does not keep, or not beyond the error of the days. */
function findBroken({ commitments, currency }: Evidence): Reason[] {
  return commitments
    .filter(({ is_kept: isKept }) => !isKept)
    .map((commitment) => {
      const said = commitmentText(commitment, currency, english);
      return keepingOf(commitment, commitment.draft) === 'broken'
        ? reason('commitment_broken', `The draft breaks a commitment: ${said}.`)
        : reason('commitment_unsure', `The days do not show that the draft keeps a commitment: ${said}.`);
    });
}

/** Minimums of the draft that no bid comes near to, as in another unit. */
function findMinimums({ usability: { draft_minimums: minimums }, currency }: Evidence): Reason[] {
  return minimums.map(({ tier_id: id, minimum, median, factor }) =>
    reason(
      'draft_minimums',
      `Tier ${id} of the draft asks for ${minimum} ${currency} CPM, about a factor of ${count(factor)} more than its buyers bid (half of their bids are below ${median}), as if it were no CPM price.`,
    ),
  );
}

/** The fall of the newly preferred bids that would undo the gain. */
function findFall({ sensitivity: { undoing_fall: fall } }: Evidence, code: 'undoing_fall' | 'names_fall'): Reason[] {
  const isSmall = fall !== null && fall < leastUndoingFall;
  return doubt(
    fall !== null && isSmall === (code === 'undoing_fall'),
    code,
    `How buyers react was not tried: if the bids that the draft newly prefers fall by ${figures.percent(fall ?? 0, 1)}, the gain is gone. Buyers that are preferred often bid less.`,
  );
}

function doubt(isTrue: boolean, code: ReasonCode, message: string): Reason[] {
  return isTrue ? [reason(code, message)] : [];
}

/** Names the elasticity if it is not 0, and the tries if there were several. */
function reckonedWith({ elasticity, tries }: Evidence): string {
  const reaction = elasticity === 0 ? '' : ` at a reaction of buyers of ${trueMinus(elasticity)}`;
  return tries === 1 ? reaction : `${reaction}, allowing for ${count(tries)} drafts that were tried,`;
}
