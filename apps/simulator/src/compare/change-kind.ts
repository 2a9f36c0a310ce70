import type { Sale } from './sale.ts';

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

/** Of the same auction under both tier sets. Two buyers that nobody knows count as different ones. */
export function classify(current: Sale, draft: Sale): ChangeKind {
  if (current.place < 0) return draft.place < 0 ? 'same' : 'unsold_to_sold';
  if (draft.place < 0) return 'sold_to_unsold';
  if (current.place !== draft.place) {
    return current.memberId !== null && current.memberId === draft.memberId ? 'bid_changes' : 'buyer_changes';
  }
  if (current.grossMicros !== draft.grossMicros) return 'price_changes';
  return current.tierId === draft.tierId ? 'same' : 'tier_changes';
}

/** Whether the seller or a buyer would notice: the winner or the price is another one. */
export function isTouched(kind: ChangeKind): boolean {
  return kind !== 'same' && kind !== 'tier_changes';
}
