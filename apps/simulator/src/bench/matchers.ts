import type { AuctionRequest, Bid, Tier, TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { Decision, decideAuction, explainAuction, netMicros, selectTiers } from '@auction-tiers/tier-engine';
import type { CompiledTargeting } from '@auction-tiers/tier-engine/linear';
import {
  compileTargetings,
  Draws,
  drawPurpose,
  ImpressionValues,
  matchesTargeting,
  isRunning,
  selectTiersLinear,
} from '@auction-tiers/tier-engine/linear';
import { benchNames } from '../schema/bench-report.ts';

/** A program that answers every bid of an auction. */
export interface Matcher {
  readonly name: string;
  readonly run: (request: AuctionRequest) => void;
  /** The answer for a bid of the last auction: the id of its tier, 0 for none; for the limit, `readingOf` the bid. */
  readonly answer: (index: number) => number;
  /** Whether it gets only the first bid, as a person asks: it makes an object of every tier for every bid. */
  readonly isForOneBid?: boolean;
}

const mostBids = 100_000;

/** What the limit writes for a bid: a value that depends on the buyer and the price, so that it has to read both. */
export const readingOf = ({ memberId, grossMicros }: Bid): number => ((memberId ?? 0) + grossMicros) | 0;

/** All programs over one tier set. */
export function createMatchers(source: TierSetSource, tierSet: TierSet): readonly Matcher[] {
  const out = new Int32Array(mostBids);
  const decision = new Decision();
  let explained: ReturnType<typeof explainAuction>['bids'] = [];
  const idOf = (tiers: readonly Tier[]) => (position: number) => tiers[out[position]!]?.id ?? 0;
  const limit = ({ bids }: AuctionRequest) => {
    for (let position = 0; position < bids.length; position++) out[position] = readingOf(bids[position]!);
  };
  const index = createSimpleIndex(source);
  return [
    { name: benchNames.limit, run: limit, answer: (position) => out[position]! },
    { name: benchNames.select, run: (request) => selectTiers(tierSet, request, out), answer: idOf(tierSet.tiers) },
    { name: benchNames.index, run: (request) => index(request, out), answer: (position) => out[position]! },
    { name: benchNames.linear, run: (request) => selectTiersLinear(source, request, out), answer: idOf(source.tiers) },
    {
      name: benchNames.decide,
      run: (request) => decideAuction(tierSet, request, decision),
      answer: (position) => tierSet.tiers[decision.tierIndexes[position]!]?.id ?? 0,
    },
    {
      name: benchNames.explain,
      run: (request) => void (explained = explainAuction(tierSet, request).bids),
      answer: (position) => explained[position]!.tierId ?? 0,
      isForOneBid: true,
    },
  ];
}

interface IndexedTier {
  readonly tier: Tier;
  readonly targeting: CompiledTargeting | undefined;
}

/**
 * What a good programmer writes in thirty lines: the tiers of each buyer by priority, and a draw among the matches of
 * the highest priority that has one. Targeting is the engine's, so that only the search for a tier differs.
 */
function createSimpleIndex({ tiers, profiles }: TierSetSource): (request: AuctionRequest, out: Int32Array) => void {
  const targetings = compileTargetings(profiles);
  const targetingOf = new Map(profiles.map(({ id }, at) => [id, targetings[at]]));
  const tiersOfBuyer = new Map<number, IndexedTier[]>();
  for (const tier of tiers.toSorted((left, right) => right.priority - left.priority || left.id - right.id)) {
    const indexed = { tier, targeting: targetingOf.get(tier.profileId ?? 0) };
    for (const buyer of new Set(tier.buyerMemberIds)) {
      const known = tiersOfBuyer.get(buyer);
      if (known === undefined) tiersOfBuyer.set(buyer, [indexed]);
      else known.push(indexed);
    }
  }
  return ({ bids, feePpm, seed, impression, timeMs }, out) => {
    const values = new ImpressionValues(impression, timeMs);
    const draws = new Draws(seed);
    for (const [position, bid] of bids.entries()) {
      const net = netMicros(bid.grossMicros, bid.feePpm ?? feePpm);
      const tied: number[] = [];
      let priority = 0;
      for (const { tier, targeting } of tiersOfBuyer.get(bid.memberId ?? 0) ?? []) {
        if (tier.priority < priority) break;
        if (!isRunning(tier, timeMs) || net < (tier.minPriceMicros ?? 0)) continue;
        if (!matchesTargeting(targeting, values, bid)) continue;
        tied.push(tier.id);
        priority = tier.priority;
      }
      out[position] = tied[tied.length > 1 ? draws.index(position, drawPurpose.tier, tied.length) : 0] ?? 0;
    }
  };
}
