import {
  type AuctionTier,
  createdEntries,
  type DraftedTierSet,
  type ImportAnswer,
  invalid,
  pairsOfDraft,
  type TargetingProfile,
  type TierSetFinding,
  toDifference,
  toEngineProfile,
  toEngineTier,
} from '@auction-tiers/contract';
import { findDma } from '@auction-tiers/dma-data';
import { compile, type TierSetSource } from '@auction-tiers/tier-engine';
import { lint } from '@auction-tiers/tier-engine/lint';

/** What an import did or would do, as it is answered; its revision is known only after the write. */
export function toImportAnswer(
  ymProfileId: number,
  isTrial: boolean,
  imported: DraftedTierSet,
): Omit<ImportAnswer, 'revision'> {
  const { summary, created, ...difference } = toDifference(pairsOfDraft(imported));
  const entries = createdEntries([...imported.profiles, ...imported.tiers]);
  return {
    dry_run: isTrial,
    ym_profile_id: ymProfileId,
    summary,
    created: entries.map(({ place, fileId }, at) => ({ ...created[at]!, place, file_id: fileId })),
    ...difference,
    findings: findingsOf(ymProfileId, imported),
  };
}

/** A tier set as the engine takes it. Throws `invalid` for one that does not compile. */
export function requireUsable(
  ymProfileId: number,
  { tiers, profiles }: Pick<DraftedTierSet, 'tiers' | 'profiles'>,
): TierSetSource {
  const source = {
    ymProfileId,
    revision: '',
    tiers: tiers.map(({ after }) => toEngineTier(after as AuctionTier)),
    profiles: profiles.map(({ after }) => toEngineProfile(after as TargetingProfile)),
  };
  const compiled = compile(source);
  if (!compiled.ok) throw invalid(compiled.issues);
  return source;
}

/** What lint finds in a tier set: allowed, but probably not meant. Throws as `requireUsable` does. */
export function findingsOf(
  ymProfileId: number,
  imported: Pick<DraftedTierSet, 'tiers' | 'profiles'>,
): TierSetFinding[] {
  const source = requireUsable(ymProfileId, imported);
  return lint(source, { countryOfDma: (dma) => findDma(dma)?.country_code }).map(({ tierIds, ...finding }) => ({
    ...finding,
    tier_ids: [...tierIds],
  }));
}
