import type { TierSetDraft } from '@auction-tiers/contract/tier-set';
import { profileResource, tierResource, withInitials, ymProfileResource } from '@auction-tiers/contract/tier-set';

/** Values for fields that the service would set. */
const unsaid = { member_id: 1, created_on: '1970-01-01 00:00:00', last_modified: '1970-01-01 00:00:00' };
const nameless = { id: 1, name: 'Tier set' };

/**
 * A tier set file with all that an import adds: initial values, and ids for tiers and profiles without one, counted from
 * the highest id of the file. What only the service knows stays missing.
 */
export function completeDraft({ ym_profile: ymProfile, tiers, profiles = [], revision = 'draft' }: TierSetDraft) {
  const { created_on: _, ...profileUnsaid } = unsaid;
  const ymProfileId = ymProfile?.id ?? nameless.id;
  return {
    ym_profile: withInitials(ymProfileResource, { ...profileUnsaid, ...nameless, ...ymProfile }),
    tiers: withIds(tiers).map(({ buyer_members: buyers = null, ...tier }) =>
      withInitials(tierResource, {
        ...unsaid,
        ...tier,
        ym_profile_id: ymProfileId,
        buyer_members: buyers?.map((buyer) => ({ name: null, ...buyer })) ?? null,
      }),
    ),
    profiles: withIds(profiles).map((profile) => withInitials(profileResource, { ...profileUnsaid, ...profile })),
    revision,
  };
}

function withIds<Entry extends { readonly id?: number | undefined }>(entries: readonly Entry[]) {
  let highest = entries.reduce((most, { id = 0 }) => Math.max(most, id), 0);
  return entries.map((entry) => ({ ...entry, id: entry.id ?? ++highest }));
}
