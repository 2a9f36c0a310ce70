// What the benchmarks run of the simulator, to judge its verdicts without a log on disk. No package imports it.
export { adviseAuctions } from './run/advise.ts';
export { judgeAuctions, toLoggedAuction } from './run/judge-auctions.ts';
export { parseTierSet } from './tier-set/parsed-tier-set.ts';
export { toTierSet } from './tier-set/tier-set-file.ts';
