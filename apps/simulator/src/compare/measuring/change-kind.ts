import type { ChangeKind } from '../../schema/change-example.ts';
import type { Sale } from './sale.ts';

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
