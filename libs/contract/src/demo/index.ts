export { demoBuyers, demoFeePct } from './buyer.ts';
export { demoBodies, demoTierSet, type TierSetBodies } from './tier-set.ts';
