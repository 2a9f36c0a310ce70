import type { CompareReport, OwnerKind } from '@auction-tiers/contract/compare-report';
import { count } from '../../figure/text.ts';
import type { OtherOwner } from '../../log/auction/owner.ts';

/** Owners in a sentence. */
const listed = 5;

const kindWords: Readonly<Record<OwnerKind, string>> = {
  ym_profile: 'ym-profile',
  publisher: 'publisher',
  seller: 'seller',
};

/** `ym-profile 43 (1,200), publisher 7 (30)`: the other owners with the most auctions. */
export function listOwners({ largest }: CompareReport['input']['owners']): string {
  const shown = largest
    .slice(0, listed)
    .map(({ kind, id, auctions }: OtherOwner) => `${kindWords[kind]} ${id} (${count(auctions)})`);
  return `${shown.join(', ')}${largest.length > listed ? ', ...' : ''}`;
}
