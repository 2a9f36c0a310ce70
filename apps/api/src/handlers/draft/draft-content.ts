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

/** A file whose entries change, by id, the attributes that are sent of those of another file; entries without such an id are added. */
export const appended = (file: TierSetDraft, sent: TierSetDraft): TierSetDraft => ({
  ...file,
  tiers: mergedById(file.tiers, sent.tiers),
  profiles: mergedById(file.profiles ?? [], sent.profiles ?? []),
});

function mergedById<Entry extends { readonly id?: number | undefined }>(
  entries: readonly Entry[],
  sent: readonly Entry[],
): Entry[] {
  const changes = new Map(sent.flatMap((entry) => (entry.id === undefined ? [] : [[entry.id, entry] as const])));
  const known = new Set(entries.map(({ id }) => id));
  const added = sent.filter(({ id }) => id === undefined || !known.has(id));
  return [
    ...entries.map((entry) => ({ ...entry, ...(entry.id === undefined ? {} : changes.get(entry.id)) })),
    ...added,
  ];
}
