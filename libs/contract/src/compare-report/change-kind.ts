/** What the draft does to an auction, from nothing to the most. */
export const changeKinds = [
  'same',
  'tier_changes',
  'price_changes',
  'bid_changes',
  'buyer_changes',
  'sold_to_unsold',
  'unsold_to_sold',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The kinds in words. */
export const changeWords: Readonly<Record<ChangeKind, string>> = {
  same: 'nothing changes',
  tier_changes: 'same winner and price, another tier',
  price_changes: 'same winner, another price',
  bid_changes: 'another bid of the same buyer wins',
  buyer_changes: 'another buyer wins',
  sold_to_unsold: 'sold before, now unsold',
  unsold_to_sold: 'unsold before, now sold',
};
