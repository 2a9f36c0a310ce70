import { count, counted } from '../../figure/text.ts';
import type { CompareReport, Recommendation, Verdict } from '../../schema/compare-report.ts';

/** All thresholds of the verdict, also for its rule in words. */
export const verdictRule = {
  /** If none of so many auctions changes, with 95 % confidence fewer than 3 in as many do. */
  leastUntouchedAuctions: 300,
  /** Changed auctions that a launch needs. */
  leastTouchedAuctions: 100,
  /** Changed blocks that a launch needs, so that no single hour decides. */
  leastChangedBlocks: 20,
  /** Days that a launch needs, because variation between days is in the interval only then. */
  leastDays: 2,
  /** With a larger share of bids of unknown buyers, the rest does not represent the tiers. */
  mostUnmappedShare: 0.05,
  /** Share of its revenue that a large buyer may lose without a test. */
  mostBuyerLossShare: 0.5,
  /** Share of all current revenue from which a buyer is large. */
  largeBuyerShare: 0.05,
} as const;

/** What a verdict depends on. */
export interface Evidence
  extends Pick<
    CompareReport,
    'auctions' | 'bids' | 'net_to_seller' | 'method' | 'buyers' | 'lint' | 'sensitivity' | 'support'
  > {
  readonly unmappedBids: number;
  /** Whether both tier sets have equal contents. */
  readonly isSameTiers: boolean;
  /** Elasticity of bids that the verdict assumes. */
  readonly elasticity: number;
}

const { leastUntouchedAuctions, leastTouchedAuctions, leastChangedBlocks, leastDays } = verdictRule;
const { mostUnmappedShare, mostBuyerLossShare, largeBuyerShare } = verdictRule;

/** The rule in words, in the order asked. */
const rule = [
  `No effect: the two tier sets say the same, or no auction of the log changes its winner or price, and it has at least ${leastUntouchedAuctions} of them.`,
  'Hold: the interval of the difference in net revenue lies below 0, or the draft has tiers that can never win a bid and the current set has not.',
  `Launch: the interval lies above 0; and at least ${leastTouchedAuctions} auctions and ${leastChangedBlocks} blocks change; and the log covers at least ${leastDays} days; and at most ${mostUnmappedShare * 100} % of the bids have unknown seats; and none of it is a feed, which lacks bids; and no buyer with ${largeBuyerShare * 100} % or more of the revenue loses more than ${mostBuyerLossShare * 100} % of what it brings; and the difference stays above 0 at every elasticity listed.`,
  'Test first: everything else.',
];

/** Launch, test first, hold or no effect, and why. */
export function judge(evidence: Evidence): Verdict {
  const { isSameTiers, support, auctions } = evidence;
  if (isSameTiers) return verdict('no_effect', ['The two tier sets say the same.']);
  const isUntouched = support.touched_auctions === 0;
  if (isUntouched && auctions >= leastUntouchedAuctions) {
    return verdict('no_effect', [
      'No auction of the log changes its winner or price.',
      `With 95 % confidence, fewer than 3 in ${count(auctions)} auctions like these do, if each stands for itself.`,
    ]);
  }
  const objections = findObjections(evidence);
  if (objections.length > 0) return verdict('hold', objections);
  const doubts = isUntouched ? [findTooLittle(auctions)] : findDoubts(evidence);
  if (doubts.length > 0) return verdict('test_first', doubts);
  return verdict('launch', [
    `The interval${reckonedWith(evidence)} lies above 0, the log supports it, and it holds where buyers react.`,
  ]);
}

function verdict(decision: Recommendation, reasons: string[]): Verdict {
  return { decision, summary: summaries[decision], reasons, rule };
}

const summaries: Readonly<Record<Recommendation, string>> = {
  launch: 'Launch: the draft brings more.',
  test_first: 'Test first: the log does not settle it.',
  hold: 'Hold: the draft costs revenue or contradicts itself.',
  no_effect: 'No effect: the draft changes nothing that a buyer or the seller would notice.',
};

