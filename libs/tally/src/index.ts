export { AuctionSums } from './auction-sums.ts';
export { ExactSums, type SumsData } from './exact-sums.ts';
export { otherRow, pairCell, PairTable, pairMoney, pairWidth } from './pair-table.ts';
export {
  byBoth,
  type Grouping,
  mostPairs,
  ReportCounts,
  totalCell,
  totalMoney,
  totalsText,
  totalWidth,
} from './report-counts.ts';
