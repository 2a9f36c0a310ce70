import { namedDaysText } from '@auction-tiers/calendar';
import {
  type CompareReport,
  type Reason,
  type ReasonCode,
  type Recommendation,
  type Verdict,
  commitmentText,
} from '@auction-tiers/contract/compare-report';
import { english } from '@auction-tiers/figure';
import { capital, count, counted, figures, rangeOf, signedMoney, trueMinus } from '../../figure/text.ts';
import { findUnitsMissing } from './blind-spot.ts';
import { findObstacles } from './cannot-say.ts';
import type { Evidence } from './evidence.ts';
import { intervalOf, intervalOfRest, sideOf, sideWords } from './evidence.ts';
import { changedBlocksOf } from './method.ts';
import { stoppedText } from './stopped.ts';
import { ruleInWords, summaries, verdictRule } from './verdict-rule.ts';

const { leastUntouchedAuctions, leastTouchedAuctions, leastChangedBlocks, leastDays } = verdictRule;
const { mostBuyerLossShare, largeBuyerShare, leastBreakEvenDistance } = verdictRule;
const { leastDaysThatShow, mostRecentProbability, usualDesignEffect } = verdictRule;

/** Auctions that a reason names; the report lists more. */
const namedAuctions = 5;

/** Cannot say, no effect, hold, launch or test first, and why. */
export function judge(evidence: Evidence): Verdict {
  const { reasons, ...judged } = judgeLog(evidence);
  return { ...judged, reasons: [...reasons, ...findCalendarDays(evidence)] };
}

function judgeLog(evidence: Evidence): Verdict {
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
  const objections = findObjections(evidence);
  if (objections.length > 0) return verdict('hold', objections);
  const doubts = isUntouched ? findTooLittle(evidence) : findDoubts(evidence);
  if (doubts.length > 0) return verdict('test_first', doubts);
  return verdict('launch', [
    reason(
      'interval_above_zero',
      `The interval${reckonedWith(evidence)} lies above 0, the log supports it, and it holds where buyers react.`,
    ),
  ]);
}

function verdict(decision: Recommendation, reasons: Reason[]): Verdict {
  return { decision, summary: summaries[decision], reasons, rule: ruleInWords };
}

function reason(code: ReasonCode, message: string): Reason {
  return { code, message };
}

function findObjections(evidence: Evidence): Reason[] {
  const errors = evidence.lint.findings.filter(({ severity, is_new: isNew }) => severity === 'error' && isNew);
  return [
    ...doubt(
      sideOf(intervalOf(evidence)) === 'below' && sideOf(intervalOfRest(evidence)) === 'below',
      'interval_below_zero',
      `The interval of the difference${reckonedWith(evidence)} lies below 0.`,
    ),
    ...doubt(
      sideOf(evidence.measured_answer?.with.interval ?? null) === 'below',
      'answer_below_zero',
      `The interval with the answer of buyers that experiment ${evidence.measured_answer?.experiment_id} measured lies below 0.`,
    ),
    ...errors.map(({ message }) => reason('lint_error', message)),
  ];
}

/** Names the days of the log that are unlike others, whatever the verdict. */
const findCalendarDays = ({ calendarDays, isSameTiers }: Evidence): Reason[] =>
  doubt(
    calendarDays.length > 0 && !isSameTiers,
    'calendar_days',
    `The log includes ${namedDaysText(calendarDays)}: the seller's calendar says that such days are unlike others.`,
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
  return doubt(
    lacks,
    'no_unsold',
    'Every auction of the log is sold, though floors and excludes take many bids: unsold auctions seem to be missing, in which a draft could sell.',
  );
}

