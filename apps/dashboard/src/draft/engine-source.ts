import {
  type AuctionTier,
  idOfEntry,
  type TargetingProfile,
  toEngineProfile,
  toEngineTier,
} from '@auction-tiers/contract';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { type DraftTier, keyOf, type Lists, type LiveTier, type TierKey } from './content.ts';

/** A tier as the page knows it, by its id in the engine. */
export interface KeyedTier {
  readonly key: TierKey;
  readonly name: string;
  readonly tier: DraftTier | LiveTier;
}

/** Tiers, live or of a draft, as the engine takes them; new ones have the ids that the service gives to them. */
export function engineSourceOf({ tiers, profiles }: Lists, ymProfileId: number, revision: string) {
  const keyed = new Map(
    tiers.map((tier, index): [number, KeyedTier] => {
      return [idOfEntry(tier, index), { key: keyOf(tier, index), name: tier.name, tier }];
    }),
  );
  const source: TierSetSource = {
    ymProfileId,
    revision,
    tiers: Array.from(keyed, ([id, { tier }]) => toEngineTier({ ...tier, id } as AuctionTier)),
    // Tiers refer to profiles by id, so that no tier can use a profile without one.
    profiles: profiles.flatMap((profile) =>
      profile.id === undefined ? [] : toEngineProfile(profile as TargetingProfile),
    ),
  };
  return { source, tiers: keyed };
}
