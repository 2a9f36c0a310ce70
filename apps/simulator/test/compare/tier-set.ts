import { TierSetFile } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import type { LoadedTierSet } from '../../src/tier-set/tier-set-file.ts';
import { parseTierSet } from '../../src/tier-set/parsed-tier-set.ts';
import { toTierSet } from '../../src/tier-set/tier-set-file.ts';
import { smallTierSet } from '../fixture/small-log.ts';

export type Tier = TierSetFile['tiers'][number];

/** A tier set out of what a file would hold. */
export function load(file: object): LoadedTierSet {
  return toTierSet(parseTierSet(file, (problem) => new TypeError(`The tier set ${problem}.`)));
}

/** The small tier set with its tiers changed. */
export function loadSmall(change: (tiers: Tier[]) => readonly object[] = (tiers) => tiers): LoadedTierSet {
  return load({ ...smallTierSet, tiers: change(smallTierSet.tiers as Tier[]) });
}

/** The demo's tier set with its tiers changed. */
export function loadDemo(change: (tiers: Tier[]) => readonly object[] = (tiers) => tiers): LoadedTierSet {
  const file = TierSetFile.parse(demoTierSet());
  return load({ ...file, tiers: change(file.tiers) });
}

/** A draft of the demo: no tier for everyone else, and rectangles are dearer. It changes about a fifth of the auctions. */
export const demoDraft = () =>
  loadDemo((tiers) =>
    tiers
      .filter(({ name }) => !name.startsWith('Everyone else'))
      .map((tier) => (tier.name === 'Rectangle partners' ? { ...tier, min_price: '3.500000' } : tier)),
  );

export const noTiers = () => load({ ...smallTierSet, tiers: [], profiles: [] });
