import {
  type AuctionTier,
  invalid,
  type TargetingProfile,
  type TierSetFinding,
  toEngineProfile,
  toEngineTier,
} from '@auction-tiers/contract';
import { findDma } from '@auction-tiers/dma-data';
import { compile, type TierSetSource } from '@auction-tiers/tier-engine';
import { lint } from '@auction-tiers/tier-engine/lint';
import type { Outcome } from './outcome.ts';

/** A tier set as the engine takes it. Throws `invalid` for one that no auction could use. */
export function requireUsable(
  ymProfileId: number,
  { tiers, profiles }: Pick<Outcome, 'tiers' | 'profiles'>,
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

/** What is legal in a tier set but probably not meant. Throws as `requireUsable` does. */
export function findingsOf(ymProfileId: number, outcome: Pick<Outcome, 'tiers' | 'profiles'>): TierSetFinding[] {
  const source = requireUsable(ymProfileId, outcome);
  return lint(source, { countryOfDma: (dma) => findDma(dma)?.country_code }).map(({ tierIds, ...finding }) => ({
    ...finding,
    tier_ids: [...tierIds],
  }));
}
