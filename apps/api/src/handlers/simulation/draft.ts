import type {
  AuctionTier,
  CallContext,
  Plain,
  TargetingProfile,
  TierSetDraft,
  TierSetFile,
} from '@auction-tiers/contract';
import { sha256 } from '../../auth/secret.ts';
import type { Deps } from '../request/deps.ts';
import { requireUsable } from '../tier-set/finding.ts';
import { fileIds } from '../tier-set/new-id.ts';
import { settle } from '../tier-set/outcome.ts';
import { planImport } from '../tier-set/plan.ts';
import type { StoredTierSet } from '../tier-set/stored-tier-set.ts';

/** The tier set that an import of a draft would make; throws what the import would. What is new has the ids of the draft. */
export function toDraftFile(
  deps: Deps,
  call: CallContext,
  current: StoredTierSet,
  draft: TierSetDraft,
  now: string,
): TierSetFile {
  const plan = planImport(deps, call, current, draft);
  const outcome = settle(plan, fileIds(plan, current));
  requireUsable(current.ym_profile.id, outcome);
  const dated = (after: Plain) => ({ created_on: now, last_modified: now, ...after });
  return {
    ym_profile: current.ym_profile,
    tiers: outcome.tiers.map(({ after }) => dated(after) as AuctionTier),
    profiles: outcome.profiles.map(({ after }) => {
      const { created_on: _, ...profile } = dated(after);
      return profile as TargetingProfile;
    }),
    revision: 'draft',
  };
}

/** The SHA-256 of what a tier set says: dates and revisions are no part of it. */
export function hashOf({ tiers, profiles }: Pick<TierSetFile, 'tiers' | 'profiles'>): string {
  const said = [
    tiers.map(({ created_on: _created, last_modified: _modified, ...tier }) => sorted(tier)),
    profiles.map(({ last_modified: _modified, ...profile }) => sorted(profile)),
  ];
  return sha256(JSON.stringify(said));
}

/** Equal objects as equal texts, in whichever order their attributes were written. */
const sorted = (object: Plain) => Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1));
