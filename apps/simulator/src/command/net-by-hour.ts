import type { Span, ZoneCalendar } from '@auction-tiers/calendar';
import { clockHourOf, clockPeriodOf, type EarlierPair, earlierPairs } from '@auction-tiers/movement';
import { quantityOf } from '@auction-tiers/tally';
import {
  compile,
  decideAuction,
  Decision,
  netMicros,
  netTakenMicros,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';

type Period = Pick<Span, 'startMs' | 'endMs'>;

/** How many auctions a logged one stands for: as many impressions, at the share that was recorded. */
export const standsFor = ({ request, decided }: LoggedAuction): number => quantityOf(request) / (decided?.share ?? 1);

/** The seller's revenue as it was recorded, net CPM micros; undefined: the line does not say how it was decided. */
export function takenOf({ request, decided }: LoggedAuction): number | undefined {
  if (decided === undefined) return undefined;
  const winner = request.bids.find(({ id }) => id === decided.winner);
  return winner === undefined ? 0 : netMicros(decided.clearingMicros, winner.feePpm ?? request.feePpm);
}

/** The net of a log's hours, for the pairs of periods before those that are compared. */
export class NetByHour {
  readonly #zone: ZoneCalendar;
  readonly #rules: TierSet | null;
  readonly #decision = new Decision();
  readonly #nets = new Map<number, number>();

  /** `rules`: what decides auctions whose lines do not say how they were decided. */
  constructor(zone: ZoneCalendar, rules: TierSetSource) {
    this.#zone = zone;
    const compiled = compile(rules);
    this.#rules = compiled.ok ? compiled.tierSet : null;
  }

  add(auction: LoggedAuction): void {
    const { startMs } = this.#zone.hourAt(auction.request.timeMs);
    const net = takenOf(auction) ?? this.#decide(auction);
    this.#nets.set(startMs, (this.#nets.get(startMs) ?? 0) + standsFor(auction) * net);
  }

  /**
   * The net of earlier pairs of such periods, in the hours that are compared. A period without an hour that has at least
   * `leastMissed` auctions in the compared ones is not known.
   */
  pairs(
    periods: { readonly from: Period; readonly against: Period },
    counts: readonly ReadonlyMap<number, number>[],
    leastMissed: number,
  ): EarlierPair[] {
    const compared = new Set(counts.flatMap((count) => [...count.keys()]));
    const needed = [...compared].filter((hour) => counts.every((count) => (count.get(hour) ?? 0) >= leastMissed));
    const netIn = (period: Period): number => {
      const { offsetOf } = clockPeriodOf(this.#zone, period);
      const found = new Set<number>();
      let net = 0;
      for (const [startMs, ofHour] of this.#nets) {
        const hour = clockHourOf(offsetOf(startMs));
        if (startMs < period.startMs || startMs >= period.endMs || !compared.has(hour)) continue;
        found.add(hour);
        net += ofHour;
      }
      return needed.every((hour) => found.has(hour)) ? net : 0;
    };
    return earlierPairs({ zone: this.#zone, ...periods, calendar: null, netIn });
  }

  #decide({ request }: LoggedAuction): number {
    if (this.#rules === null) return 0;
    decideAuction(this.#rules, request, this.#decision);
    return netTakenMicros(request, this.#decision);
  }
}
