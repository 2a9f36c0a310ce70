export { AuctionSums } from './auction-sums.ts';
export { type Breakdown, breakdownValue, breakdowns, type ChosenBreakdown, chosenBreakdowns } from './breakdown.ts';
export { sizesName } from './sizes-name.ts';
export { mostValues, valueCell, valueMoney, ValueTable, valueWidth, type Value } from './value-table.ts';
export { ExactSums, type SumsData } from './exact-sums.ts';
export { otherRow, pairCell, PairTable, pairMoney, pairWidth } from './pair-table.ts';
export {
  byAll,
  type Grouping,
  mostPairs,
  ReportCounts,
  totalCell,
  totalMoney,
  totalsText,
  totalWidth,
} from './report-counts.ts';
