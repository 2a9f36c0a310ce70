import { Decision, decideAuction, netTakenMicros, type TierSetSource } from '@auction-tiers/tier-engine';
import { leastChanged, type RecordedTier } from '@auction-tiers/contract';
import { compileOrRefuse, toPrice } from './decided.ts';
import { compareNets, earnedOf, type MinimumCase } from './minimum.ts';

const [candidates, highestQuantile] = [24, 0.99];
const centMicros = 10_000;
/** Evenly spaced minimums from 0 to nearly the highest bid, and the tier's own. */
function candidatesOf(nets: Float64Array, presentMicros: number): readonly number[] {
  const highest = nets[Math.floor((nets.length - 1) * highestQuantile)] ?? 0;
  const stepMicros = Math.max(centMicros, Math.ceil(highest / candidates / centMicros) * centMicros);
  const even = Array.from({ length: candidates + 1 }, (_, at) => at * stepMicros);
  return [...new Set([...even, presentMicros])].toSorted((one, other) => one - other);
}

/** What each auction that a tier's minimum may change brings under each candidate. */
function netsUnder(found: MinimumCase, source: TierSetSource, minimums: readonly number[]): readonly Float64Array[] {
  const { tierId, auctions, auctionNets } = found;
  const decision = new Decision();
  let before: { readonly nets: Float64Array; readonly reached: Int32Array } | null = null;
  return minimums.map((minPriceMicros) => {
    const tiers = source.tiers.map((tier) => (tier.id === tierId ? { ...tier, minPriceMicros } : tier));
    const tierSet = compileOrRefuse({ ...source, tiers });
    const nets = new Float64Array(auctions.length);
    const reached = Int32Array.from(auctionNets, (own) => own.filter((net) => net >= minPriceMicros).length);
    for (const [at, request] of auctions.entries()) {
      // At first price a minimum changes an auction only by excluding bids from the tier.
      if (before !== null && request.auctionType === 1 && reached[at] === before.reached[at]) {
        nets[at] = before.nets[at]!;
        continue;
      }
      decideAuction(tierSet, request, decision);
      nets[at] = netTakenMicros(request, decision);
    }
    before = { nets, reached };
    return nets;
  });
}

/** Net over the minimum of a tier, with its band, and the range of the best. `weight`: as `figuresOf` takes it. */
export function curveOf(found: MinimumCase, source: TierSetSource, weight: number): RecordedTier['curve'] {
  const { tierId, nets, count, present } = found;
  const presentMicros = source.tiers.find(({ id }) => id === tierId)?.minPriceMicros ?? 0;
  const minimums = candidatesOf(nets, presentMicros);
  const under = netsUnder(found, source, minimums);
  const sums = under.map((each) => compareNets(each, present, count));
  const best = sums.reduce((most, { value }, at) => (value > sums[most]!.value ? at : most), 0);
  const isLike = (at: number) => {
    if (under[at] === undefined) return false;
    const { high, changed } = compareNets(under[at], under[best]!, count);
    return high >= 0 || changed < leastChanged;
  };
  let [from, to] = [best, best];
  while (isLike(from - 1)) from--;
  while (isLike(to + 1)) to++;
  const priceAt = (at: number) => toPrice(minimums[at]!);
  return {
    points: sums.map((sum, at) => ({ price: priceAt(at), ...earnedOf(sum, weight) })),
    best: { at: priceAt(best), from: priceAt(from), to: priceAt(to) },
  };
}
