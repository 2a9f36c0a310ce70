import { figures } from './figures.ts';

export const { count: countText, countShort, counted, lasted, short } = figures;

/** A share as per cent, one decimal, without the sign of per cent, which stands in the head of the column. */
export const percentColumn = (share: number | null): string => (share === null ? '–' : figures.decimal(100 * share, 1));

/** The fee, from parts per million: `12.5 %`. */
export const feeText = (feePpm: number): string => figures.percent(feePpm / 1_000_000, 0, 4);

/** A share with its unit: `36.2 %`. */
export const percentText = (share: number | null): string => (share === null ? '–' : figures.percent(share));
