import type { AuctionResult, Decision, Outcome } from '@auction-tiers/tier-engine';
import { outcomes } from '@auction-tiers/tier-engine';

const codeOfOutcome = Object.fromEntries(outcomes.map((outcome, code) => [outcome, code])) as Record<Outcome, number>;

/** The decision of a result, such as that of an API; `indexOf` gives the index of a tier by its id. */
export function toDecision(
  { bids, winner }: AuctionResult,
  indexOf: (tierId: number, priority: number | null) => number,
  into: Decision,
): Decision {
  into.reserve(bids.length);
  into.winnerIndex = -1;
  into.clearingMicros = winner?.clearingMicros ?? 0;
  into.highestNetMicros = 0;
  for (let index = 0; index < bids.length; index++) {
    const { outcome, tierId, priority, netMicros } = bids[index]!;
    into.tierIndexes[index] = tierId === null ? -1 : indexOf(tierId, priority);
    into.netMicros[index] = netMicros;
    into.outcomes[index] = codeOfOutcome[outcome];
    if (outcome !== 'excluded' && outcome !== 'below_floor') {
      into.highestNetMicros = Math.max(into.highestNetMicros, netMicros);
    }
    if (outcome === 'won' && winner !== null) into.winnerIndex = index;
  }
  return into;
}
