// The forms in which names are compared: one with the engine, which compares what has been converted to them.
export { caseKey, nameKey, toHost, toInventoryId } from '@auction-tiers/tier-engine/name';
