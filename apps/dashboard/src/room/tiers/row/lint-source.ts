import {
  type AuctionTier,
  type NameOf,
  type TargetingProfile,
  toEngineProfile,
  toEngineTier,
} from '@auction-tiers/contract';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import type { Finding as EngineFinding } from '@auction-tiers/tier-engine/lint';
import { type Content, keyOf, type TierKey } from '../../../draft/content.ts';
import { findingWords, namesIn } from '../../../saying/finding-words.ts';
import type { Finding } from './ladder-row.ts';

/** Tiers as lint reads them, and the tiers of the page by the ids that its findings name. */
export interface LintSource {
  readonly source: TierSetSource;
  readonly keys: ReadonlyMap<number, TierKey>;
  readonly nameOf: NameOf;
}

/** New tiers get ids above all others. Null where a tier names a profile that is not there: then lint cannot run. */
export function lintSourceOf({ tiers, profiles }: Content): LintSource | null {
  const profileIds = new Set(profiles.map(({ id }) => id));
  if (tiers.some(({ profile_id: id }) => id !== null && !profileIds.has(id))) return null;
  let last = tiers.reduce((most, { id = 0 }) => Math.max(most, id), 0);
  const keys = new Map<number, TierKey>();
  const named = tiers.map((tier, place) => {
    const id = tier.id ?? (last += 1);
    keys.set(id, keyOf(tier, place));
    return toEngineTier({ ...tier, id } as AuctionTier);
  });
  const source = {
    ymProfileId: 1,
    revision: '',
    tiers: named,
    profiles: profiles.filter(({ id }) => id !== undefined).map((one) => toEngineProfile(one as TargetingProfile)),
  };
  const numbered = tiers.map((tier, place) => ({ ...tier, id: named[place]!.id }));
  return { source, keys, nameOf: namesIn([{ tiers: numbered, profiles }]) };
}

/** What lint says of each tier. */
export function findingsByTier(
  findings: readonly EngineFinding[],
  { keys, nameOf }: Pick<LintSource, 'keys' | 'nameOf'>,
): ReadonlyMap<TierKey, readonly Finding[]> {
  const byTier = new Map<TierKey, Finding[]>();
  for (const { tierIds, ...found } of findings) {
    const finding = findingWords(found, nameOf);
    for (const id of tierIds) {
      const key = keys.get(id);
      if (key !== undefined) byTier.set(key, [...(byTier.get(key) ?? []), finding]);
    }
  }
  return byTier;
}
