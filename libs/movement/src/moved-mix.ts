import { type Cell, type CellDimension, cellDimensions, valueIn } from './cell.ts';
import type { MovedAuction } from './moved-auction.ts';

/** A value of the attribute that explains most of a changed mix, with its share of the impressions in each period. */
export interface MovedMix {
  readonly dimension: CellDimension;
  readonly value: string;
  readonly againstShare: number;
  readonly fromShare: number;
}

/** Of the attributes whose shares changed, those count that explain this part of what the best explains. */
const leastPart = 0.5;

/**
 * The attribute whose change explains most of a changed mix; null: no share changed by more than chance. Where only the
 * share of a country changes, the shares that go with it change less. So the value with the strongest evidence of a change
 * (likelihood ratio) is the cause. The evidence pays for a share that may change (Bayesian information criterion, Schwarz
 * 1978) and for being the best of so many values: an attribute of many values is not favoured.
 */
export function findMovedMix(periods: Cell, netOf: (auction: MovedAuction) => number): MovedMix | null {
  if (periods.against.length === 0 || periods.from.length === 0) return null;
  const sizes = [effectiveSize(periods.against), effectiveSize(periods.from)] as const;
  const changed = cellDimensions.flatMap((dimension) => {
    const values = sumValues(dimension, periods, netOf);
    if (values.length < 2) return [];
    const ranked = values.map((one) => {
      const ratio = likelihoodRatio(one, sizes);
      // Of two values one changes as much as the other: the smaller one is named.
      return { one, ratio, rank: ratio * (2 - one.againstShare - one.fromShare) };
    });
    const { one, ratio } = ranked.reduce((most, other) => (other.rank > most.rank ? other : most));
    const evidence = ratio - Math.log(sizes[0] + sizes[1]) - 2 * Math.log(values.length);
    if (evidence <= 0) return [];
    const meanNet = values.reduce((sum, { net }) => sum + net, 0);
    const explained = values.reduce(
      (sum, { againstShare: before, fromShare: after, net }) =>
        sum + (after - before) * ((2 * net) / (after + before) - meanNet),
      0,
    );
    const { value, againstShare, fromShare } = one;
    return [{ evidence, explained: Math.abs(explained), moved: { dimension, value, againstShare, fromShare } }];
  });
  const best = Math.max(...changed.map(({ explained }) => explained));
  const [first] = changed
    .filter(({ explained }) => explained >= leastPart * best)
    .toSorted((one, other) => other.evidence - one.evidence);
  return first?.moved ?? null;
}

/** `net`: what a mean impression of both periods earns by this value. */
interface ValueSums {
  readonly value: string;
  againstShare: number;
  fromShare: number;
  net: number;
}

function sumValues(dimension: CellDimension, periods: Cell, netOf: (auction: MovedAuction) => number): ValueSums[] {
  const values = new Map<string, ValueSums>();
  for (const side of ['against', 'from'] as const) {
    const total = periods[side].reduce((sum, { weight }) => sum + weight, 0);
    for (const auction of periods[side]) {
      const value = valueIn(dimension, auction);
      let found = values.get(value);
      if (found === undefined) values.set(value, (found = { value, againstShare: 0, fromShare: 0, net: 0 }));
      const share = auction.weight / total;
      found[side === 'against' ? 'againstShare' : 'fromShare'] += share;
      found.net += 0.5 * share * netOf(auction);
    }
  }
  return [...values.values()];
}

const entropy = (share: number, mean: number): number => (share > 0 ? share * Math.log(share / mean) : 0);

/** Twice the logarithm of the likelihood of two shares over that of one. */
function likelihoodRatio({ againstShare, fromShare }: ValueSums, [before, after]: readonly [number, number]): number {
  const mean = (before * againstShare + after * fromShare) / (before + after);
  const both = (share: number) => entropy(share, mean) + entropy(1 - share, 1 - mean);
  return 2 * (before * both(againstShare) + after * both(fromShare));
}

/** The number of equally weighted auctions that tell as much (Kish 1965). */
function effectiveSize(auctions: readonly MovedAuction[]): number {
  let [sum, squares] = [0, 0];
  for (const { weight } of auctions) [sum, squares] = [sum + weight, squares + weight ** 2];
  return sum ** 2 / squares;
}
