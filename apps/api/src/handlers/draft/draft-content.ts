import { type CallContext, type DraftContent, toContentEntry, type TierSetDraft } from '@auction-tiers/contract';
import type { Deps } from '../request/deps.ts';
import { issuesUnder } from '../request/refusal.ts';
import { requireDraft } from '../tier-set/require-draft.ts';
import type { StoredTierSet } from '../tier-set/stored-tier-set.ts';

/** The content of a draft from what was sent. Throws every issue for which an import would refuse it. */
export async function contentOfFile(
  deps: Deps,
  call: CallContext,
  current: StoredTierSet,
  file: TierSetDraft,
): Promise<DraftContent> {
  const warn = (message: string) => call.warn(`tier_set.${message}`);
  const { tiers, profiles } = await issuesUnder('tier_set', () => requireDraft(deps, { ...call, warn }, current, file));
  // Ids stay as they were sent: the id of an object deleted meanwhile shows that the draft is about that object.
  const [ofTiers, ofProfiles] = [tiers, profiles].map((entries) =>
    entries.map(({ resource, value, fileId }) => toContentEntry(resource, { ...value, id: fileId })),
  );
  return { tiers: ofTiers!, profiles: ofProfiles! };
}

/** The content of a draft in the form that an import takes. */
export const toFile = ({ tiers, profiles }: DraftContent): TierSetDraft =>
  ({ tiers, profiles }) as unknown as TierSetDraft;
