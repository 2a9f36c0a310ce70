/** What tiers do over many auctions. An entry of its own, because a page that only decides auctions needs none of it. */
export { decideUntiered } from './auction/decide-untiered.ts';
export type { FunnelStages } from './auction/funnel.ts';
export { countFunnel, Funnel } from './auction/funnel.ts';
export type { Prospect, TierPrice } from './auction/gross-needed.ts';
export { grossNeeded } from './auction/gross-needed.ts';
export { LeaveOneOut } from './auction/leave-one-out.ts';
export { attributesRead } from './set/attributes-read.ts';
export { TierVariations } from './auction/tier-variations.ts';