function findDoubts(evidence: Evidence): Reason[] {
  const { support, method, elasticity, sensitivity } = evidence;
  const interval = intervalOf(evidence);
  const changedBlocks = changedBlocksOf(method);
  const breakEven = sensitivity.break_even;
  return [
    ...doubt(interval === null, 'no_interval', 'The log is too small for an interval.'),
    ...doubt(
      sideOf(interval) === 'neither',
      'interval_holds_zero',
      `The interval of the difference${reckonedWith(evidence)} holds 0.`,
    ),
    ...doubt(
      sideOf(evidence.measured_answer?.with.interval ?? null) === 'neither',
      'answer_holds_zero',
      `The interval with the answer of buyers that experiment ${evidence.measured_answer?.experiment_id} measured holds 0.`,
    ),
    ...findFewThatDecide(evidence),
    ...doubt(
      support.touched_auctions < leastTouchedAuctions,
      'few_changed_auctions',
      `Only ${changing(support.touched_auctions, 'auction')}; the rule wants ${leastTouchedAuctions}.`,
    ),
    ...doubt(
      changedBlocks < leastChangedBlocks,
      'few_changed_blocks',
      `Only ${changing(changedBlocks, 'block')}; the rule wants ${leastChangedBlocks}.`,
    ),
    ...doubt(support.days < leastDays, 'few_days', tooFewDays(support.days, method)),
    ...doubt(
      support.warnings.some(({ code }) => code === 'feed_censored' || code === 'feed_without_attributes'),
      'feed',
      'The log is a feed: it may lack users and bids (--complete declares that it does not), and it lacks the attributes that profiles ask for.',
    ),
    ...(sideOf(interval) === 'above' ? findBlindSpots(evidence) : []),
    ...findLosers(evidence),
    ...findBroken(evidence),
    ...findMinimums(evidence),
    ...doubt(
      breakEven !== null &&
        Number(evidence.net_to_seller.difference) !== 0 &&
        Math.abs(breakEven - elasticity) <= leastBreakEvenDistance,
      'reaction',
      `If buyers react a little, the difference changes its sign: at an elasticity of ${trueMinus(breakEven ?? 0)}, less than ${leastBreakEvenDistance} from ${trueMinus(elasticity)}.`,
    ),
  ];
}

/** What the log cannot show, though its interval lies above 0. */
function findBlindSpots(evidence: Evidence): Reason[] {
  const { stability, units, rare_losses: rare, support, method, currency } = evidence;
  const { missing } = stability.weekdays;
  const { is_likely: doDiffer, kept } = stability.days_differ;
  const { break: change, halves, stopped } = stability;
  const recent = halves.at(-1);
  const enough = Math.max(leastDaysThatShow, method.enough_days.days ?? 0);
  return [
    ...doubt(
      missing.length > 0 && support.days >= leastDays,
      'missing_weekdays',
      `The log has no ${missing.join(', ')}: what the draft does in a week is not known.`,
    ),
    ...doubt(
      doDiffer && (support.days < leastDaysThatShow || kept > 0),
      'days_differ',
      `Days likely differ by more than their auctions explain, and what one day is off may go on the next; one in twenty logs looks so by chance. ${enough} days would tell.`,
    ),
    ...doubt(
      change !== null,
      'break',
      `The difference likely became another on ${change?.since.from}: since then it is ${signedMoney(change?.since.difference ?? '0')} ${currency} in ${counted(change?.since.days ?? 0, 'day')}${rangeOf(change?.since.interval ?? null)}.`,
    ),
    ...doubt(
      (recent?.probability ?? 0) > mostRecentProbability,
      'no_recent_gain',
      `The last ${counted(recent?.days ?? 0, 'day')} alone do not show the gain: ${signedMoney(recent?.difference ?? '0')} ${currency}${rangeOf(recent?.interval ?? null)}.`,
    ),
    ...doubt(stopped.length > 0, 'stopped', stoppedText(stopped, currency)),
    ...findNoUnsold(evidence.usability),
    ...findReturningUsers({ units, method }),
    ...doubt(
      rare.undoing_loss !== null && rare.highest_bid !== null && rare.highest_bid >= rare.undoing_loss,
      'rare_losses',
      `What happens in fewer than one of ${count(rare.one_in ?? 0)} auctions may be missing from this log. A loss of ${trueMinus(rare.undoing_loss ?? 0)} ${currency} CPM in as many would undo the gain, and bids go up to ${trueMinus(rare.highest_bid ?? 0)}.`,
    ),
  ];
}

