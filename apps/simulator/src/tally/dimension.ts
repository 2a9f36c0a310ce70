import type { Size } from '@auction-tiers/tier-engine';

const msPerHour = 3_600_000;
const hoursADay = 24;

/** What is the same for all bids of an auction. */
export const auctionDimensionNames = ['dma', 'size', 'placement', 'hour', 'date_hour'] as const;
export type AuctionDimension = (typeof auctionDimensionNames)[number];

/** What differs from bid to bid: the tier that a bid was categorised into, and who bids. */
export const bidDimensionNames = ['tier', 'buyer'] as const;
export type BidDimension = (typeof bidDimensionNames)[number];

export type Dimension = BidDimension | AuctionDimension;
export const dimensions: readonly Dimension[] = [...bidDimensionNames, ...auctionDimensionNames];

/** Hours since the epoch. */
export function dateHourOf(timeMs: number): number {
  return Math.floor(timeMs / msPerHour);
}

/** Of the day in UTC, 0 to 23. */
export function hourOf(dateHour: number): number {
  return ((dateHour % hoursADay) + hoursADay) % hoursADay;
}

/** Names by width and height: an auction should not have to spell what the last one spelt. */
const knownNames = new Map<number, string>();
/** Two sizes with edges under this fit a number. */
const [mostKnownNames, edge] = [4096, 2 ** 13];

/** `300x250`; several sizes are one name, `300x250,728x90`, by width and height, each once. null: none. */
export function sizesName(sizes: readonly Size[] | undefined): string | null {
  if (sizes === undefined || sizes.length === 0) return null;
  const number = numberOf(sizes);
  if (number === undefined) return joinNames(sizes);
  const known = knownNames.get(number);
  if (known !== undefined) return known;
  if (knownNames.size >= mostKnownNames) knownNames.clear();
  const name = joinNames(sizes);
  knownNames.set(number, name);
  return name;
}

/** A number that one or two sizes have for themselves; undefined: more, or larger than any screen. */
function numberOf(sizes: readonly Size[]): number | undefined {
  if (sizes.length > 2) return undefined;
  let number = 0;
  for (const { width, height } of sizes) {
    if (width >= edge || height >= edge) return undefined;
    number = (number * edge + width) * edge + height;
  }
  // A size has edges of 1 and more, so one and two sizes never share a number.
  return number;
}

function joinNames(sizes: readonly Size[]): string {
  const ordered = sizes.toSorted((left, right) => left.width - right.width || left.height - right.height);
  return [...new Set(ordered.map(({ width, height }) => `${width}x${height}`))].join();
}
