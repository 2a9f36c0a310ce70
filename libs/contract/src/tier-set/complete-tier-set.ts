import type { TierSetFile } from '../engine/tier-set-file.ts';
import type { Issue } from '../error/issue.ts';
import { type Plain, withInitials } from '../resource/object.ts';
import type { TargetingProfile } from '../resources/profile.ts';
import type { AuctionTier, BuyerNames } from '../resources/tier.ts';
import { ymProfileResource, type YmProfile } from '../resources/ym-profile.ts';
import { nameKey } from '../value/name.ts';
import { type DraftedTierSet, fileIds, type TakenIds, toDrafted } from './drafted-tier-set.ts';
import type { TierSetDraft } from './draft-file.ts';
import { type CurrentTierSet, type DraftSources, resolveDraft } from './resolve-draft.ts';

/** The sources from which a tier set file is completed. */
export interface FileSources extends Pick<DraftSources, 'buyerNames' | 'places' | 'warn'> {
  /** The tier set that the file replaces: entries and objects with the same id are the same. Default: empty. */
  readonly current?: CurrentTierSet;
  /** Ids that entries without an id must not get. */
  readonly taken?: TakenIds;
}

export type CompletedTierSet =
  | { readonly ok: true; readonly file: TierSetFile }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Dates of objects that no service has stored. */
const unstored = '1970-01-01 00:00:00';
const nameless = { id: 1, name: 'Tier set', member_id: 1, last_modified: unstored };

/**
 * The tier set that importing a file would make, computed without a service: fills in initial values, missing ids, and
 * the other attributes of countries and buyers. Fails with every issue for which an import would refuse the file.
 */
export function completeTierSet(draft: TierSetDraft, sources: FileSources): CompletedTierSet {
  const ymProfile = ymProfileOf(draft, sources.current?.ym_profile ?? nameless);
  const current = sources.current ?? { ym_profile: ymProfile, tiers: [], profiles: [] };
  const resolution = resolveDraft(current, draft, sources);
  if (!resolution.ok) return resolution;
  const ids = fileIds(resolution.draft, current, sources.taken);
  const file = toTierSetFile(toDrafted(resolution.draft, ids), ymProfile, unstored);
  const { revision = file.revision, revenue_share_pct: fee, timezone, currency } = draft;
  const ofSeller = {
    ...(fee !== undefined && { revenue_share_pct: fee }),
    ...(timezone !== undefined && { timezone }),
    ...(currency !== undefined && { currency }),
  };
  return { ok: true, file: { ...file, revision, ...ofSeller } };
}

function ymProfileOf({ ym_profile: sent = {} }: TierSetDraft, fallback: Plain): YmProfile {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return withInitials(ymProfileResource, { ...fallback, ...Object.fromEntries(given) }) as YmProfile;
}

/** A drafted tier set as a file. `now`: the dates of what has none yet. */
export function toTierSetFile(drafted: DraftedTierSet, ymProfile: YmProfile, now: string): TierSetFile {
  return {
    ym_profile: ymProfile,
    tiers: drafted.tiers.map(({ after }) => ({ created_on: now, last_modified: now, ...after }) as AuctionTier),
    profiles: drafted.profiles.map(({ after }) => ({ last_modified: now, ...after }) as TargetingProfile),
    revision: 'draft',
  };
}

/** A buyer of a tier in a file, which may lack the id or the name. */
interface NamedBuyer {
  readonly id?: number | undefined;
  readonly name?: string | null | undefined;
}

/** The names that tier sets give to the ids of buyers, as a directory. The first name of an id counts. */
export function buyerNamesIn(
  sets: readonly { readonly tiers: readonly { readonly buyer_members?: readonly NamedBuyer[] | null | undefined }[] }[],
): BuyerNames {
  const names = new Map<number, string>();
  const ids = new Map<string, number[]>();
  for (const { id, name } of sets.flatMap(({ tiers }) => tiers.flatMap(({ buyer_members: all }) => all ?? []))) {
    if (id === undefined || typeof name !== 'string') continue;
    if (!names.has(id)) names.set(id, name);
    const same = ids.get(nameKey(name));
    if (same === undefined) ids.set(nameKey(name), [id]);
    else if (!same.includes(id)) same.push(id);
  }
  return { idsOf: (name) => ids.get(nameKey(name)) ?? [], nameOf: (id) => names.get(id) };
}
