export {
  AuctionFigures,
  belowFloorCode,
  excludedCode,
  grossOffset,
  netOffset,
  outcomeColumns,
} from './auction-figures.ts';
export { AuctionSums } from './auction-sums.ts';
export { type Breakdown, breakdownValue, breakdowns, type ChosenBreakdown, chosenBreakdowns } from './breakdown.ts';
export {
  cellsByName,
  countNames,
  pairCell,
  pairWidth,
  type RowKind,
  totalCell,
  totalWidth,
  valueCell,
  valueWidth,
} from './cell.ts';
export { sizesName } from './sizes-name.ts';
export { mostValues, type TableWidth, type Value, ValueTable, type ValueTableData } from './value-table.ts';
export { ExactSums, type SumsData } from './exact-sums.ts';
export { pathLevel } from './path-level.ts';
export { otherRow, PairTable } from './pair-table.ts';
export { byAll, type Grouping, mostPairs, ReportCounts, totalsText } from './report-counts.ts';
export { countParts, quantityOf, timesQuantity } from './quantity.ts';
