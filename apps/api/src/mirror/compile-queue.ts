import { compileInSteps, type CompileResult, type TierSetSource } from '@auction-tiers/tier-engine';
import { inSlices, laterTurn } from '../slice/slice.ts';

/** A tier set to compile, and the function that takes the result. */
export interface CompileOrder {
  readonly source: TierSetSource;
  readonly done: (result: CompileResult) => void;
}

/** Called when the turn of an order has come; undefined: it is no longer needed. */
type TakeOrder = () => CompileOrder | undefined;

interface Waiting {
  readonly takeOrder: TakeOrder;
  readonly onFailure: (error: unknown) => void;
}

/** Compiles one tier set after the other, in slices between which the event loop runs. */
export class CompileQueue {
  readonly #waiting = new Map<number, Waiting>();
  #working: Promise<void> | undefined;

  /**
   * At most one order per ym-profile waits; a later one replaces it. One that has started is finished. `onFailure` takes
   * what is thrown, by a fault of the compiler for example: it must stop neither the other orders nor the process.
   */
  add(ymProfileId: number, takeOrder: TakeOrder, onFailure: Waiting['onFailure']): void {
    this.#waiting.set(ymProfileId, { takeOrder, onFailure });
    this.#working ??= this.#work();
  }

  /** Resolves when nothing is waiting. */
  async settled(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    // The follower may be applying a change of many objects in this turn of the event loop.
    await laterTurn();
    // Iterating a Map includes entries that are added meanwhile.
    for (const [ymProfileId, { takeOrder, onFailure }] of this.#waiting) {
      this.#waiting.delete(ymProfileId);
      try {
        const order = takeOrder();
        if (order !== undefined) order.done(await inSlices(compileInSteps(order.source)));
      } catch (error) {
        onFailure(error);
      }
    }
    this.#working = undefined;
  }
}
