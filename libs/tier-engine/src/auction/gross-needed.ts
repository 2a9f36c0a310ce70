import type { MemberAction } from '../model/auction.ts';
import type { BidAttributes, Impression } from '../model/targeting.ts';
import { grossNeededMicros, maxPriceMicros } from '../money/money.ts';
import { absent, entryAfter, isLastOfBuyer, slotOf, tierIndexOf } from '../set/tier-entries.ts';
import { type NotRunning, notRunning } from '../set/conditions.ts';
import type { TierSet } from '../set/tier-set.ts';
import { compiled } from '../set/tier-set.ts';
import type { Mismatch } from '../targeting/dimension.ts';

/** A buyer that may bid on an impression. */
export interface Prospect {
  readonly memberId: number;
  /** Fee of its bid, parts per million. */
  readonly feePpm: number;
  readonly impression: Impression;
  /** The bid's attributes that profiles can target; default: none is known. */
  readonly bid?: BidAttributes | undefined;
  /** Moment of the impression, milliseconds since the epoch. */
  readonly timeMs: number;
}

/** What a tier asks of a bid. */
export interface TierPrice {
  readonly tierId: number;
  readonly priority: number;
  readonly memberAction: MemberAction;
  /** The tier's minimum, CPM micros; 0: any price. */
  readonly netNeededMicros: number;
  /** The smallest gross price that nets as much, CPM micros; null: no legal price does. */
  readonly grossNeededMicros: number | null;
  /** Set where the tier is switched off, or outside its flight: no price clears it then. */
  readonly notRunning: NotRunning | null;
  /** The first dimension of the tier's profile that the impression fails: no price clears the tier then. */
  readonly mismatch: Mismatch | null;
}

/** For each tier that names the buyer, in the order checked: the gross price from which the tier matches. */
export function grossNeeded(tierSet: TierSet, prospect: Prospect): TierPrice[] {
  const { memberId, feePpm, impression, timeMs, bid = {} } = prospect;
  const { firstEntry, entries, profiles } = tierSet[compiled];
  profiles.begin({ impression, timeMs });
  const prices: TierPrice[] = [];
  const first = firstEntry.find(memberId);
  if (first === absent) return prices;
  for (let entry = first; ; entry = entryAfter(entry)) {
    const tier = tierSet.tiers[tierIndexOf(entries, entry)]!;
    const { id, priority, memberAction, minPriceMicros } = tier;
    const needed = grossNeededMicros(minPriceMicros ?? 0, feePpm);
    prices.push({
      tierId: id,
      priority,
      memberAction,
      netNeededMicros: minPriceMicros ?? 0,
      grossNeededMicros: needed <= maxPriceMicros ? needed : null,
      notRunning: notRunning(tier, timeMs) ?? null,
      mismatch: profiles.mismatch(slotOf(entries, entry), bid) ?? null,
    });
    if (isLastOfBuyer(entries, entry)) return prices;
  }
}
