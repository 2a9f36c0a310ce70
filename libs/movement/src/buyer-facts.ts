import { type Cell, type CellDimension, cellDimensions, type Slot, valueIn } from './cell.ts';
import type { MovedAuction } from './moved-auction.ts';
import { buyerIdOf } from './renamed.ts';
import { buyerKey, highestByBuyer } from './world.ts';

/** Where most of an effect is. */
export interface Place {
  readonly dimension: CellDimension;
  readonly value: string;
}

/** How a buyer bid, where the effect of it is greatest. */
export interface BuyerFacts {
  /** The share of auctions with its bid in each period, `where` most of its participation's effect is. Of all buyers: bids per auction. */
  readonly againstShare: number;
  readonly fromShare: number;
  readonly where: Place | null;
  /** Later prices over earlier ones for the same impressions, `pricesWhere` most of their effect is; 1: unchanged, or unknown. */
  readonly priceRatio: number;
  readonly pricesWhere: Place | null;
}

/** Stands for all buyers together in the facts. */
export const everyBuyer = '';
const placeDimensions = cellDimensions.filter((dimension) => dimension !== 'hour');
/** A place must have this part of the effect, and this much more than its part of the net; most impressions are no place. */
const [leastPart, leastMore, mostShare] = [0.6, 0.3, 0.5];

type Effect = 'participation' | 'prices';
export type Paired = readonly { readonly cell: Cell; readonly slots: readonly Slot[] }[];

const keyOf = ({ dimension, value }: Place): string => `${dimension}\n${value}`;

/** The effects of buyers by place, added up while pairs of auctions are compared. */
export class PlaceSums {
  readonly #places = new Map<string, Place>();
  readonly #sums = { participation: new Map<string, PlaceSum>(), prices: new Map<string, PlaceSum>() };

  /** The places that an auction is in. */
  placesOf(auction: MovedAuction): Place[] {
    return placeDimensions.map((dimension) => {
      const place = { dimension, value: valueIn(dimension, auction) };
      const key = keyOf(place);
      const known = this.#places.get(key);
      if (known === undefined) this.#places.set(key, place);
      return known ?? place;
    });
  }

  /** Adds the effect of a buyer in an auction. `places`: of that auction, by `placesOf`. */
  add(effect: Effect, buyer: string, places: readonly Place[], net: number): void {
    for (const id of [buyer, everyBuyer]) {
      let sum = this.#sums[effect].get(id);
      if (sum === undefined) this.#sums[effect].set(id, (sum = { net: 0, byPlace: new Map() }));
      sum.net += net;
      for (const place of places) sum.byPlace.set(place, (sum.byPlace.get(place) ?? 0) + net);
    }
  }

