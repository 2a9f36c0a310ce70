import type { ExperimentArm } from '@auction-tiers/auction-codec';
import type { Place } from '@auction-tiers/experiment';
import { type AuctionRequest, type Decision, netTakenMicros, type TierSet } from '@auction-tiers/tier-engine';
import { type Cell, PhaseCounts } from './phase-counts.ts';

const msPerHour = 3_600_000;

/** How an auction was assigned. */
export interface Assigned {
  readonly shown: ExperimentArm;
  readonly place: Place;
  readonly hasUnit: boolean;
  /** Of a switchback. */
  readonly cell: Cell | null;
}

/** An assigned auction with the tiers that decided it, and those of the arm that was not chosen. */
interface Counted extends Assigned {
  readonly chosen: TierSet;
  readonly other: TierSet;
}

/** What names a phase, and where and when its auctions are counted. */
export interface PhaseParts {
  readonly experimentId: number;
  readonly memberId: number;
  readonly ymProfileId: number;
  /** A hash of both tier sets and the share: equal in every process. */
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
  readonly counts = new PhaseCounts();
  /** Whether the store has said that the experiment names it, and the mirror has not heard of it yet. */
  isNamedAhead = false;
  /** How often nothing was to be stored of it. */
  idle = 0;
  /** What the draft has lost on auctions that it decided here, CPM micros; less than 0: it has won. */
  lostMicros = 0;

  constructor(parts: PhaseParts) {
    this.parts = parts;
  }

  /** Counts an auction that was decided; `other` is the decision of the arm that was not chosen. */
  count(assigned: Counted, request: AuctionRequest, decision: Decision, other: Decision): void {
    const { midnightMs, nowMs } = this.parts;
    const { shown, place, hasUnit, cell, chosen, other: unchosen } = assigned;
    const { arm } = shown;
    const [control, treatment] = arm === 'C' ? [decision, other] : [other, decision];
    const controlMicros = netTakenMicros(request, control);
    const treatmentMicros = netTakenMicros(request, treatment);
    if (arm === 'T') this.lostMicros += controlMicros - treatmentMicros;
    const hour = cell?.hour ?? Math.floor((nowMs() - midnightMs) / msPerHour);
    const [controlTiers, treatmentTiers] = arm === 'C' ? [chosen, unchosen] : [unchosen, chosen];
    const outcome = {
      control,
      treatment,
      controlMicros,
      treatmentMicros,
      tierOfControl: tierOf(controlTiers, control),
      tierOfTreatment: tierOf(treatmentTiers, treatment),
    };
    this.counts.count({ arm, place, hasUnit, cell, hour }, request, outcome);
  }
}

/** The tier that took the winner's bid; null: none. */
const tierOf = ({ tiers }: TierSet, { winnerPlace, tierIndexes }: Decision): number | null =>
  winnerPlace < 0 ? null : (tiers[tierIndexes[winnerPlace]!]?.id ?? null);

/** Where the counts of a phase are kept, among the times of the report of its ym-profile. */
export const phaseTime = (experimentId: number, key: string): string => `experiment-${experimentId}-${key}`;
