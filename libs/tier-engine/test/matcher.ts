import type { AuctionRequest, TierSetSource } from '@auction-tiers/tier-engine';
import { selectTiers } from '@auction-tiers/tier-engine';
import { selectTiersLinear } from '@auction-tiers/tier-engine/linear';
import { compiled } from './build.ts';

/** Gives for each bid the id of its tier, or null. */
export type Matcher = (source: TierSetSource, request: AuctionRequest) => (number | null)[];

export const indexed: Matcher = (source, request) => {
  const tierSet = compiled(source);
  const out = new Int32Array(request.bids.length);
  selectTiers(tierSet, request, out);
  return Array.from(out, (index) => tierSet.tiers[index]?.id ?? null);
};

export const linear: Matcher = (source, request) => {
  const out = new Int32Array(request.bids.length);
  selectTiersLinear(source, request, out);
  return Array.from(out, (index) => source.tiers[index]?.id ?? null);
};

export const matchers: readonly (readonly [string, Matcher])[] = [
  ['indexed', indexed],
  ['linear', linear],
];