  get buyers(): ReadonlySet<string> {
    return new Set(Object.values(this.#sums).flatMap((sums) => [...sums.keys()]));
  }

  /** The place that has most of a buyer's effect, beyond its part of the net; null: it is everywhere. */
  where(effect: Effect, buyer: string, partOf: (place: Place) => number): Place | null {
    const sum = this.#sums[effect].get(buyer);
    if (sum === undefined || sum.net === 0) return null;
    const found = [...sum.byPlace].flatMap(([place, net]) => {
      const part = net / sum.net;
      if (place.value === '' || part <= leastPart) return [];
      const usual = partOf(place);
      const more = Math.min(1, part) - usual;
      return usual < mostShare && more >= leastMore ? [{ place, more }] : [];
    });
    return found.toSorted((one, other) => other.more - one.more)[0]?.place ?? null;
  }
}

interface PlaceSum {
  net: number;
  readonly byPlace: Map<Place, number>;
}

const isIn = (place: Place | null) => (auction: MovedAuction) =>
  place === null || valueIn(place.dimension, auction) === place.value;

const isElsewhere = (place: Place) => (auction: MovedAuction) => !isIn(place)(auction);

/**
 * Whether a change is one of a place, by its logarithm there and elsewhere: elsewhere it is less than half as large, or the
 * other way. A buyer that left has stopped everywhere, though its wins were in one place; where it bid nowhere else, there
 * is no place to tell.
 */
function isOfPlace(there: number, elsewhere: number): boolean {
  if (Number.isNaN(elsewhere)) return false;
  const isSameWay = Math.sign(there) === Math.sign(elsewhere);
  return !isSameWay || (Number.isFinite(elsewhere) && 2 * Math.abs(elsewhere) < Math.abs(there));
}

const onlyIf = (place: Place | null, changeIn: () => number, changeElsewhere: (place: Place) => number) =>
  place !== null && isOfPlace(changeIn(), changeElsewhere(place)) ? place : null;

/** The logarithm of the later over the earlier share of a buyer. */
const changeOf = (id: string, [before, after]: readonly ReadonlyMap<string, number>[]) =>
  Math.log((after!.get(id) ?? 0) / (before!.get(id) ?? 0));

/** The facts of each buyer that had an effect, and of all together under `everyBuyer`. */
export function factsOf(
  { against, from }: Cell,
  sums: PlaceSums,
  paired: Paired,
  netOf: (auction: MovedAuction) => number,
): Map<string, BuyerFacts> {
  const all = [...against, ...from];
  /** By place: the greater one of its parts of the impressions and of the net. */
  const partOf = remembered((place: Place) => {
    const some = all.filter(isIn(place));
    const part = (of: (auction: MovedAuction) => number) => {
      const total = all.reduce((sum, one) => sum + one.weight * of(one), 0);
      return total === 0 ? 0 : some.reduce((sum, one) => sum + one.weight * of(one), 0) / total;
    };
    return Math.max(
      part(() => 1),
      part(netOf),
    );
  });
  const sharesOn = (isCounted: (auction: MovedAuction) => boolean) =>
    [against, from].map((auctions) => sharesOf(auctions.filter(isCounted)));
  const sharesIn = remembered((place: Place | null) => sharesOn(isIn(place)));
  const sharesElsewhere = remembered((place: Place) => sharesOn(isElsewhere(place)));
  const ratiosIn = remembered((place: Place | null) => priceRatios(paired, isIn(place)));
  const ratiosElsewhere = remembered((place: Place) => priceRatios(paired, isElsewhere(place)));
  return new Map(
    Array.from(sums.buyers, (id): [string, BuyerFacts] => {
      const [mostOf, mostOfPrices] = [sums.where('participation', id, partOf), sums.where('prices', id, partOf)];
      const where = onlyIf(
        mostOf,
        () => changeOf(id, sharesIn(mostOf)),
        (place) => changeOf(id, sharesElsewhere(place)),
      );
      const pricesWhere = onlyIf(
        mostOfPrices,
        () => Math.log(ratiosIn(mostOfPrices).get(id) ?? 1),
        (place) => Math.log(ratiosElsewhere(place).get(id) ?? Number.NaN),
      );
      const [before, after] = sharesIn(where);
      const facts = {
        againstShare: before!.get(id) ?? 0,
        fromShare: after!.get(id) ?? 0,
        where,
        priceRatio: ratiosIn(pricesWhere).get(id) ?? 1,
        pricesWhere,
      };
      return [id, facts];
    }),
  );
}

/** A function of places that computes each value once. */
function remembered<Key extends Place | null, Value>(compute: (place: Key) => Value): (place: Key) => Value {
  const known = new Map<string, Value>();
  return (place) => {
    const key = place === null ? '' : keyOf(place);
    const found = known.get(key) ?? compute(place);
    known.set(key, found);
    return found;
  };
}

/** By buyer: the share of auctions in which it bid; of all buyers: bidding buyers per auction. */
function sharesOf(auctions: readonly MovedAuction[]): Map<string, number> {
  const total = auctions.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<string, number>();
  const add = (id: string, weight: number) => shares.set(id, (shares.get(id) ?? 0) + weight / total);
  for (const { request, weight } of auctions) {
    const ids = new Set(request.bids.map(buyerKey).map(buyerIdOf));
    for (const id of ids) add(id, weight);
    add(everyBuyer, ids.size * weight);
  }
  return shares;
}

/** By buyer, and of all: the geometric mean of later over earlier prices, in the pairs of auctions that have both. */
function priceRatios(paired: Paired, isCounted: (auction: MovedAuction) => boolean): Map<string, number> {
  const logs = new Map<string, { sum: number; weight: number }>();
  for (const { cell, slots } of paired) {
    if (cell.against.length === 0 || cell.from.length === 0) continue;
    const size = [...cell.against, ...cell.from].reduce((sum, { weight }) => sum + weight, 0);
    for (const { against, from, share } of slots) {
      if (!isCounted(from) || !isCounted(against)) continue;
      for (const [id, log] of logRatios(against, from)) {
        for (const buyer of [buyerIdOf(id), everyBuyer]) {
          const found = logs.get(buyer) ?? { sum: 0, weight: 0 };
          logs.set(buyer, found);
          found.sum += size * share * log;
          found.weight += size * share;
        }
      }
    }
  }
  return new Map(Array.from(logs, ([id, { sum, weight }]) => [id, Math.exp(sum / weight)]));
}

/** By buyer that bids in both auctions: the logarithm of its later highest bid over its earlier one. */
export function logRatios(against: MovedAuction, from: MovedAuction): [buyer: string, log: number][] {
  const later = highestByBuyer(from.request);
  return [...highestByBuyer(against.request)].flatMap(([buyer, price]): [string, number][] => {
    const other = later.get(buyer);
    return other === undefined || price <= 0 || other <= 0 ? [] : [[buyer, Math.log(other / price)]];
  });
}
