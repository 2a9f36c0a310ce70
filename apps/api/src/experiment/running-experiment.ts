import type { ExperimentArm } from '@auction-tiers/auction-codec';
import type { ExperimentGuard } from '@auction-tiers/contract';
import { armOf, type Arm, placeOf } from '@auction-tiers/experiment/assignment';
import type { AuctionRequest, Impression, TierSet } from '@auction-tiers/tier-engine';
import { type Cells, clusterValue, clusterValuesOf, dayOf, hourOf } from './cells.ts';
import type { Assigned, Phase } from './phase.ts';
import type { Cell } from './phase-counts.ts';

/** The tiers that decide an auction of a running experiment, and the phase that counts it. */
export interface ArmDecision extends Assigned {
  readonly chosen: TierSet;
  /** The tiers of the arm that was not chosen. */
  readonly other: TierSet;
  readonly phase: Phase;
  /** How the report names the arm. */
  readonly label: string;
}

/** The parts of a stored experiment that decide auctions. */
export interface RunningParts {
  readonly id: number;
  readonly memberId: number;
  readonly ymProfileId: number;
  /** The share of arm T; 0: the draft decides no auction. */
  readonly share: number;
  /** The cells of a switchback, which have their own shares; null for other designs. */
  readonly cells: Cells | null;
  readonly salt: string;
  readonly guard: ExperimentGuard;
  /** The tiers that are compared with the live ones: the draft's or, in a hold-back, the previous ones. */
  readonly compared: TierSet;
  /** The arm that the live tiers decide. */
  readonly liveArm: Arm;
  /** The phase of live tiers; `isCurrent`: they are the stored tiers. */
  readonly phaseOf: (live: TierSet, isCurrent: boolean) => Phase;
  readonly nowMs: () => number;
}

/** A running experiment in this process. A change of the stored experiment creates another instance. */
export class RunningExperiment {
  readonly parts: RunningParts;
  readonly #shown: Readonly<Record<Arm, ExperimentArm>>;
  readonly #labels: Readonly<Record<Arm, string>>;
  readonly #clusters: ReadonlyMap<string, number>;
  #live: TierSet | undefined;
  #phase: Phase | undefined;
  /** Whether this process has stopped the experiment before the pause is stored. */
  isStopped = false;

  constructor(parts: RunningParts) {
    this.parts = parts;
    const { id, cells } = parts;
    this.#shown = { C: { id, arm: 'C' }, T: { id, arm: 'T' } };
    this.#labels = { C: `${id}/C`, T: `${id}/T` };
    this.#clusters = new Map(cells === null ? [] : clusterValuesOf(cells.clusters).map((value, at) => [value, at]));
  }

  /**
   * The arm of an auction; undefined before the first and after the last day of a switchback. `behind`: undefined where
   * the live tiers are the stored ones.
   */
  assign(
    live: TierSet,
    behind: string | undefined,
    unit: string | undefined,
    { seed, impression }: Pick<AuctionRequest, 'seed' | 'impression'>,
  ): ArmDecision | undefined {
    const { salt, cells, compared, liveArm, phaseOf, nowMs } = this.parts;
    const cell = cells === null ? null : this.#cellOf(cells, impression, nowMs());
    if (cell === undefined) return undefined;
    if (live !== this.#live || this.#phase === undefined) {
      this.#phase = phaseOf(live, behind === undefined);
      this.#live = live;
    }
    const place = placeOf(salt, unit ?? seed);
    const share = cell === null ? this.parts.share : cell.share;
    const arm = this.isStopped ? liveArm : armOf(place, share);
    const [chosen, other] = arm === liveArm ? [live, compared] : [compared, live];
    return {
      shown: this.#shown[arm],
      label: this.#labels[arm],
      place,
      hasUnit: unit !== undefined,
      cell,
      chosen,
      other,
      phase: this.#phase,
    };
  }

  #cellOf(cells: Cells, impression: Impression, timeMs: number): (Cell & { readonly share: number }) | undefined {
    const day = Math.floor(dayOf(cells, timeMs));
    if (day < 0 || day >= cells.starts.length - 1) return undefined;
    const cluster = this.#clusters.get(clusterValue(cells.clusters.by, impression) ?? '') ?? -1;
    const hour = hourOf(cells, day, timeMs);
    return { cluster, hour, share: cluster < 0 ? 0 : cells.schedule.shares[cluster]![day]! };
  }
}
