// What the benchmarks run of the simulator, to judge its verdicts without a log on disk. No package imports it.
export { adviseAuctions } from './run/advise.ts';
export { compareAuctions, toLoggedAuction } from './run/compare-auctions.ts';
export { parseTierSet } from './tier-set/parsed-tier-set.ts';
export { toTierSet } from './tier-set/tier-set-file.ts';
