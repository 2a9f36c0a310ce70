import type { TierSetFile } from '@auction-tiers/contract';
import type { ShownObject } from '../../difference/difference.tsx';
import { contentOf, type DraftTier, type Edit, withProfile } from '../../draft/content.ts';

/** An object of a difference; of a new one, its place in the draft and its id there. */
export interface Undone extends ShownObject {
  readonly place?: number;
  readonly file_id?: number | null;
}

type Live = Pick<TierSetFile, 'tiers' | 'profiles'>;

/**
 * The edit that makes one object of a draft as it is live. Null for the ym-profile, which is none of its tiers, and for
 * a profile that the draft adds or removes: undo the change of its tiers.
 */
export function undoOf(object: Undone, live: Live): Edit | null {
  if (object.service === 'ym-profile') return null;
  return object.service === 'profile' ? undoProfile(object, live) : undoTier(object, live);
}

function undoTier({ id, place, file_id: fileId, name }: Undone, live: Live): Edit {
  if (place !== undefined) {
    // A new tier without an id is found by its place, if the tier there still has its name.
    const isMeant = (tier: DraftTier, at: number) =>
      typeof fileId === 'number' ? tier.id === fileId : tier.id === undefined && at === place && tier.name === name;
    return (content) => ({ ...content, tiers: content.tiers.filter((tier, at) => !isMeant(tier, at)) });
  }
  return (content) => {
    const tier = contentOf(live).tiers.find((one) => one.id === id);
    if (tier === undefined) return content;
    const isThere = content.tiers.some((one) => one.id === id);
    const tiers = isThere ? content.tiers.map((one) => (one.id === id ? tier : one)) : [...content.tiers, tier];
    return withProfile({ ...content, tiers }, contentOf(live), tier.profile_id);
  };
}

function undoProfile({ id, place }: Undone, live: Live): Edit | null {
  const profile = contentOf(live).profiles.find((one) => one.id === id);
  if (profile === undefined || place !== undefined) return null;
  return (content) => ({ ...content, profiles: content.profiles.map((one) => (one.id === id ? profile : one)) });
}
