import { compileInSteps, type CompileResult, type TierSetSource } from '@auction-tiers/tier-engine';

/** How long compiling may hold up everything else at a time. */
const sliceMs = 2;

/** What is to be compiled, and who wants to know. */
export interface CompileOrder {
  readonly source: TierSetSource;
  readonly done: (result: CompileResult) => void;
}

/** Asked when the turn of an order has come; undefined: it is no longer wanted. */
type TakeOrder = () => CompileOrder | undefined;

/** Compiles one tier set after the other, in slices between which everything else goes on. */
export class CompileQueue {
  readonly #waiting = new Map<number, TakeOrder>();
  #working: Promise<void> | undefined;

  /** One order a ym-profile waits; a later one takes its place. One that has begun goes on to its end. */
  add(ymProfileId: number, takeOrder: TakeOrder): void {
    this.#waiting.set(ymProfileId, takeOrder);
    this.#working ??= this.#work();
  }

  /** Resolves when nothing is waiting. */
  async settled(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    // Whoever orders may be in the middle of taking in a change of many objects.
    await nextTurn();
    // A map goes on to what is added while it is gone through.
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
