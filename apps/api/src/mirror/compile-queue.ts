import { laterTurn } from '../slice/slice.ts';
import { compileInSteps, type CompileResult, type TierSetSource } from '@auction-tiers/tier-engine';

/** How long compiling may block the event loop at a time. */
const sliceMs = 2;

/** A tier set to compile, and the function that takes the result. */
export interface CompileOrder {
  readonly source: TierSetSource;
  readonly done: (result: CompileResult) => void;
}

/** Called when the turn of an order has come; undefined: it is no longer needed. */
type TakeOrder = () => CompileOrder | undefined;

/** Compiles one tier set after the other, in slices between which the event loop runs. */
export class CompileQueue {
  readonly #waiting = new Map<number, TakeOrder>();
  #working: Promise<void> | undefined;

  /** At most one order per ym-profile waits; a later one replaces it. One that has started is finished. */
  add(ymProfileId: number, takeOrder: TakeOrder): void {
    this.#waiting.set(ymProfileId, takeOrder);
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
    for (const [ymProfileId, takeOrder] of this.#waiting) {
      this.#waiting.delete(ymProfileId);
      const order = takeOrder();
      if (order !== undefined) order.done(await compileInSlices(order.source));
    }
    this.#working = undefined;
  }
}

async function compileInSlices(source: TierSetSource): Promise<CompileResult> {
  const steps = compileInSteps(source);
  let endMs = performance.now() + sliceMs;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (performance.now() < endMs) continue;
    await nextTurn();
    endMs = performance.now() + sliceMs;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