function findObjections(evidence: Evidence): string[] {
  const interval = intervalOf(evidence);
  const errors = evidence.lint.findings.filter(({ severity, is_new: isNew }) => severity === 'error' && isNew);
  return [
    ...doubt(
      interval !== null && Number(interval.high) < 0,
      `The interval of the difference${reckonedWith(evidence)} lies below 0.`,
    ),
    ...errors.map(({ message }) => message),
  ];
}

/** Why a log without a changed auction is not enough. */
function findTooLittle(auctions: number): string {
  if (auctions === 0) return 'The log has no auctions.';
  return `No auction changes its winner or price, but the log has only ${count(auctions)}; the rule wants ${leastUntouchedAuctions}.`;
}

function findDoubts(evidence: Evidence): string[] {
  const { support, method, bids, unmappedBids, elasticity, sensitivity } = evidence;
  const interval = intervalOf(evidence);
  // At the assumed elasticity, the interval decides instead.
  const turning = sensitivity.rows.filter((row) => row.elasticity !== elasticity && Number(row.difference) <= 0);
  return [
    ...doubt(interval === null, 'The log is too small for an interval.'),
    ...doubt(
      interval !== null && Number(interval.low) <= 0,
      `The interval of the difference${reckonedWith(evidence)} holds 0.`,
    ),
    ...doubt(
      support.touched_auctions < leastTouchedAuctions,
      `Only ${changing(support.touched_auctions, 'auction')}; the rule wants ${leastTouchedAuctions}.`,
    ),
    ...doubt(
      method.changed_blocks < leastChangedBlocks,
      `Only ${changing(method.changed_blocks, 'block')}; the rule wants ${leastChangedBlocks}.`,
    ),
    ...doubt(support.days < leastDays, `The log covers fewer than ${leastDays} days.`),
    ...doubt(
      bids > 0 && unmappedBids / bids > mostUnmappedShare,
      `More than ${mostUnmappedShare * 100} % of the bids have unknown seats.`,
    ),
    ...doubt(
      support.warnings.some(({ code }) => code === 'feed_censored'),
      'The log is a feed, which lacks users, bids and attributes.',
    ),
    ...findLosers(evidence),
    ...doubt(
      turning.length > 0,
      `If buyers react${elasticity === 0 ? '' : ' otherwise'}, the difference is not above 0: at an elasticity of ${turning.map((row) => figure(row.elasticity)).join(', ')}.`,
    ),
  ];
}

/** Large buyers with large losses, which may leave. */
function findLosers({ buyers, net_to_seller: net }: Evidence): string[] {
  const losers = buyers.rows.filter(({ kind, current, difference }) => {
    const before = Number(current.net_to_seller);
    const isLarge = before > 0 && before >= largeBuyerShare * Number(net.current);
    return kind === 'known' && isLarge && -Number(difference.net_to_seller) > mostBuyerLossShare * before;
  });
  return losers.map(
    ({ id, name }) =>
      `Buyer ${name ?? id} loses more than ${mostBuyerLossShare * 100} % of what it brings; it may leave.`,
  );
}

function doubt(isTrue: boolean, text: string): string[] {
  return isTrue ? [text] : [];
}

function changing(amount: number, noun: string): string {
  return `${counted(amount, noun)} ${amount === 1 ? 'changes' : 'change'}`;
}

/** Names the elasticity if it is not 0. */
function reckonedWith({ elasticity }: Evidence): string {
  return elasticity === 0 ? '' : ` at an elasticity of ${figure(elasticity)}`;
}

/** The interval of the difference at the assumed elasticity. */
function intervalOf({ sensitivity, elasticity, net_to_seller: net }: Evidence) {
  if (elasticity === 0) return net.interval;
  return sensitivity.rows.find((row) => row.elasticity === elasticity)?.interval ?? null;
}

/** A number within a sentence, with a true minus sign. */
function figure(value: number): string {
  return String(value).replace('-', '\u2212');
}
