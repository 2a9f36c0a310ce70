import type { Bid, Impression } from '@auction-tiers/tier-engine';
import { nameKey } from '@auction-tiers/tier-engine/name';
import { sizesName } from './sizes-name.ts';
import type { Value } from './value-table.ts';

/** Longer texts are cut, because each value is kept in memory; not those of inventory, which would become others. */
const longestValue = 100;

const text = (value: string | undefined): Value =>
  value === undefined || value.length <= longestValue ? (value ?? '') : value.slice(0, longestValue);

/** The value under which bids of an unknown seat count. */
export const seatValue = (seat: string): Value => text(nameKey(seat));

/** The value under which an auction counts, by attribute. For attributes of bids it is the winner's. */
const valueOf = {
  site: ({ siteId }: Impression): Value => siteId ?? '',
  placement: ({ placementId }: Impression): Value => placementId ?? '',
  domain: ({ domain }: Impression): Value => text(domain?.toLowerCase()),
  country: ({ country }: Impression): Value => text(country?.toUpperCase()),
  dma: ({ dma }: Impression): Value => dma ?? '',
  size: ({ sizes }: Impression): Value => text(sizesName(sizes) ?? undefined),
  device_type: ({ deviceType }: Impression): Value => deviceType ?? '',
  media_type: ({ mediaTypes }: Impression, winner: Bid | undefined): Value =>
    winner?.mediaType ?? (mediaTypes?.length === 1 ? mediaTypes[0]! : (mediaTypes?.toSorted().join() ?? '')),
  deal: (_: Impression, winner: Bid | undefined): Value => text(winner?.deal),
} satisfies Readonly<Record<string, (impression: Impression, winner: Bid | undefined) => Value>>;

/** An attribute by whose values a seller may choose to count auctions. */
export type ChosenBreakdown = keyof typeof valueOf;
export const chosenBreakdowns = Object.keys(valueOf) as readonly ChosenBreakdown[];
/** Attributes that are always counted, but only for auctions, or bids, that have one. */
export const rareBreakdowns = ['unknown_value', 'arm', 'unknown_seat'] as const;
/** An attribute by whose values auctions are counted. */
export type Breakdown = ChosenBreakdown | (typeof rareBreakdowns)[number];
export const breakdowns: readonly Breakdown[] = [...chosenBreakdowns, ...rareBreakdowns];

export const breakdownValue: Readonly<
  Record<ChosenBreakdown, (impression: Impression, winner: Bid | undefined) => Value>
> = valueOf;
