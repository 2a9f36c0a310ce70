import type { ExperimentArm } from '@auction-tiers/auction-codec';
import { type CountedBuyer, ExperimentCounts, type Place } from '@auction-tiers/experiment';
import { type AuctionRequest, type Decision, netTakenMicros } from '@auction-tiers/tier-engine';

const msPerHour = 3_600_000;
/** Buyers whose part is counted: the first that win, among which the largest are found at once. */
const mostBuyers = 32;

/** How an auction was assigned. */
export interface Assigned {
  readonly shown: ExperimentArm;
  readonly place: Place;
  readonly hasUnit: boolean;
}

/** What names a phase, and where and when its auctions are counted. */
export interface PhaseParts {
  readonly experimentId: number;
  readonly memberId: number;
  readonly ymProfileId: number;
  /** A hash of control, treatment and share: equal in every process. */
  readonly key: string;
  readonly share: number;
  /** The local midnight before the start of the experiment. */
  readonly midnightMs: number;
  readonly nowMs: () => number;
}

/** What this process has counted of a phase of an experiment: one control, one treatment, one share. */
export class Phase {
  readonly parts: PhaseParts;
  /** What is not stored yet. */
  readonly counts = new ExperimentCounts();
  /** Whether there are counts that are not stored. */
  hasCounts = false;
  /** How often nothing was to be stored of it. */
  idle = 0;
  /** What the draft has lost on auctions that it decided here, CPM micros; less than 0: it has won. */
  lostMicros = 0;
  readonly #buyers = new Set<number>();

  constructor(parts: PhaseParts) {
    this.parts = parts;
  }

  /** Counts an auction that was decided; `other` is the decision of the arm that was not chosen. */
  count(
    { shown: { arm }, place, hasUnit }: Assigned,
    request: AuctionRequest,
    decision: Decision,
    other: Decision,
  ): void {
    const { midnightMs, nowMs } = this.parts;
    const [control, treatment] = arm === 'C' ? [decision, other] : [other, decision];
    const controlMicros = netTakenMicros(request, control);
    const treatmentMicros = netTakenMicros(request, treatment);
    if (arm === 'T') this.lostMicros += controlMicros - treatmentMicros;
    this.hasCounts = true;
    this.counts.add({
      arm,
      place,
      isWithoutUnit: !hasUnit,
      cluster: -1,
      hour: Math.floor((nowMs() - midnightMs) / msPerHour),
      controlMicros,
      treatmentMicros,
      buyers: this.#buyersOf(request, { control, treatment, controlMicros, treatmentMicros }),
    });
  }

  #buyersOf({ bids }: AuctionRequest, decided: Decided): CountedBuyer[] {
    const [controlWinner, treatmentWinner] = [decided.control, decided.treatment].map(
      ({ winnerPlace }) => bids[winnerPlace]?.memberId ?? null,
    );
    for (const winner of [controlWinner, treatmentWinner]) {
      if (winner !== null && winner !== undefined && this.#buyers.size < mostBuyers) this.#buyers.add(winner);
    }
    const found = new Map<number, { bids: number; bidMicros: number }>();
    for (const [place, { memberId }] of bids.entries()) {
      if (memberId === null || !this.#buyers.has(memberId)) continue;
      const buyer = found.get(memberId) ?? { bids: 0, bidMicros: 0 };
      found.set(memberId, buyer);
      buyer.bids++;
      buyer.bidMicros += decided.control.netMicros[place]!;
    }
    return Array.from(found, ([member, sums]) => ({
      member,
      ...sums,
      controlMicros: member === controlWinner ? decided.controlMicros : 0,
      treatmentMicros: member === treatmentWinner ? decided.treatmentMicros : 0,
    }));
  }
}

interface Decided extends Readonly<Record<'control' | 'treatment', Decision>> {
  readonly controlMicros: number;
  readonly treatmentMicros: number;
}

/** Where the counts of a phase are kept, among the times of the report of its ym-profile. */
export const phaseTime = (experimentId: number, key: string): string => `experiment-${experimentId}-${key}`;
