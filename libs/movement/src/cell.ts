import { breakdownValue } from '@auction-tiers/tally';
import { clockHourOf } from './clock-period.ts';
import type { MovedAuction } from './moved-auction.ts';

/** The attributes that define cells, and that explain a shift of the mix. Cells are split by the first ones first. */
export const cellDimensions = ['country', 'site', 'placement', 'device_type', 'media_type', 'size', 'hour'] as const;
export type CellDimension = (typeof cellDimensions)[number];

/** Similar auctions: within a cell, buyers could bid on the same impressions in both periods. */
export interface Cell {
  readonly against: readonly MovedAuction[];
  readonly from: readonly MovedAuction[];
}

/** Values with fewer auctions, in both periods together, are joined into one cell. */
const leastCut = 40;
/** With fewer auctions in one period, buyers' behaviour in it is unknown: the cell becomes two, one per period. */
const leastCompared = 10;
const hoursPerDay = 24;

/** The value of an auction; empty if it names none. */
export function valueIn(dimension: CellDimension, { request: { impression }, offsetMs }: MovedAuction): string {
  if (dimension === 'hour') return String(clockHourOf(offsetMs) % hoursPerDay);
  return String(breakdownValue[dimension](impression, undefined));
}

/**
 * Splits the auctions of both periods into cells, by one attribute after another while there are enough auctions.
 * `first`: the attribute to begin with.
 */
export function cutCells(cell: Cell, first: CellDimension | undefined): Cell[] {
  const others = cellDimensions.filter((dimension) => dimension !== first);
  return cutBy(cell, first === undefined ? others : [first, ...others]);
}

function cutBy(cell: Cell, dimensions: readonly CellDimension[]): Cell[] {
  const [dimension, ...others] = dimensions;
  if (dimension === undefined || cell.against.length + cell.from.length < leastCut) return compared(cell);
  const values = new Map<string, { against: MovedAuction[]; from: MovedAuction[] }>();
  for (const side of ['against', 'from'] as const) {
    for (const auction of cell[side]) {
      const value = valueIn(dimension, auction);
      let found = values.get(value);
      if (found === undefined) values.set(value, (found = { against: [], from: [] }));
      found[side].push(auction);
    }
  }
  const rare: { against: MovedAuction[]; from: MovedAuction[] } = { against: [], from: [] };
  const cells: Cell[] = [];
  for (const [, value] of [...values].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (value.against.length + value.from.length >= leastCut) cells.push(...cutBy(value, others));
    else {
      for (const auction of value.against) rare.against.push(auction);
      for (const auction of value.from) rare.from.push(auction);
    }
  }
  return rare.against.length + rare.from.length === 0 ? cells : [...cells, ...cutBy(rare, others)];
}

function compared({ against, from }: Cell): Cell[] {
  const [fewer, more] = [against.length, from.length].toSorted((one, other) => one - other);
  if (fewer! >= leastCompared || more! < leastCut || fewer === 0) return [{ against, from }];
  return [
    { against, from: [] },
    { against: [], from },
  ];
}

/** Two auctions of a cell that are compared, and the share of the cell that the comparison represents. */
export interface Slot {
  readonly against: MovedAuction;
  readonly from: MovedAuction;
  readonly share: number;
}

/**
 * Pairs the auctions of a cell in the order of time. Each is used by its weight, so that the slots represent exactly
 * the auctions of both periods; in a cell of one period each auction is paired with itself.
 */
export function pairSlots({ against, from }: Cell): Slot[] {
  const [before, after] = [against.length === 0 ? from : against, from.length === 0 ? against : from].map(inOrder);
  const [ends, otherEnds] = [endsOf(before!), endsOf(after!)];
  const slots: Slot[] = [];
  for (let [at, other, done] = [0, 0, 0]; at < ends.length && other < otherEnds.length; ) {
    const end = Math.min(ends[at]!, otherEnds[other]!);
    if (end > done) slots.push({ against: before![at]!, from: after![other]!, share: end - done });
    done = Math.max(done, end);
    const isOver = otherEnds[other]! <= end;
    if (ends[at]! <= end) at++;
    if (isOver) other++;
  }
  return slots;
}

const inOrder = (auctions: readonly MovedAuction[]) =>
  auctions.toSorted(
    (one, other) =>
      one.offsetMs - other.offsetMs ||
      Number(one.request.seed > other.request.seed) - Number(one.request.seed < other.request.seed),
  );

export const weightOf = (auctions: readonly MovedAuction[]) => auctions.reduce((sum, { weight }) => sum + weight, 0);

/** By auction: where its share ends, from 0 to 1. */
function endsOf(auctions: readonly MovedAuction[]): number[] {
  const total = weightOf(auctions);
  let sum = 0;
  const ends = auctions.map(({ weight }) => (sum += weight) / total);
  ends[ends.length - 1] = 1;
  return ends;
}
