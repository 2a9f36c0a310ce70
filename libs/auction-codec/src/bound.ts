import { maxPriceMicros } from '@auction-tiers/tier-engine';

/** Decimals of a price that are read; a finer one is rounded. */
export const priceDecimals = 6;
export const tooManyMicros = maxPriceMicros + 1;

/** Decimals that a fee in per cent may have. */
export const feeDecimals = 4;
export const tooManyPpm = 1_000_000;

/** Entries that a list may have, bids among them. */
export const mostEntries = 1000;

/** UTF-16 units, and so bytes at the least. */
export const longestBidId = 255;

/** Up to so many digits, a decimal text and the number that JSON makes of it name the same price. */
export const exactDigits = 15;
