export { type DayEffects, EffectDraws } from './day-effects.ts';
export { defaultParams } from './default-params.ts';
export { Market } from './market.ts';
export { BuyerParams, MarketParams, withBuyers } from './params.ts';
export { answerPrice, type Asked, Budget, learn, ResponseParams } from './response.ts';
export type { SyntheticAuction, SyntheticBid, SyntheticImpression } from './synthetic-auction.ts';
