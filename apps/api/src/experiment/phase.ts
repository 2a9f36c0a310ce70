import type { ExperimentArm } from '@auction-tiers/auction-codec';
import type { Place } from '@auction-tiers/experiment';
import { quantityOf, timesQuantity } from '@auction-tiers/tally';
import { type AuctionRequest, type Decision, netTakenMicros, type TierSet } from '@auction-tiers/tier-engine';
import { type Cell, PhaseCounts } from './phase-counts.ts';

const msPerHour = 3_600_000;

/** How an auction was assigned. */
export interface Assigned {
  readonly shown: ExperimentArm;
  readonly place: Place;
  readonly hasUnit: boolean;
  /** The cell, in a switchback. */
  readonly cell: Cell | null;
}

/** An assigned auction with the tiers that decided it, and the tiers of the other arm. */
interface Counted extends Assigned {
  readonly chosen: TierSet;
  readonly other: TierSet;
}

/** The key and owner of a phase, and the times that its counts need. */
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

/** The counts of an experiment's phase in this process. A phase has one control, one treatment and one share. */
export class Phase {
  readonly parts: PhaseParts;
  /** The counts that are not stored yet. */
  readonly counts = new PhaseCounts();
  /** Whether the stored experiment lists the phase already, and the mirror does not show that yet. */
  isNamedAhead = false;
  /** How many times in a row the phase had nothing to store. */
  idle = 0;
  /** What the draft has lost on auctions that it decided here, CPM micros; negative: it has gained. */
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
    const quantity = quantityOf(request);
    const controlMicros = timesQuantity(netTakenMicros(request, control), quantity);
    const treatmentMicros = timesQuantity(netTakenMicros(request, treatment), quantity);
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
const tierOf = ({ tiers }: TierSet, { winnerIndex, tierIndexes }: Decision): number | null =>
  winnerIndex < 0 ? null : (tiers[tierIndexes[winnerIndex]!]?.id ?? null);

const phasePrefix = 'experiment-';
/** The name under which a phase's counts are stored, among the hours and days of its ym-profile's report. */
export const phaseTime = (experimentId: number, key: string): string => `${phasePrefix}${experimentId}-${key}`;
/** Whether counts are those of a phase, which the guard of experiments merges. */
export const isPhaseTime = (time: string): boolean => time.startsWith(phasePrefix);
