import { type CompareReport, type LossCause, type Usability } from '@auction-tiers/contract/compare-report';
import { microsToNumber } from '@auction-tiers/tier-engine';
import { toMicros } from '../../figure/text.ts';
import type { LostBids } from '../../log/auction/input-report.ts';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import { type TallyTotals } from '../../tally/tally.ts';
import { changedTiers } from '../../tier-set/same-tiers.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import type { Comparison } from '../measuring/comparison.ts';
import { round } from './effect.ts';
import type { LogDays } from './log-days.ts';
import { toPriceScale } from './price-scale.ts';
import { verdictRule } from './verdict-rule.ts';

const { leastUntouchedAuctions } = verdictRule;
/** Hours of the years from 2000 to 2099. */
const [leastHour, mostHour] = [Date.UTC(2000, 0), Date.UTC(2100, 0)].map((ms) => ms / 3_600_000) as [number, number];
/** If chance would leave this many auctions unsold and none is, unsold auctions are missing from the log. */
const leastUnsold = 10;

/** A bid is out of proportion above this many times the price that this share of the sample does not exceed. */
const [outsizedTimes, usualShare] = [100, 0.99];

/** A buyer is named if it loses a larger share of its bids than this, and at least this many. */
const [mostLostOfBuyer, leastLost] = [0.03, 5];
/** Buyers that a report lists. */
const listedLosers = 20;

type ReadInput = Omit<CompareReport['input'], 'bytes'>;

/** Bids that cannot be used for one cause; `micros`: the sum of their prices, undefined: they have none. */
interface Lost {
  readonly cause: LossCause;
  readonly bids: number;
  readonly micros?: bigint;
}

/** What else is known of a log that was read. */
interface Read {
  readonly logDays: LogDays;
  /** Auctions that repeat another, and count once. */
  readonly dropped: number;
  readonly lostOfBuyers: readonly LostBids[];
  readonly nameOf: (memberId: number) => string | undefined;
}

/** What of the log can be used to judge the draft. */
export function toUsability(
  comparison: Comparison,
  input: ReadInput,
  current: LoadedTierSet,
  draft: LoadedTierSet,
  { logDays, dropped, lostOfBuyers, nameOf }: Read,
): Usability {
  const totals = comparison.current.totals();
  const sample = comparison.sample.drawn();
  const scale = toPriceScale(sample, current.source, draft.source);
  const usedMicros = Object.values(totals.outcomes).reduce((sum, { grossMicros }) => sum + grossMicros, 0n);
  // Unusable bids were counted in repeated auctions too, so they are scaled down to the auctions that count.
  const once = (read: number) => Math.round((read * totals.auctions) / Math.max(1, totals.auctions + dropped));
  const foreignBids = once(input.foreign_bids.reduce((sum, { bids }) => sum + bids, 0));
  const foreignMicros = BigInt(once(Number(input.foreign_bids.reduce((sum, { value }) => sum + toMicros(value), 0n))));
  const invalidBids = once(input.invalid_bids);
  const allBids = totals.bids + invalidBids;
  const allMicros = usedMicros + foreignMicros;
  const unknown = comparison.buyerBids.unknown;
  const lost: Lost[] = [
    { cause: 'currency', bids: foreignBids, micros: foreignMicros },
    { cause: 'invalid_bids', bids: invalidBids - foreignBids },
    { cause: 'unknown_buyers', bids: unknown.bids, micros: unknown.grossMicros },
    {
      cause: 'price_unit',
      bids: Math.round(scale.odd.bidsShare * totals.bids),
      micros: BigInt(Math.round(scale.odd.valueShare * Number(usedMicros))),
    },
  ];
  const lines = Object.values(input.lines).reduce((sum, count) => sum + count, input.broken_lines);
  return {
    reaching_bids: countReaching(comparison, current, draft),
    lost: lost
      .filter(({ bids }) => bids > 0)
      .map(({ cause, bids, micros }) => ({
        cause,
        bids,
        bids_share: share(bids, allBids) ?? 0,
        value_share: micros === undefined ? null : share(Number(micros), Number(allMicros)),
      })),
    odd_times_share: share(auctionsOfOddYears(logDays), totals.auctions) ?? 0,
    lost_by_buyer: toLostByBuyer(
      comparison,
      input,
      lostOfBuyers.map((one) => ({ ...one, bids: once(one.bids) })),
      scale.odd.memberIds,
      nameOf,
    ),
    draft_minimums: scale.draftMinimums,
    lacks_unsold: lacksUnsold(totals),
    broken_lines_share: share(input.broken_lines, lines) ?? 0,
    too_high_prices_share: share(input.too_high_prices, totals.bids + input.too_high_prices) ?? 0,
    one_bid_share: share(comparison.buyerBids.oneBidAuctions, totals.auctionsWithBids),
    other_seller_share: share(input.owners.other_seller_auctions, totals.auctions) ?? 0,
    other_ym_profile_share: share(input.owners.other_ym_profile_auctions, totals.auctions) ?? 0,
    prices: scale.prices,
    outsized: toOutsized(comparison, sample),
  };
}

