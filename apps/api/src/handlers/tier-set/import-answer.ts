import {
  type AuctionTier,
  createdEntries,
  type DraftedTierSet,
  type ImportAnswer,
  invalid,
  type ObjectPair,
  pairsOfDraft,
  type TargetingProfile,
  type TierSetFinding,
  toDifference,
  toEngineProfile,
  toEngineTier,
  type YmProfile,
} from '@auction-tiers/contract';
import { prepareTierSet, type TierSetSource } from '@auction-tiers/tier-engine';
import { findInThread } from './lint-source.ts';

/** The answer of an import or its dry run, `own` being the ym-profile itself, without the revision, which is known only after the write. */
export async function toImportAnswer(
  own: ObjectPair & { readonly after: YmProfile },
  isDryRun: boolean,
  imported: DraftedTierSet,
): Promise<Omit<ImportAnswer, 'revision'>> {
  const { summary, created, ...difference } = toDifference([own, ...pairsOfDraft(imported)]);
  const { id: ymProfileId } = own.after;
  const entries = createdEntries([...imported.profiles, ...imported.tiers]);
  return {
    dry_run: isDryRun,
    ym_profile_id: ymProfileId,
    summary,
    created: entries.map(({ place, fileId }, at) => ({ ...created[at]!, place, file_id: fileId })),
    ...difference,
    findings: await findingsOf(ymProfileId, usedOf(imported)),
  };
}

/** The parts of a tier set that the engine uses. */
export interface UsedTierSet {
  readonly tiers: readonly AuctionTier[];
  readonly profiles: readonly TargetingProfile[];
}

/** The tiers and profiles of the tier set that an import makes. */
export const usedOf = ({ tiers, profiles }: Pick<DraftedTierSet, 'tiers' | 'profiles'>): UsedTierSet => ({
  tiers: tiers.map(({ after }) => after as AuctionTier),
  profiles: profiles.map(({ after }) => after as TargetingProfile),
});

/** A tier set as the engine takes it. Throws `invalid` for one that does not compile. */
export function requireUsable(ymProfileId: number, { tiers, profiles }: UsedTierSet): TierSetSource {
  const source = {
    ymProfileId,
    revision: '',
    tiers: tiers.map(toEngineTier),
    profiles: profiles.map(toEngineProfile),
  };
  const prepared = prepareTierSet(source);
  if (!prepared.ok) throw invalid(prepared.issues);
  return source;
}

/** What lint finds in a tier set: allowed, but probably not meant. Throws as `requireUsable` does. */
export async function findingsOf(ymProfileId: number, imported: UsedTierSet): Promise<TierSetFinding[]> {
  return findingsIn(requireUsable(ymProfileId, imported));
}

/** What lint finds in tiers, without blocking the event loop. */
export async function findingsIn(source: TierSetSource): Promise<TierSetFinding[]> {
  const findings = await findInThread(source);
  return findings.map(({ tierIds, ...finding }) => ({ ...finding, tier_ids: [...tierIds] }));
}
