import type { InputReport } from '../log/auction/input-report.ts';
import { mergeInputReports } from '../log/auction/merge-input-reports.ts';

/** Puts together what is read of the parts of a log, which come in any order. */
export class PartGathering {
  readonly #inputs: InputReport[] = [];
  #failure: { readonly at: number; readonly error: Error } | undefined;

  /** What was read of the part of that place in the log. */
  add(at: number, input: InputReport): void {
    this.#inputs[at] = input;
  }

  /** Of several failures the one counts that stands first in the log: it is what reading in one go meets. */
  fail(at: number, error: Error): void {
    if (this.#failure === undefined || at < this.#failure.at) this.#failure = { at, error };
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  input(): InputReport {
    return mergeInputReports(this.#inputs);
  }
}
