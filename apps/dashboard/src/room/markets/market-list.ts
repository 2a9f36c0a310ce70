import type { RoomSearch } from '../../address/room-search.ts';
import type { AuctionTier, TargetingProfile } from '@auction-tiers/contract';
import { type Dma, dmas, dmasOfState, isStateCode, searchDmas } from '@auction-tiers/dma-data';

/** A profile that names a market, and the tiers that use the profile. */
export interface MarketUse {
  readonly profile: TargetingProfile;
  readonly tiers: readonly AuctionTier[];
}

/** What the address asks for; the code of a state in capitals. */
export const readMarketSearch = ({ q, state = '' }: RoomSearch<'/tiers/markets'>) => ({
  // An address with ?q=501 reads as a number.
  q: q === undefined ? undefined : String(q),
  state: isStateCode(state) ? state.toUpperCase() : undefined,
});

/** The markets that a search selects: of the state, and by number, name, state, another spelling or what people call it. */
export function findMarkets({ q = '', state }: Partial<ReturnType<typeof readMarketSearch>>): readonly Dma[] {
  const within = state === undefined ? null : new Set(dmasOfState(state));
  return searchDmas(q).filter((dma) => within?.has(dma) !== false);
}

/** The uses of each market by its number. A profile that names it to exclude it uses it as well. */
export function usesOfMarkets(
  profiles: readonly TargetingProfile[],
  tiers: readonly AuctionTier[],
): ReadonlyMap<number, readonly MarketUse[]> {
  const tiersOf = Map.groupBy(tiers, ({ profile_id: id }) => id ?? 0);
  const uses = new Map<number, MarketUse[]>();
  for (const profile of profiles) {
    const use = { profile, tiers: tiersOf.get(profile.id) ?? [] };
    for (const id of new Set((profile.dma_targets ?? []).map(({ dma }) => dma))) {
      uses.set(id, [...(uses.get(id) ?? []), use]);
    }
  }
  return uses;
}

/** How many markets each state has in their names. */
export function countByState(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { states } of dmas) for (const state of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}
