/** The closed lists of values that the engine and the wire share. */
export { days, deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';
