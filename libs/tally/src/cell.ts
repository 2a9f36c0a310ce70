import { outcomes } from '@auction-tiers/tier-engine';

/*
 * What is counted, and the cell of each figure in a row. Stored records name their cells, so a cell may be added anywhere
 * and moved. Money is the sum of net or gross CPM prices in micros.
 */

/** The cells of a row of a pair of tier and buyer. */
export const pairCell = {
  /** Bids in the tier. */
  bids: 0,
  won: 1,
  /** Bids that the tier excluded. */
  excluded: 2,
  /** What the buyer pays. */
  gross: 3,
  /** What the seller gets. */
  net: 4,
  /** Of the auctions won: the only sum that can be negative. */
  forgone: 5,
  /** Net prices of the excluded bids. */
  excludedNet: 6,
  /** Bids that the limit of the tier kept out of it. */
  tooCostly: 7,
  /** 0: untiered. Not a sum, and neither is the buyer. They are the last cells. */
  tier: 8,
  /** 0: an unknown buyer. */
  buyer: 9,
} as const;
/** Cells of a row of a pair, and those of them that are sums. */
export const [pairWidth, pairSums] = [pairCell.buyer + 1, pairCell.tier as number];

/** The cells of the totals of a ym-profile. */
export const totalCell = {
  auctions: 0,
  sold: 1,
  withoutBids: 2,
  /** Bids by outcome, in the order of the engine's `outcomes`. */
  outcomes: 3,
  gross: 9,
  net: 10,
  forgone: 11,
  excludedNet: 12,
  /** By how much more `auctions` is than the number of auctions, because some count as several impressions. */
  multiplied: 13,
} as const;
export const totalWidth = 14;

/** The cells of a row of a value of an attribute. */
export const valueCell = {
  auctions: 0,
  won: 1,
  bids: 2,
  excluded: 3,
  gross: 4,
  net: 5,
  forgone: 6,
  excludedNet: 7,
} as const;
export const valueWidth = 8;

/** A kind of row. */
export type RowKind = 'totals' | 'pair' | 'value';

const { tier: _tier, buyer: _buyer, ...pairNames } = pairCell;
const { outcomes: outcomesFrom, ...totalNames } = totalCell;

/** The figures that are counts, which need not be whole; all others are sums of money. */
export const countNames: readonly string[] = [
  'bids',
  'auctions',
  'sold',
  'withoutBids',
  'multiplied',
  'tooCostly',
  ...outcomes,
];

/** For each kind of row: the cell of each figure, by the name that stored records have for it. */
export const cellsByName: Readonly<Record<RowKind, Readonly<Record<string, number>>>> = {
  totals: { ...totalNames, ...Object.fromEntries(outcomes.map((outcome, code) => [outcome, outcomesFrom + code])) },
  pair: pairNames,
  value: valueCell,
};
