const msPerHour = 3_600_000;
const hoursADay = 24;

/** Dimensions in which an auction has one value: its impression's, or for deals and media types its winner's. */
export const auctionDimensionNames = [
  'dma',
  'size',
  'placement',
  'hour',
  'date_hour',
  'country',
  'device_type',
  'site',
  'domain',
  'media_type',
  'deal',
] as const;
export type AuctionDimension = (typeof auctionDimensionNames)[number];

/** Dimensions in which bids differ: the tier of a bid, and its buyer. */
export const bidDimensionNames = ['tier', 'buyer'] as const;
export type BidDimension = (typeof bidDimensionNames)[number];

export type Dimension = BidDimension | AuctionDimension;
export const dimensions: readonly Dimension[] = [...bidDimensionNames, ...auctionDimensionNames];

/** Hours since the epoch. */
export function dateHourOf(timeMs: number): number {
  return Math.floor(timeMs / msPerHour);
}

/** The hour of the day in UTC, 0 to 23. */
export function hourOf(dateHour: number): number {
  return ((dateHour % hoursADay) + hoursADay) % hoursADay;
}
