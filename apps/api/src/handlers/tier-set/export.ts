import type { CallContext, IdInput, Tagged, TierSetFile } from '@auction-tiers/contract';
import type { z } from 'zod';
import type { Deps } from '../request/deps.ts';
import { etagOf } from '../request/etag.ts';
import { sellerOf } from '../request/owner.ts';
import { notFound } from '../request/refusal.ts';
import { type StoredTierSet, storedTierSet } from './stored-tier-set.ts';

/** Everything that a ym-profile needs, as a file, and the tag of its state. */
export async function exportTierSet(
  { follower, mirror }: Pick<Deps, 'follower' | 'mirror'>,
  call: CallContext,
  { id, member_id: asked }: z.output<typeof IdInput>,
): Promise<Tagged<TierSetFile>> {
  const owner = sellerOf(call, asked);
  await follower.fresh(owner);
  const tierSet = storedTierSet(mirror, owner, id);
  if (tierSet === undefined) throw notFound('ym-profile', id);
  return { etag: tierSetTag(tierSet), item: { ...tierSet, revision: follower.revisionOf(owner) } };
}

/** The entity tag of a tier set: other objects of the same partition do not change it, as they change the revision. */
export const tierSetTag = (tierSet: StoredTierSet): string => etagOf({ ...tierSet });
