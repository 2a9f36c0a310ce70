import type { AuctionTier, TargetingProfile } from '@auction-tiers/contract';
import { type Dma, dmas, dmasLike, dmasOfState, isStateCode, resolveDma } from '@auction-tiers/dma-data';

/** A profile that names a market, and the tiers that use the profile. */
export interface MarketUse {
  readonly profile: TargetingProfile;
  readonly tiers: readonly AuctionTier[];
}

/** What the address holds of the room. */
export interface MarketSearch {
  /** A name, a number, a state or another spelling. */
  readonly q?: string;
  /** The code of a state, in capitals. */
  readonly state?: string;
}

export function readMarketSearch({ q, state }: Readonly<Record<string, unknown>>): MarketSearch {
  return {
    // An address with ?q=501 reads as a number.
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(typeof state === 'string' && isStateCode(state) ? { state: state.toUpperCase() } : {}),
  };
}

/** The markets that a search selects: of the state, and by number, part of the name, or another spelling of it. */
export function findMarkets({ q = '', state }: MarketSearch): readonly Dma[] {
  const text = q.trim();
  const within = new Set(state === undefined ? dmas : dmasOfState(state));
  if (text === '') return dmas.filter((dma) => within.has(dma));
  const byNumber = /^\d+$/.test(text) ? dmas.filter(({ code }) => code.startsWith(text)) : [];
  const resolved = resolveDma(text);
  const bySpelling = resolved.ok ? [resolved.dma] : resolved.candidates;
  const found = new Set([...byNumber, ...dmasLike(text), ...bySpelling]);
  return dmas.filter((dma) => found.has(dma) && within.has(dma));
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
