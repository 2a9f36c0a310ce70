/** Measures tiers over many auctions. A separate entry point: a page that only decides auctions does not load it. */
export { candidateEntries, mostCandidateEntries } from './auction/candidate-entries.ts';
export { decideUntiered } from './auction/decide-untiered.ts';
export { DraftDecider } from './auction/draft-decider.ts';
export type { FunnelStages } from './auction/funnel.ts';
export { countFunnel, Funnel } from './auction/funnel.ts';
export type { Prospect, TierPrice } from './auction/gross-needed.ts';
export { grossNeeded } from './auction/gross-needed.ts';
export { LeaveOneOut } from './auction/leave-one-out.ts';
export { visitTooCostly } from './auction/too-costly.ts';
export { TierVariations } from './auction/tier-variations.ts';
