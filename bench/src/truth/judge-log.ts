import { type ReasonCode, warningKeyOf, type WarningKey } from '@auction-tiers/contract/compare-report';
import type { AuctionRequest, Bid } from '@auction-tiers/tier-engine';
import type { DrawnAuction } from './draw.ts';
import { drawLog } from './draw.ts';
import type { Population } from './population.ts';
import { judgeAuctions, type LoadedTiers, tierSetOf, toLoggedAuction } from './simulator.ts';

/** The service's fee, parts per million. */
export const feePpm = 150_000;
/** The buyers of each side; none is so large that losing it alone would cause a doubt. */
const buyersOfSide = 8;
const sides = [
  { firstMember: 100, width: 300, height: 250 },
  { firstMember: 200, width: 728, height: 90 },
] as const;
const bystander = 300;

/** What is concluded from one log. */
export interface Judged {
  /** USD, for the net difference of the whole log; null: there is no interval. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly decision: string;
  /** Whether a reason or a warning says that the interval may miss the truth. */
  readonly isDoubted: boolean;
  /** Whether the answer says what shocks that persist, or a last day that is what comes, would make of the difference. */
  readonly isLimited: boolean;
}

/** Codes of reasons, and keys of warnings, that doubt the interval; the others tell on which side of 0 it lies, or of buyers. */
const doubts: ReadonlySet<string> = new Set<ReasonCode | WarningKey>([
  'few_days',
  'too_little.days',
  'missing_weekdays',
  'days_differ',
  'days_weighed.neighbours',
  'no_recent_gain',
  'trend',
  'last_day',
  'break',
  'stopped',
  'missing_hours',
  'capped',
  'no_units',
  'units_once',
  'rare_losses',
  'few_auctions_decide',
  'no_interval',
]);

/** The reasons that say what no log shows well enough to decide; they change no verdict. */
const limits: ReadonlySet<ReasonCode> = new Set(['shocks_may_persist', 'last_day_may_last']);

/**
 * Two tier sets that prefer opposite sides: for one size the current tiers prefer the first side and the draft the
 * second, for the other size vice versa. So every buyer wins about as often under both.
 */
const [current, draft] = [false, true].map(createTierSet) as [LoadedTiers, LoadedTiers];

/** What is concluded from one log of a population in which the draft's side bids `factor` times as much. */
export function judgeLog(population: Population, factor: number, seed: string): Judged {
  const best = findBest(population, factor, seed);
  const auctions = function* () {
    let line = 0;
    for (const drawn of drawLog(population, seed, best)) {
      line++;
      const request = toRequest(drawn, factor, `${seed}/${line}`, line);
      yield toLoggedAuction(request, line, drawn.user === undefined ? undefined : `user-${drawn.user}`);
    }
  };
  const { noUnits: isWithoutUnits, tries } = population;
  const order = { current, draft, seed: seed.slice(0, 48), isWithoutUnits, tries };
  const { net_to_seller: net, verdict, support } = judgeAuctions(auctions(), order);
  const { interval } = net;
  const codes = verdict.reasons.map(({ code }) => code);
  // These drafts swap which side is preferred, so a small fall of the bids undoes every gain; the buyers of these
  // populations do not react, and what is measured is what else keeps a gain from a launch.
  const doubting = codes.filter((code) => !limits.has(code));
  const isOnlyReaction = doubting.length > 0 && doubting.every((code) => code === 'undoing_fall');
  return {
    interval: interval && { low: Number(interval.low), high: Number(interval.high) },
    decision: isOnlyReaction ? 'launch' : verdict.decision,
    isDoubted: [...codes, ...support.warnings.map(warningKeyOf)].some((code) => doubts.has(code)),
    isLimited: codes.some((code) => limits.has(code)),
  };
}

/** The index of the tried draft that gains the most on a log. */
function findBest(population: Population, factor: number, seed: string): number {
  if (population.tries === 1) return 0;
  const gains = Array.from({ length: population.tries }, (_, tried) => {
    let gain = 0;
    for (const auction of drawLog(population, seed, tried)) gain += factor * (auction.sides?.draft ?? 0);
    return gain;
  });
  return gains.indexOf(Math.max(...gains));
}

function toRequest(
  { timeMs, placementId, isTurned, sides: bidders, alikePrice }: DrawnAuction,
  factor: number,
  seed: string,
  line: number,
): AuctionRequest {
  const turn = isTurned ? 1 : 0;
  const buyerOf = (side: number) => sides[side]!.firstMember + (line % buyersOfSide);
  const bids =
    bidders === undefined
      ? [bidOf(0, bystander + (line % 4), alikePrice), bidOf(1, bystander, 1)]
      : [bidOf(0, buyerOf(turn), bidders.current), bidOf(1, buyerOf(1 - turn), bidders.draft * factor)];
  const { width, height } = sides[turn];
  const impression = { placementId, sizes: [{ width, height }] };
  return { auctionType: 1, bidFloorMicros: 0, feePpm, seed, timeMs, impression, bids };
}

const bidOf = (id: number, memberId: number, price: number): Bid => ({
  id: `${id}`,
  memberId,
  grossMicros: Math.round(price * 1e6),
});

function createTierSet(isDraft: boolean): LoadedTiers {
  const tiers = sides.flatMap(({ firstMember }, side) => {
    const buyers = Array.from({ length: buyersOfSide }, (_, at) => ({ id: firstMember + at, name: `Buyer ${at}` }));
    return sides.map((_size, size) => ({
      id: 1 + 2 * side + size,
      name: `Side ${side} for size ${size}`,
      priority: (side === size) === isDraft ? 5 : 9,
      member_action: 'include',
      min_price: '0.000000',
      profile_id: 1 + size,
      ym_profile_id: 1,
      buyer_members: buyers,
    }));
  });
  const profiles = sides.map(({ width, height }, at) => {
    return { id: 1 + at, name: `Size ${at}`, size_targets: [{ width, height }] };
  });
  return tierSetOf({ ym_profile: { id: 1, name: 'Truth' }, tiers, profiles, revision: '2026-03-01 00:00:00' });
}
