import type { CompareReport, Verdict } from './compare-report.ts';
import { count } from './phrase.ts';
import type { Decision } from './verdict-rule.ts';
import { verdictRule } from './verdict-rule.ts';

/** What a verdict rests on. */
export interface Evidence
  extends Pick<
    CompareReport,
    'auctions' | 'bids' | 'net_to_seller' | 'method' | 'buyers' | 'lint' | 'sensitivity' | 'support'
  > {
  readonly unmappedBids: number;
  /** Whether both tier sets say the same. */
  readonly isSameTiers: boolean;
  /** The elasticity that the person reckons with. */
  readonly elasticity: number;
}

const { leastTouchedAuctions, leastChangedBlocks, leastDays, mostUnmappedShare, mostBuyerLossShare, largeBuyerShare } =
  verdictRule;

/** The rule in words, in the order asked. */
const rule = [
  'No effect: the two tier sets say the same, or no auction of the log changes its winner or price.',
  'Hold: the interval of the difference in net revenue lies below 0, or the draft has tiers that can never win a bid and the current set has not.',
  `Launch: the interval lies above 0; and at least ${leastTouchedAuctions} auctions and ${leastChangedBlocks} blocks change; and the log covers at least ${leastDays} days; and at most ${mostUnmappedShare * 100} % of the bids are of seats that nobody knows; and none of it is a feed, which lacks bids; and no buyer with ${largeBuyerShare * 100} % or more of the revenue loses more than ${mostBuyerLossShare * 100} % of it; and the difference stays above 0 at every elasticity listed.`,
  'Test first: everything else.',
];

/** Launch, test first, hold or no effect, and why. */
export function judge(evidence: Evidence): Verdict {
  const { isSameTiers, support, auctions } = evidence;
  if (isSameTiers) return verdict('no_effect', ['The two tier sets say the same.']);
  if (auctions > 0 && support.touched_auctions === 0) {
    return verdict('no_effect', [
      'No auction of the log changes its winner or price.',
      `With 95 % confidence, fewer than 3 in ${count(auctions)} auctions like these do.`,
    ]);
  }
  const objections = findObjections(evidence);
  if (objections.length > 0) return verdict('hold', objections);
  const doubts = findDoubts(evidence);
  if (doubts.length > 0) return verdict('test_first', doubts);
  return verdict('launch', ['The interval lies above 0, the log supports it, and it holds where buyers react.']);
}

function verdict(decision: Decision, reasons: string[]): Verdict {
  return { decision, summary: summaries[decision], reasons, rule };
}

const summaries: Readonly<Record<Decision, string>> = {
  launch: 'Launch: the draft brings more.',
  test_first: 'Test first: the log does not settle it.',
  hold: 'Hold: the draft costs revenue or contradicts itself.',
  no_effect: 'No effect: the draft changes nothing that a buyer or the seller would notice.',
};

function findObjections({ lint, ...evidence }: Evidence): string[] {
  const interval = intervalOf(evidence);
  const errors = lint.findings.filter(({ severity, is_new: isNew }) => severity === 'error' && isNew);
  return [
    ...(interval !== null && Number(interval.high) < 0 ? ['The interval of the difference lies below 0.'] : []),
    ...errors.map(({ message }) => message),
  ];
}

function findDoubts(evidence: Evidence): string[] {
  const { support, method, bids, unmappedBids, buyers, sensitivity, net_to_seller: net } = evidence;
  const interval = intervalOf(evidence);
  const worst = sensitivity.rows
    .filter(({ difference }) => Number(difference) <= 0)
    .map(({ elasticity }) => elasticity);
  const losers = buyers.rows.filter(({ kind, current, difference }) => {
    const before = Number(current.net_to_seller);
    const isLarge = before > 0 && before >= largeBuyerShare * Number(net.current);
    return kind === 'known' && isLarge && -Number(difference.net_to_seller) > mostBuyerLossShare * before;
  });
  return [
    ...doubt(interval === null, 'The log is too small for an interval.'),
    ...doubt(interval !== null && Number(interval.low) <= 0, 'The interval of the difference holds 0.'),
    ...doubt(
      support.touched_auctions < leastTouchedAuctions,
      `Only ${support.touched_auctions} auctions change; the rule wants ${leastTouchedAuctions}.`,
    ),
    ...doubt(
      method.changed_blocks < leastChangedBlocks,
      `Only ${method.changed_blocks} blocks change; the rule wants ${leastChangedBlocks}.`,
    ),
    ...doubt(support.days < leastDays, `The log covers fewer than ${leastDays} days.`),
    ...doubt(
      bids > 0 && unmappedBids / bids > mostUnmappedShare,
      `More than ${mostUnmappedShare * 100} % of the bids are of seats that nobody knows.`,
    ),
    ...doubt(
      support.warnings.some(({ code }) => code === 'feed_censored'),
      'The log is a feed, which lacks users, bids and attributes.',
    ),
    ...losers.map(
      ({ id, name }) =>
        `Buyer ${name ?? id} loses more than ${mostBuyerLossShare * 100} % of what it brings; it may leave.`,
    ),
    ...doubt(
      worst.length > 0,
      `If buyers react, the difference is not above 0 at an elasticity of ${worst.join(', ')}.`,
    ),
  ];
}

function doubt(isTrue: boolean, text: string): string[] {
  return isTrue ? [text] : [];
}

/** Of the difference at the elasticity that is reckoned with. */
function intervalOf({ sensitivity, elasticity, net_to_seller: net }: Omit<Evidence, 'lint'>) {
  if (elasticity === 0) return net.interval;
  return sensitivity.rows.find((row) => row.elasticity === elasticity)?.interval ?? null;
}
