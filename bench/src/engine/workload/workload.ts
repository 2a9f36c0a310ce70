import type { AuctionRequest, Bid, Profile, Tier, TierSetSource } from '@auction-tiers/tier-engine';
import { netMicros } from '@auction-tiers/tier-engine';
import type { Attributes, Condition } from './condition.ts';
import { drawAttributes, drawConditions, toImpression, toTargeting } from './condition.ts';
import { Random } from './random.ts';

/** How tiers come about: `wide`: with more buyers; `deep`: with more tiers for each of the same 500 buyers. */
export const shapes = ['wide', 'deep'] as const;
export type Shape = (typeof shapes)[number];

export const bidsPerAuction = 20;
const profileCount = 50;
const deepBuyerCount = 500;
const feePpm = 150_000;

/** A bid that carries its net price as well, for contestants that are not asked to take the fee off. */
export interface PricedBid extends Bid {
  readonly netMicros: number;
}

/** What the limit writes for a bid: it cannot be known without reading the buyer and the net price. */
export function readingOf(bid: PricedBid): number {
  return (bid.memberId! + bid.netMicros) | 0;
}

export interface Auction extends AuctionRequest {
  readonly bids: readonly PricedBid[];
}

/** What a rule language is given about one bid. */
export interface Facts extends Attributes {
  readonly buyer: number;
  readonly net: number;
}

/** Tiers, and auctions to select for. */
export interface Workload {
  readonly source: TierSetSource;
  /** The tiers in the order in which a first match is the right one: priority descending, then id ascending. */
  readonly ranked: readonly Tier[];
  readonly conditionsOfProfile: ReadonlyMap<number, readonly Condition[]>;
  readonly auctions: readonly Auction[];
  /** By auction, then by bid. */
  readonly facts: readonly (readonly Facts[])[];
}

export interface WorkloadSize {
  readonly shape: Shape;
  readonly tierCount: number;
  readonly auctionCount: number;
}

/**
 * A workload that is the same for the same arguments on every machine. On average five buyers per tier; half of the tiers
 * have a profile; half of the bids that a tier names reach its minimum; one bid in ten is of a buyer that no tier names.
 */
export function createWorkload({ shape, tierCount, auctionCount }: WorkloadSize): Workload {
  const random = new Random(tierCount);
  const profiles = Array.from({ length: profileCount }, (_, at) => ({
    id: at + 1,
    conditions: drawConditions(random),
  }));
  const buyers = drawBuyers(random, shape === 'wide' ? tierCount : deepBuyerCount);
  const tiers = Array.from({ length: tierCount }, (_, at) => drawTier(random, at + 1, buyers));
  const drawn = Array.from({ length: auctionCount }, (_, at) => drawAuction(random, at, buyers));
  return {
    source: { ymProfileId: 1, revision: '1', tiers, profiles: profiles.map(toProfile) },
    ranked: tiers.toSorted((left, right) => right.priority - left.priority || left.id - right.id),
    conditionsOfProfile: new Map(profiles.map(({ id, conditions }) => [id, conditions])),
    auctions: drawn.map(({ auction }) => auction),
    facts: drawn.map(({ auction, attributes }) =>
      auction.bids.map((bid) => ({ buyer: bid.memberId ?? 0, net: bid.netMicros, ...attributes })),
    ),
  };
}

/** Ids with gaps of uneven width, as members have them. */
function drawBuyers(random: Random, count: number): number[] {
  return Array.from({ length: count }, (_, at) => 8 * at + random.between(1, 7));
}

function drawTier(random: Random, id: number, buyers: readonly number[]): Tier {
  const memberAction = random.fraction() < 0.7 ? 'include' : 'exclude';
  return {
    id,
    priority: random.between(1, 10),
    memberAction,
    minPriceMicros: memberAction === 'exclude' && random.fraction() < 0.5 ? null : random.between(0, 850) * 10_000,
    profileId: random.fraction() < 0.5 ? random.between(1, profileCount) : null,
    buyerMemberIds: random.pickSome(buyers, random.between(1, 9)),
  };
}

function drawAuction(
  random: Random,
  at: number,
  buyers: readonly number[],
): { auction: Auction; attributes: Attributes } {
  const attributes = drawAttributes(random);
  const bids = Array.from({ length: bidsPerAuction }, (_, place) => drawBid(random, place, buyers));
  const auction: Auction = {
    auctionType: 1,
    bidFloorMicros: 0,
    feePpm,
    seed: `auction-${at}`,
    timeMs: Date.UTC(2026, 10, 21, 8),
    impression: toImpression(attributes),
    bids,
  };
  return { auction, attributes };
}

function drawBid(random: Random, place: number, buyers: readonly number[]): PricedBid {
  // No buyer has an id that 8 divides.
  const memberId = random.fraction() < 0.1 ? 8 * random.between(1, buyers.length) : random.pick(buyers);
  // As small integers, which is what V8 reads out of JSON, and the fastest for every contestant; arithmetic may leave doubles.
  const grossMicros = random.between(10_000, 10_000_000) | 0;
  const net = netMicros(grossMicros, feePpm) | 0;
  return { id: `bid-${place}`, memberId, grossMicros, feePpm: undefined, netMicros: net };
}

function toProfile({ id, conditions }: { id: number; conditions: readonly Condition[] }): Profile {
  return { id, targeting: toTargeting(conditions) };
}