function findReturningUsers(known: Pick<Evidence, 'units' | 'method'>) {
  const { are_declared_absent: areAbsent, largest_design_effect: bound } = known.units;
  const missing = findUnitsMissing(known);
  return doubt(
    missing !== undefined && !areAbsent && (bound ?? 0) < usualDesignEffect,
    'no_units',
    `${capital(missing ?? '')}, so that users who return are not in the interval: it would hold 0 if they multiplied the variance by ${trueMinus(bound ?? 1)}, and by ${usualDesignEffect} is usual. Name them (unit), or declare that there are none: --no-units.`,
  );
}

/** Names the auctions that change the most if the interval lies on another side of 0 without them. */
function findFewThatDecide(evidence: Evidence): Reason[] {
  const { removed, auctions } = evidence.largest_differences;
  const [whole, rest] = [sideOf(intervalOf(evidence)), sideOf(intervalOfRest(evidence))];
  // An interval that holds 0 is a reason of its own.
  if (whole === undefined || whole === 'neither' || whole === rest) return [];
  const named = auctions
    .slice(0, namedAuctions)
    .map(({ file, place, difference }) => `${file}, ${place} (${trueMinus(difference)} ${evidence.currency} CPM)`);
  const more = removed > named.length ? `; and ${count(removed - named.length)} more` : '';
  const where = rest === undefined ? 'there is no interval' : `the interval ${sideWords[rest]}`;
  return [
    reason(
      'few_auctions_decide',
      `Few auctions decide: without the ${count(removed)} that change the most ${where}. They are ${named.join('; ')}${more}.`,
    ),
  ];
}

/** The interval of a log of few days is about these days alone. */
function tooFewDays(days: number, { enough_days: { days: enough } }: CompareReport['method']): string {
  const start = `The log covers ${counted(days, 'day')}, and the interval is about ${days === 1 ? 'this day' : 'these days'} only; the rule wants ${leastDays} days.`;
  return enough === null ? start : `${start} For a difference of this size, about ${enough} days would be enough.`;
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

/** Commitments that the draft does not keep. */
function findBroken({ commitments, currency }: Evidence): Reason[] {
  return commitments
    .filter(({ is_kept: isKept }) => !isKept)
    .map((commitment) =>
      reason('commitment_broken', `The draft breaks a commitment: ${commitmentText(commitment, currency, english)}.`),
    );
}

/** Minimums of the draft that no bid comes near to, as in another unit. */
function findMinimums({ usability: { draft_minimums: minimums }, currency }: Evidence): Reason[] {
  return minimums.map(({ tier_id: id, minimum, median, factor }) =>
    reason(
      'draft_minimums',
      `Tier ${id} of the draft asks for ${minimum} ${currency} CPM, about a factor of ${count(factor)} more than its buyers bid (half of their bids are below ${median}), as if it were in another unit.`,
    ),
  );
}

function doubt(isTrue: boolean, code: ReasonCode, message: string): Reason[] {
  return isTrue ? [reason(code, message)] : [];
}

function changing(amount: number, noun: string): string {
  return `${counted(amount, noun)} ${amount === 1 ? 'changes' : 'change'}`;
}

/** Names the elasticity if it is not 0, and the tries if there were several. */
function reckonedWith({ elasticity, tries }: Evidence): string {
  const reaction = elasticity === 0 ? '' : ` at an elasticity of ${trueMinus(elasticity)}`;
  return tries === 1 ? reaction : `${reaction}, allowing for ${count(tries)} drafts that were tried,`;
}
