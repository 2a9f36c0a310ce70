import { logRatios, type Paired } from './buyer-facts.ts';
import { type Cell, cellDimensions, type Slot, valueIn } from './cell.ts';
import type { MovedAuction } from './moved-auction.ts';
import type { RatioOf } from './world.ts';

/** Two bids of a buyer that are compared. */
interface Compared {
  readonly buyer: string;
  readonly weight: number;
  readonly cell: Cell;
  /** What both auctions have in common. */
  readonly places: readonly string[];
  /** The logarithm of the later price over the earlier one, without what is told already. */
  rest: number;
}

/** The places of an auction in a fixed order: those of few values come first, as in cells. */
const placesOf = (auction: MovedAuction): string[] =>
  cellDimensions.map((dimension) => `${dimension} ${valueIn(dimension, auction)}`);

/** A mean of so many prices counts by half, against no difference from the others. */
const halfKnown = 10;

/**
 * How prices changed, learned from the pairs that have bids of a buyer in both auctions: of all, then what each buyer differs
 * by, each place, each buyer in a place, and each buyer in a cell. So a change in one place is not taken for one everywhere
 * else, and a cell of few pairs is not taken at its word. Of a buyer that no pair compares, as of one that came or left, no
 * change of prices is known: its ratio is 1, whatever others did.
 */
export function learnRatios(paired: Paired): (cell: Cell, slot: Slot) => RatioOf {
  const found = compare(paired);
  const all = found.reduce((sum, { weight }) => sum + weight, 0);
  const mean = all === 0 ? 0 : found.reduce((sum, { rest, weight }) => sum + weight * rest, 0) / all;
  for (const one of found) one.rest -= mean;
  const byBuyer = explain(found, ({ buyer }) => buyer);
  const byPlace = cellDimensions.map((_, at) => explain(found, ({ places }) => places[at] ?? ''));
  const byBuyerAndPlace = cellDimensions.map((_, at) =>
    explain(found, ({ buyer, places }) => (places[at] === '' ? '' : `${buyer}\n${places[at]}`)),
  );
  const byCell = new Map(
    [...Map.groupBy(found, ({ cell }) => cell)].map(([cell, own]) => [cell, explain(own, ({ buyer }) => buyer)]),
  );
  return (cell, slot) => {
    const ofCell = byCell.get(cell);
    const placesBySide = [placesOf(slot.against), placesOf(slot.from)] as const;
    return (buyer, isLater) => {
      const ofBuyer = byBuyer.get(buyer);
      if (ofBuyer === undefined) return 1;
      const places = placesBySide[isLater ? 1 : 0];
      const sum = places.reduce(
        (before, place, at) =>
          before + (byPlace[at]!.get(place) ?? 0) + (byBuyerAndPlace[at]!.get(`${buyer}\n${place}`) ?? 0),
        mean + ofBuyer + (ofCell?.get(buyer) ?? 0),
      );
      return Math.exp(sum);
    };
  };
}

function compare(paired: Paired): Compared[] {
  return paired.flatMap(({ cell, slots }) => {
    if (cell.against.length === 0 || cell.from.length === 0) return [];
    const size = [...cell.against, ...cell.from].reduce((sum, { weight }) => sum + weight, 0);
    return slots.flatMap(({ against, from, share }) => {
      const later = placesOf(from);
      const places = placesOf(against).map((place, at) => (place === later[at] ? place : ''));
      return logRatios(against, from).map(([buyer, log]) => ({
        buyer,
        weight: size * share,
        cell,
        places,
        rest: log,
      }));
    });
  });
}

/** What each group has of its own, which is taken out of the rest. `groupOf`: empty for none. */
function explain(found: readonly Compared[], groupOf: (one: Compared) => string): ReadonlyMap<string, number> {
  const groups = Map.groupBy(found, groupOf);
  groups.delete('');
  return new Map(
    Array.from(groups, ([group, own]) => {
      const weight = own.reduce((sum, one) => sum + one.weight, 0);
      const mean = own.reduce((sum, one) => sum + one.weight * one.rest, 0) / weight;
      const effect = (mean * own.length) / (own.length + halfKnown);
      for (const one of own) one.rest -= effect;
      return [group, effect];
    }),
  );
}
