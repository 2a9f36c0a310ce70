import type { AuctionRequest, Bid } from '@auction-tiers/tier-engine';
import type { DrawnAuction, SideBids } from './draw.ts';
import { drawLog } from './draw.ts';
import type { Population } from './population.ts';

const microsPerUnit = 1_000_000;
/** Of the service, parts per million. */
export const feePpm = 150_000;
/** The buyers of each side; none of them is so large that its loss alone would be a doubt. */
const buyersOfSide = 8;
const sides = [
  { firstMember: 100, size: { width: 300, height: 250 } },
  { firstMember: 200, size: { width: 728, height: 90 } },
] as const;
const rareBuyer = 199;
const [firstBystander, bystanders] = [300, 4];
const created = '2026-03-01 00:00:00';

/** A tier set as the simulator holds it. */
type TierSet = object;

/** An auction as the simulator reads it from a log. */
type LoggedAuction = object;

/** What is used of a report; `compare-report.schema.json` of the simulator has all of it. */
interface Report {
  readonly net_to_seller: { readonly interval: { readonly low: string; readonly high: string } | null };
  readonly verdict: { readonly decision: string; readonly reasons: readonly { readonly code: string }[] };
  readonly method: { readonly used: string | null; readonly neighbouring_days: { readonly move_together: boolean } };
}

/** What is used of the simulator. */
interface Simulator {
  readonly compareAuctions: (
    auctions: Iterable<LoggedAuction>,
    order: { readonly current: TierSet; readonly draft: TierSet; readonly seed: string },
  ) => Report;
  readonly parseTierSet: (value: unknown, refuse: (problem: string) => Error) => object;
  readonly toLoggedAuction: (request: AuctionRequest, line: number, unit?: string) => LoggedAuction;
  readonly toTierSet: (parsed: object) => TierSet;
}

// No package imports an app: like its command, the simulator's comparison is run from its place.
const simulator = new URL('../../../apps/simulator/src/index.ts', import.meta.url);
const { compareAuctions, parseTierSet, toLoggedAuction, toTierSet } = (await import(simulator.href)) as Simulator;

/** What a report says of one log. */
export interface Judged {
  /** USD, for the net difference of the whole log; null: there is no interval. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  readonly decision: string;
  readonly reasons: readonly string[];
  /** The kind of cluster whose interval is the widest. */
  readonly used: string | null;
  readonly movesTogether: boolean;
}

/**
 * Two tier sets that prefer opposite sides: of one size the current tiers prefer the first side and the draft the second, of
 * the other size it is the other way round. So every buyer wins about as often under both.
 */
const [current, draft] = [false, true].map(createTierSet) as [TierSet, TierSet];

/** The report of one log of a population in which the draft's side bids `factor` times as high. */
export function judgeLog(population: Population, factor: number, seed: string): Judged {
  const auctions = function* () {
    let line = 0;
    for (const drawn of drawLog(population, seed)) {
      line++;
      const { user } = drawn;
      const request = toRequest(population, drawn, factor, seed, line);
      yield toLoggedAuction(request, line, user === undefined ? undefined : `user-${user}`);
    }
  };
  const {
    net_to_seller: net,
    verdict,
    method,
  } = compareAuctions(auctions(), { current, draft, seed: seed.slice(0, 48) });
  return {
    interval: net.interval && { low: Number(net.interval.low), high: Number(net.interval.high) },
    decision: verdict.decision,
    reasons: verdict.reasons.map(({ code }) => code),
    used: method.used,
    movesTogether: method.neighbouring_days.move_together,
  };
}

function toRequest(
  { auctionType }: Population,
  { timeMs, placementId, isTurned, sides: bidders }: DrawnAuction,
  factor: number,
  seed: string,
  line: number,
): AuctionRequest {
  const [first, second] = isTurned ? ([1, 0] as const) : ([0, 1] as const);
  const bids =
    bidders === undefined
      ? [bidOf(0, firstBystander + (line % bystanders), 1.5), bidOf(1, firstBystander, 1)]
      : [
          ...toBids(auctionType, first, bidders.current, 1, 0, line),
          ...toBids(auctionType, second, bidders.draft, factor, 2, line),
        ];
  return {
    auctionType,
    bidFloorMicros: 0,
    feePpm,
    seed: `${seed}/${line}`,
    timeMs,
    impression: { placementId, sizes: [sides[isTurned ? 1 : 0].size] },
    bids,
  };
}

/** The bids of a side, each of another of its buyers. */
function toBids(
  auctionType: 1 | 2,
  side: 0 | 1,
  { highest, second, isOfRareBuyer }: SideBids,
  factor: number,
  firstId: number,
  line: number,
): Bid[] {
  const { firstMember } = sides[side];
  const buyer = line % buyersOfSide;
  const bids = [bidOf(firstId, isOfRareBuyer ? rareBuyer : firstMember + buyer, highest * factor)];
  if (auctionType === 2) bids.push(bidOf(firstId + 1, firstMember + ((buyer + 1) % buyersOfSide), second * factor));
  return bids;
}

function bidOf(id: number, memberId: number, price: number): Bid {
  return { id: `${id}`, memberId, grossMicros: Math.round(price * microsPerUnit) };
}

function createTierSet(isDraft: boolean): TierSet {
  const tiers = sides.flatMap(({ firstMember }, side) => {
    const members = Array.from({ length: buyersOfSide }, (_, at) => firstMember + at);
    const buyers = [...members, ...(side === 1 ? [rareBuyer] : [])].map((id) => ({ id, name: `Buyer ${id}` }));
    return sides.map((_size, size) => ({
      id: 1 + 2 * side + size,
      name: `Side ${side + 1} for ${nameOf(size)}`,
      priority: (side === size) === isDraft ? 5 : 9,
      member_action: 'include',
      min_price: '0.000000',
      profile_id: 1 + size,
      ym_profile_id: 1,
      buyer_members: buyers,
    }));
  });
  const profiles = sides.map(({ size }, at) => ({ id: 1 + at, name: nameOf(at), size_targets: [size] }));
  const file = { ym_profile: { id: 1, name: isDraft ? 'Draft' : 'Current' }, tiers, profiles, revision: created };
  return toTierSet(parseTierSet(file, (problem) => new TypeError(`The tier set ${problem}.`)));
}

function nameOf(size: number): string {
  const { width, height } = sides[size]!.size;
  return `${width}x${height}`;
}
