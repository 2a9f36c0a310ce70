import type { CompiledTiers } from './tier-set.ts';

/** Whether a net price is enough for a tier, whichever its action. The minimum itself is enough. */
export function meetsMinPrice(netMicros: number, minPriceMicros: number): boolean {
  return netMicros >= minPriceMicros;
}

/** What is still to be asked once a tier names the buyer: nothing (it matches), or the first condition that fails. */
export const qualification = { matched: 0, belowMinPrice: 1, profileMismatch: 2 } as const;
export type Qualification = (typeof qualification)[keyof typeof qualification];

/** The one place where a tier's conditions are put to a bid; both selecting and explaining ask here. */
export function qualify(tiers: CompiledTiers, entry: number, netMicros: number): Qualification {
  if (!meetsMinPrice(netMicros, tiers.minPriceMicros[entry]!)) return qualification.belowMinPrice;
  if (!tiers.memo.matches(tiers.profileSlot[entry]!)) return qualification.profileMismatch;
  return qualification.matched;
}
