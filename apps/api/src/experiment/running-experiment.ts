import type { ExperimentArm } from '@auction-tiers/auction-codec';
import type { ExperimentGuard } from '@auction-tiers/contract';
import { armOf, type Arm, placeOf } from '@auction-tiers/experiment/assignment';
import type { TierSet } from '@auction-tiers/tier-engine';
import type { Assigned, Phase } from './phase.ts';

/** What an auction of a running experiment is decided by, and counted in. */
export interface Trial extends Assigned {
  /** The tiers of the arm that was not chosen. */
  readonly other: TierSet;
  readonly phase: Phase;
}

/** What of a stored experiment decides auctions. */
export interface RunningParts {
  readonly id: number;
  readonly memberId: number;
  readonly ymProfileId: number;
  /** 0: nobody sees the draft. */
  readonly share: number;
  readonly salt: string;
  readonly guard: ExperimentGuard;
  readonly treatment: TierSet;
  /** The phase of a control; `isCurrent`: the control is what is stored now. */
  readonly phaseOf: (control: TierSet, isCurrent: boolean) => Phase;
}

/** An experiment that runs, as this process decides by it. A change of it makes another one. */
export class RunningExperiment {
  readonly parts: RunningParts;
  readonly #shown: Readonly<Record<Arm, ExperimentArm>>;
  #control: TierSet | undefined;
  #phase: Phase | undefined;
  /** Whether this process has stopped it, until that is stored. */
  isStopped = false;

  constructor(parts: RunningParts) {
    this.parts = parts;
    const { id } = parts;
    this.#shown = { C: { id, arm: 'C' }, T: { id, arm: 'T' } };
  }

  /** The phase of the last auction. */
  get phase(): Phase | undefined {
    return this.#phase;
  }

  /** The arm of an auction. `revision`: undefined where the live tiers are those that are stored now. */
  assign(control: TierSet, revision: string | undefined, unit: string | undefined, seed: string): Trial {
    const { salt, share, treatment, phaseOf } = this.parts;
    if (control !== this.#control || this.#phase === undefined) {
      this.#phase = phaseOf(control, revision === undefined);
      this.#control = control;
    }
    const place = placeOf(salt, unit ?? seed);
    const arm = share > 0 && !this.isStopped ? armOf(place, share) : 'C';
    const other = arm === 'C' ? treatment : control;
    return { shown: this.#shown[arm], place, hasUnit: unit !== undefined, other, phase: this.#phase };
  }

  /** The tiers that decide an auction of a trial. */
  tiersOf({ shown }: Trial, control: TierSet): TierSet {
    return shown.arm === 'C' ? control : this.parts.treatment;
  }
}
