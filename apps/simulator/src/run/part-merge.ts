import { Failure } from '../cli/failure.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import { mergeInputReports } from '../log/auction/input-report.ts';
import type { Work } from './task.ts';

/** Merges what part workers find in the parts of a log, in any order. */
export class PartMerge {
  readonly work: Work;
  readonly #inputs: InputReport[] = [];
  #failure: { readonly at: number; readonly error: Failure } | undefined;

  /** `work` is what everything is merged into. */
  constructor(work: Work) {
    this.work = work;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Takes what was read of the part at that place in the log. */
  add(at: number, input: InputReport): void {
    this.#inputs[at] = input;
  }

  /** Of several failures the first in the log counts: it is the one that reading in one go meets. */
  fail(at: number, error: Failure): void {
    if (this.#failure === undefined || at < this.#failure.at) this.#failure = { at, error };
  }

  /** Takes what `run` gives for a part, or its `Failure`. */
  async take(at: number, run: () => Promise<InputReport>): Promise<void> {
    try {
      this.add(at, await run());
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.fail(at, error);
    }
  }

  /** What was read of the whole log. Throws the failure, if there is one. */
  finish(): InputReport {
    if (this.#failure !== undefined) throw this.#failure.error;
    return mergeInputReports(this.#inputs);
  }
}