/** The lost bids of each buyer: first buyers that lose much, then by the number of lost bids. */
function toLostByBuyer(
  { buyerBids }: Comparison,
  { unmapped_seats: { largest } }: ReadInput,
  lostOfBuyers: readonly LostBids[],
  oddMembers: readonly number[],
  nameOf: Read['nameOf'],
): Usability['lost_by_buyer'] {
  const usedBy = new Map(buyerBids.active().map(({ memberId, bids }) => [memberId, bids]));
  const lost = new Map<number | string, number>();
  const lose = (key: number | string | null, bids: number) => {
    if (key !== null && bids > 0) lost.set(key, (lost.get(key) ?? 0) + bids);
  };
  for (const { memberId, seat, bids } of lostOfBuyers) lose(memberId ?? seat, bids);
  for (const { seat, bids } of largest) lose(seat, bids);
  for (const memberId of oddMembers) lose(memberId, usedBy.get(memberId) ?? 0);
  const odd = new Set(oddMembers);
  const rows = Array.from(lost, ([key, bids]) => {
    const used = typeof key === 'number' && !odd.has(key) ? (usedBy.get(key) ?? 0) : 0;
    const isKnown = typeof key === 'number';
    return {
      member_id: isKnown ? key : null,
      name: isKnown ? (nameOf(key) ?? null) : key,
      bids: bids + used,
      lost: bids,
      share: share(bids, bids + used) ?? 0,
    };
  });
  return rows
    .toSorted((left, right) => Number(losesMuch(right)) - Number(losesMuch(left)) || right.lost - left.lost)
    .slice(0, listedLosers);
}

/** Whether a buyer loses so many bids that its figures are doubtful. */
export function losesMuch({ lost, share: part }: Pick<Usability['lost_by_buyer'][number], 'lost' | 'share'>): boolean {
  return lost >= leastLost && part > mostLostOfBuyer;
}

/** Auctions with a time outside of the years 2000 to 2099: the time is in another unit, or missing. */
function auctionsOfOddYears({ hours }: LogDays): number {
  const odd = hours.filter(({ hour }) => hour < leastHour || hour >= mostHour);
  return odd.reduce((sum, { auctions }) => sum + auctions, 0);
}

/** Whether every auction is sold, though floors and excludes would leave some without bids if bids were independent. */
function lacksUnsold({ auctions, bids, revenue, outcomes }: TallyTotals): boolean {
  if (revenue.wins < auctions || auctions < leastUntouchedAuctions) return false;
  const out = (outcomes.excluded.bids + outcomes.below_floor.bids) / bids;
  return auctions * out ** (bids / auctions) >= leastUnsold;
}

/**
 * About how many bids the changed tiers of both sets can take, whatever their prices. Whether the profile of a tier matches
 * is known of the bids that reach its minimum price, and assumed to be the same for the others. A bid that several of the
 * tiers can take counts for each, but there are at most as many as their buyers have made.
 */
function countReaching({ current, draft, buyerBids }: Comparison, ...sets: [LoadedTierSet, LoadedTierSet]): number {
  const changed = changedTiers(sets[0].source, sets[1].source);
  const funnels = [current.funnel(), draft.funnel()];
  const reaching = changed.flatMap((tiers, at) =>
    tiers.map(({ id }) => {
      const { listed, pricedIn, targeted } = funnels[at]!.get(id)!;
      return pricedIn === 0 ? listed : Math.ceil((listed * targeted) / pricedIn);
    }),
  );
  const listed = buyerBids.countOf(changed.flat().flatMap(({ buyerMemberIds }) => buyerMemberIds));
  return Math.min(
    listed,
    reaching.reduce((sum, bids) => sum + bids, 0),
  );
}

function toOutsized({ highestBids }: Comparison, sample: readonly LoggedAuction[]): Usability['outsized'] {
  const prices = Float64Array.from(sample.flatMap(({ request }) => request.bids.map(({ grossMicros }) => grossMicros)));
  if (prices.length === 0) return null;
  const usualMicros = prices.toSorted()[Math.ceil(usualShare * prices.length) - 1]!;
  const aboveMicros = outsizedTimes * usualMicros;
  // Where nearly all prices are 0, any other would be out of proportion.
  const bids = usualMicros === 0 ? [] : highestBids.highest().filter(({ grossMicros }) => grossMicros > aboveMicros);
  return {
    above: microsToNumber(aboveMicros),
    bids: bids.map(({ file, place, memberId, grossMicros }) => ({
      file,
      place,
      member_id: memberId,
      price: microsToNumber(grossMicros),
    })),
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : round(Math.min(1, part / whole), 6);
}
