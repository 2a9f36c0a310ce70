import type { AuctionResult, BidResult } from '@auction-tiers/tier-engine';
import { microsToNumber } from '@auction-tiers/tier-engine';

/** The first thing in which another result of the same auction differs from ours, in words; undefined: they agree. */
export function findDifference(ours: AuctionResult, theirs: AuctionResult): string | undefined {
  for (const [place, bid] of ours.bids.entries()) {
    const other = theirs.bids[place]!;
    const field = comparedFields.find((name) => bid[name] !== other[name]);
    if (field !== undefined) return differ(`bid ${bid.bidId}, ${field}`, bid[field], other[field]);
  }
  const [price, otherPrice] = [clearingPrice(ours), clearingPrice(theirs)];
  return price === otherPrice ? undefined : differ('clearing price', price, otherPrice);
}

function clearingPrice({ winner }: AuctionResult): number | null {
  return winner === null ? null : microsToNumber(winner.clearingMicros);
}

/** Not the revision: the same tiers may have come about in another way. */
const comparedFields = [
  'bidId',
  'memberId',
  'outcome',
  'tierId',
  'priority',
  'netMicros',
  'rank',
] as const satisfies readonly (keyof BidResult)[];

function differ(what: string, ours: string | number | null, theirs: string | number | null): string {
  return `${what}: ${ours} here, ${theirs} there`;
}
