import type { CallContext, ExportInput, Tagged, TierSetFile } from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/condition.ts';
import { exportTierSet, tierSetTag } from '../tier-set/stored-tier-set.ts';
import { tierSetAt } from './past-tier-set.ts';

/** The tier set of a ym-profile as a file, as it is or as it was at a revision, and the entity tag of that state. */
export async function exportAt(deps: Deps, call: CallContext, input: ExportInput): Promise<Tagged<TierSetFile>> {
  const { revision: asked, ...now } = input;
  if (asked === undefined) return exportTierSet(deps, call, now);
  const { revision, ...tierSet } = await tierSetAt(deps, sellerOf(call, input.member_id), input.id, asked);
  return { etag: tierSetTag(tierSet), item: { ...tierSet, revision } };
}
