export { plant, planted, type PlantedCause } from './cause.ts';
export { changedTiers, drawDay, marketOf, tiers, toMoved } from './market.ts';
export { drawSeller, earlierOf, type Habit, habits, lastDay, netOf, type SellerDays } from './seller.ts';
