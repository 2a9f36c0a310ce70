// What the benchmarks run of the simulator, to judge its verdicts and advice without a log on disk. No package imports it.
export { adviseAuctions } from './run/advise.ts';
export { chooseFee } from './log/auction/fee.ts';
export { compareAuctions, toLoggedAuction } from './run/compare-auctions.ts';
export { parseTierSet } from './tier-set/parsed-tier-set.ts';
export { toTierSet } from './tier-set/tier-set-file.ts';
