import type { Tier } from '../model/auction.ts';
import type { BidAttributes } from '../model/targeting.ts';
import { slotOf, tierIndexOf } from './tier-entries.ts';
import { compiled, type TierSet } from './tier-set.ts';

/** Why a tier matches nothing at a moment, whatever is bid; undefined: it runs. */
export type NotRunning = 'inactive' | 'out_of_flight';

/** The conditions of a tier beside the buyer, by what an explanation says of a bid that fails them. */
export type Failure = NotRunning | 'below_min_price' | 'profile_mismatch' | 'too_costly';

/** `timeMs`: milliseconds since the epoch. The end of a flight is exclusive. */
export function notRunning({ state, startMs, endMs }: Tier, timeMs: number): NotRunning | undefined {
  if (state === 'inactive') return state;
  // A comparison with NaN is false, so a missing bound never ends the flight.
  return timeMs < (startMs ?? NaN) || timeMs >= (endMs ?? NaN) ? 'out_of_flight' : undefined;
}

export const isRunning = (tier: Tier, timeMs: number): boolean => notRunning(tier, timeMs) === undefined;

/** Whether a bid that the words of an entry let pass may still fail: the tier is inactive, or it has a flight. */
export const hasUnpackedCondition = ({ state, startMs, endMs }: Tier): boolean =>
  state === 'inactive' || (startMs ?? endMs ?? null) !== null;

/** The most that preferring a bid may cost, CPM micros; Infinity: no limit. */
export const limitOf = ({ maxForgoneMicros }: Tier): number => maxForgoneMicros ?? Infinity;

/** Whether the tier takes a bid of this net price, limits aside. */
export const takesPrice = ({ minPriceMicros }: Tier, net: number): boolean => net >= (minPriceMicros ?? 0);

/** The net prices at which a bid may enter or leave the tier. `othersNet`: the highest net price of the other bids. */
export const pricesAt = (tier: Tier, othersNet: number): readonly number[] => [
  tier.minPriceMicros ?? 0,
  othersNet - limitOf(tier),
];

/**
 * The first condition that a bid fails in a tier that names its buyer, in the order in which explanations name them;
 * undefined: the tier matches the bid. `highestNet`: the highest net price, CPM micros, of the bids that take part when
 * limits are left aside; 0 leaves them aside. `leastNet`: in place of the tier's minimum.
 */
export function firstFailure(
  { tiers, [compiled]: { entries, profiles } }: TierSet,
  entry: number,
  net: number,
  bid: BidAttributes,
  highestNet: number,
  leastNet?: number,
): Failure | undefined {
  const tier = tiers[tierIndexOf(entries, entry)]!;
  const why = notRunning(tier, profiles.timeMs);
  if (why !== undefined) return why;
  if (net < (leastNet ?? tier.minPriceMicros ?? 0)) return 'below_min_price';
  if (!profiles.matches(slotOf(entries, entry), bid)) return 'profile_mismatch';
  return net + limitOf(tier) < highestNet ? 'too_costly' : undefined;
}
