import {
  commitmentText,
  type CompareReport,
  type Reason,
  type ReasonCode,
  type Recommendation,
  type Verdict,
} from '@auction-tiers/contract/compare-report';
import { count, counted } from '../../figure/text.ts';
import { findObstacles } from './cannot-say.ts';
import type { Evidence } from './evidence.ts';
import { intervalOf, intervalOfRest, sideOf, sideWords } from './evidence.ts';
import { changedBlocksOf } from './method.ts';
import { ruleInWords, summaries, verdictRule } from './verdict-rule.ts';

const { leastUntouchedAuctions, leastTouchedAuctions, leastChangedBlocks, leastDays } = verdictRule;
const { mostBuyerLossShare, largeBuyerShare, leastBreakEvenDistance } = verdictRule;

/** Auctions that a reason names; the report lists more. */
const namedAuctions = 5;

/** Cannot say, no effect, hold, launch or test first, and why. */
export function judge(evidence: Evidence): Verdict {
  const { isSameTiers, support, auctions } = evidence;
  // No log is needed for this.
  if (isSameTiers) return verdict('no_effect', [reason('same_tiers', 'The two tier sets say the same.')]);
  const obstacles = findObstacles(evidence);
  if (obstacles.length > 0) return verdict('cannot_say', obstacles);
  const isUntouched = support.touched_auctions === 0;
  if (isUntouched && auctions >= leastUntouchedAuctions) {
    return verdict('no_effect', [
      reason(
        'nothing_changes',
        `No auction of the log changes its winner or price. With 95 % confidence, fewer than 3 in ${count(auctions)} auctions like these do, if each stands for itself.`,
      ),
    ]);
  }
  const objections = findObjections(evidence);
  if (objections.length > 0) return verdict('hold', objections);
  const doubts = isUntouched ? [findTooLittle(auctions)] : findDoubts(evidence);
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
    ...errors.map(({ message }) => reason('lint_error', message)),
  ];
}

/** Why a log without a changed auction is not enough. */
function findTooLittle(auctions: number): Reason {
  return reason(
    'few_auctions',
    `No auction changes its winner or price, but the log has only ${count(auctions)}; the rule wants ${leastUntouchedAuctions}.`,
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
    ...findLosers(evidence),
    ...findBroken(evidence),
    ...doubt(
      breakEven !== null && Math.abs(breakEven - elasticity) <= leastBreakEvenDistance,
      'reaction',
      `If buyers react a little, the difference changes its sign: at an elasticity of ${figure(breakEven ?? 0)}, less than ${leastBreakEvenDistance} from ${figure(elasticity)}.`,
    ),
  ];
}

/** The auctions that change the most, if the interval lies elsewhere without them. */
function findFewThatDecide(evidence: Evidence): Reason[] {
  const { removed, auctions } = evidence.largest_differences;
  const [whole, rest] = [sideOf(intervalOf(evidence)), sideOf(intervalOfRest(evidence))];
  if (whole === undefined || whole === rest) return [];
  const named = auctions
    .slice(0, namedAuctions)
    .map(({ file, place, difference }) => `${file}, ${place} (${figure(difference)} CPM)`);
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
      `Buyer ${name ?? id} loses more than ${mostBuyerLossShare * 100} % of what it brings; it may leave.`,
    ),
  );
}

/** Commitments that the draft does not keep. */
function findBroken({ commitments, currency }: Evidence): Reason[] {
  return commitments
    .filter(({ is_kept: isKept }) => !isKept)
    .map((commitment) =>
      reason('commitment_broken', `The draft breaks a commitment: ${commitmentText(commitment, currency)}.`),
    );
}

function doubt(isTrue: boolean, code: ReasonCode, message: string): Reason[] {
  return isTrue ? [reason(code, message)] : [];
}

function changing(amount: number, noun: string): string {
  return `${counted(amount, noun)} ${amount === 1 ? 'changes' : 'change'}`;
}

/** Names the elasticity if it is not 0. */
function reckonedWith({ elasticity }: Evidence): string {
  return elasticity === 0 ? '' : ` at an elasticity of ${figure(elasticity)}`;
}

/** A number within a sentence, with a true minus sign. */
function figure(value: number): string {
  return String(value).replace('-', '\u2212');
}
