import {
  type AuctionTier,
  type ImportAnswer,
  invalid,
  type Plain,
  type TargetingProfile,
  type TierSetFinding,
  toEngineProfile,
  toEngineTier,
} from '@auction-tiers/contract';
import { findDma } from '@auction-tiers/dma-data';
import { compile, type TierSetSource } from '@auction-tiers/tier-engine';
import { lint } from '@auction-tiers/tier-engine/lint';
import type { ImportedTierSet, ImportedObject } from './imported-tier-set.ts';

type Service = ImportAnswer['deleted'][number]['service'];

/** What an import did or would do, as it is answered; its revision is known only after the write. */
export function toImportAnswer(
  ymProfileId: number,
  isTrial: boolean,
  imported: ImportedTierSet,
): Omit<ImportAnswer, 'revision'> {
  const { profiles, tiers, removedTiers, removedProfiles } = imported;
  const all = [...profiles, ...tiers];
  return {
    dry_run: isTrial,
    ym_profile_id: ymProfileId,
    created: all.flatMap(({ before, place, fileId, ...object }) =>
      before === null ? [{ ...nameOf(object.resource.service, object.after), place, file_id: fileId }] : [],
    ),
    updated: all.filter(({ changed }) => changed.length > 0).map(toUpdated),
    deleted: [
      ...removedTiers.map((tier) => nameOf('ym-auction-tier', tier)),
      ...removedProfiles.map((profile) => nameOf('profile', profile)),
    ],
    unchanged: { tiers: countUnchanged(tiers), profiles: countUnchanged(profiles) },
    findings: findingsOf(ymProfileId, imported),
  };
}

function nameOf(service: string, { id, name }: Plain): ImportAnswer['deleted'][number] {
  return { service: service as Service, id: id as number, name: (name ?? null) as string | null };
}

function toUpdated({ resource, before, after, changed }: ImportedObject): ImportAnswer['updated'][number] {
  const changes = changed.map((field) => ({ field, before: before?.[field] ?? null, after: after[field] ?? null }));
  return { ...nameOf(resource.service, after), changes };
}

const countUnchanged = (imported: readonly ImportedObject[]): number =>
  imported.filter(({ before, changed }) => before !== null && changed.length === 0).length;

/** A tier set as the engine takes it. Throws `invalid` for one that does not compile. */
export function requireUsable(
  ymProfileId: number,
  { tiers, profiles }: Pick<ImportedTierSet, 'tiers' | 'profiles'>,
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
  imported: Pick<ImportedTierSet, 'tiers' | 'profiles'>,
): TierSetFinding[] {
  const source = requireUsable(ymProfileId, imported);
  return lint(source, { countryOfDma: (dma) => findDma(dma)?.country_code }).map(({ tierIds, ...finding }) => ({
    ...finding,
    tier_ids: [...tierIds],
  }));
}
