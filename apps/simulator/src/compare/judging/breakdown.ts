import type { CompareReport, Row } from '@auction-tiers/contract/compare-report';
import { formatEarned } from '@auction-tiers/tier-engine';
import { compareKeys } from '../../tally/breakdown.ts';
import type { TallyRow } from '../../tally/row.ts';
import { placeCount } from '../measuring/block.ts';
import type { Comparison, RowDimension } from '../measuring/comparison.ts';
import { toMoneyInterval } from './effect.ts';
import type { Intervals } from './interval.ts';

/** Rows that get an interval. */
const listedRows = 12;

/** A row of both tallies; one of them may lack it. */
interface Pair {
  readonly key: number | string | null;
  readonly isOther: boolean;
  readonly current: Side;
  readonly draft: Side;
  readonly netDifference: bigint;
}

export interface Side {
  readonly wins: number;
  readonly grossMicros: bigint;
  readonly netMicros: bigint;
  readonly forgoneMicros: bigint;
}

/** Stands for the key of the row of all others, because a size or country may have any name. */
const other = Symbol('other');

const nothing: Side = { wins: 0, grossMicros: 0n, netMicros: 0n, forgoneMicros: 0n };

/** Gains and losses by buyer, tier, placement, ... `intervals`: undefined: rows have none. */
export function toBreakdown(
  comparison: Comparison,
  dimension: RowDimension,
  nameOf: (id: number) => string | undefined,
  intervals?: Intervals,
): CompareReport['buyers'] {
  const pairs = pair(comparison.current.rows(dimension), comparison.draft.rows(dimension)).toSorted(comparePairs);
  let listed = 0;
  const rows = pairs.map((one): Row => {
    const { key, isOther, current, draft } = one;
    const sums = isOther || intervals === undefined ? undefined : comparison.rows[dimension].get(key);
    const isListed = sums !== undefined && listed < listedRows;
    if (isListed) listed++;
    const estimate = isListed ? intervals?.estimateWidest(sums.numbers(0, placeCount)) : undefined;
    const isSame = sums === undefined && isEqual(current, draft);
    return {
      kind: isOther ? 'other' : key === null ? 'unknown' : 'known',
      id: typeof key === 'number' ? key : null,
      name: typeof key === 'number' ? (nameOf(key) ?? null) : key,
      presence: null,
      current: toFigures(current),
      draft: toFigures(draft),
      difference: toFigureDifference(current, draft),
      interval: estimate === undefined ? null : toMoneyInterval(estimate, intervals!.auctions),
      direction: isSame ? 'same' : directionOf(estimate),
    };
  });
  return { rows, comparisons: rows.filter((row) => row.interval !== null).length };
}

function pair(current: readonly TallyRow[], draft: readonly TallyRow[]): Pair[] {
  const currentRows = new Map(current.map((row) => [placeOf(row), row]));
  const draftRows = new Map(draft.map((row) => [placeOf(row), row]));
  return [...new Set([...currentRows.keys(), ...draftRows.keys()])].map((name) => {
    const before = toSide(currentRows.get(name));
    const after = toSide(draftRows.get(name));
    return {
      key: typeof name === 'symbol' ? null : name,
      isOther: name === other,
      current: before,
      draft: after,
      netDifference: after.netMicros - before.netMicros,
    };
  });
}

function placeOf({ key, isOther }: TallyRow) {
  return isOther ? other : key;
}

function toSide(row: TallyRow | undefined): Side {
  return row === undefined ? nothing : { ...row.revenue, forgoneMicros: row.forgoneMicros };
}

/** The largest differences first; equal ones by revenue, then by id. */
function comparePairs(left: Pair, right: Pair): number {
  return (
    compareBig(abs(right.netDifference), abs(left.netDifference)) ||
    Math.abs(right.draft.wins - right.current.wins) - Math.abs(left.draft.wins - left.current.wins) ||
    compareBig(right.current.netMicros, left.current.netMicros) ||
    Number(left.isOther) - Number(right.isOther) ||
    compareNullable(left.key, right.key)
  );
}

/** Orders rows that are equal otherwise; a row without a key comes last. */
function compareNullable(left: Pair['key'], right: Pair['key']): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return compareKeys(left, right);
}

export function toFigures({ wins, grossMicros, netMicros, forgoneMicros }: Side) {
  return {
    wins,
    gross_paid: formatEarned(grossMicros),
    net_to_seller: formatEarned(netMicros),
    forgone: formatEarned(forgoneMicros),
  };
}

export function toFigureDifference(current: Side, draft: Side) {
  return {
    wins: draft.wins - current.wins,
    gross_paid: formatEarned(draft.grossMicros - current.grossMicros),
    net_to_seller: formatEarned(draft.netMicros - current.netMicros),
    forgone: formatEarned(draft.forgoneMicros - current.forgoneMicros),
  };
}

function directionOf(estimate: { readonly low: number; readonly high: number } | undefined): Row['direction'] {
  if (estimate !== undefined && estimate.low > 0) return 'gains';
  return estimate !== undefined && estimate.high < 0 ? 'loses' : 'unclear';
}

export function isEqual(left: Side, right: Side): boolean {
  return left.wins === right.wins && left.grossMicros === right.grossMicros && left.netMicros === right.netMicros;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function compareBig(left: bigint, right: bigint): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
