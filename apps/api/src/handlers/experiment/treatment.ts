import {
  type AuctionTier,
  type ContentEntry,
  type DraftContent,
  idOfEntry,
  invalid,
  type TargetingProfile,
  toEngineProfile,
  toEngineTier,
} from '@auction-tiers/contract';
import { prepareTierSet, type TierSetSource } from '@auction-tiers/tier-engine';
import type { HeldDraft } from '../draft/stored-draft.ts';

/**
 * The tiers of a draft as the engine takes them. They depend on the draft alone, so that every process decides equally:
 * an entry without an id, which a publish would create, gets an id that no object has.
 */
export function treatmentOf({ stored, content }: Pick<HeldDraft, 'stored' | 'content'>): TierSetSource {
  const { tiers, profiles } = withIds(content);
  return {
    ymProfileId: stored.ym_profile_id,
    revision: '',
    tiers: tiers.map((entry) => toEngineTier(entry as unknown as AuctionTier)),
    profiles: profiles.map((entry) => toEngineProfile(entry as unknown as TargetingProfile)),
  };
}

/** The content of a draft with an id for each entry, as `treatmentOf` says. */
export const withIds = ({ tiers, profiles }: DraftContent): DraftContent => ({
  tiers: tiers.map(withId),
  profiles: profiles.map(withId),
});

const withId = (entry: ContentEntry, index: number) => ({ ...entry, id: idOfEntry(entry, index) });

/** Throws `invalid` where the tiers of a draft do not compile. */
export function requireTreatment(held: Pick<HeldDraft, 'stored' | 'content'>): void {
  const prepared = prepareTierSet(treatmentOf(held));
  if (!prepared.ok) throw invalid(prepared.issues);
}
