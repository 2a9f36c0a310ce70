import type { AuctionRequest } from '@auction-tiers/tier-engine';

const millionths = 1_000_000;

/** Parts of one that counts are kept in: as a power of two, sums of such counts are exact up to 2^33. */
export const countParts = 2 ** 20;

/** How many impressions an auction counts as, to the nearest 2^-20. */
export function quantityOf({ quantityMicros }: Pick<AuctionRequest, 'quantityMicros'>): number {
  return quantityMicros === undefined ? 1 : Math.round((quantityMicros / millionths) * countParts) / countParts;
}

/** What an amount per impression comes to for a quantity, to the nearest micro. */
export const timesQuantity = (micros: number, quantity: number): number =>
  quantity === 1 ? micros : Math.round(micros * quantity);
