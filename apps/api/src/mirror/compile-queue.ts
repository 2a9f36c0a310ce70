import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BuyerPairs,
  type BuyerTable,
  type CompileResult,
  indexBuyers,
  prepareTierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';
import { breathe } from '../loop/breathe.ts';
import { Thread } from '../loop/thread.ts';

/** Most buyer-tier pairs that are indexed on the main thread, in some 20 ms; more are indexed in another thread. */
const mostPairsHere = 200_000;

const indexThread = new Thread<BuyerPairs, BuyerTable>('./index-thread', import.meta.url);

/** As the engine's `compile`, but indexes the buyers of a very large tier set in a thread. */
async function compileApart(source: TierSetSource): Promise<CompileResult> {
  const prepared = prepareTierSet(source);
  if (!prepared.ok) return prepared;
  const { pairs, finish } = prepared;
  await breathe();
  if (pairs.keys.length <= mostPairsHere) return { ok: true, tierSet: finish(indexBuyers(pairs)) };
  const moved = [pairs.keys.buffer, pairs.tierIndexes.buffer] as ArrayBuffer[];
  return { ok: true, tierSet: finish(await indexThread.ask(pairs, moved)) };
}

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

/** Compiles one tier set after the other, in the background. */
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
    await nextTurn();
    // Iterating a Map includes entries that are added meanwhile.
    for (const [ymProfileId, { takeOrder, onFailure }] of this.#waiting) {
      this.#waiting.delete(ymProfileId);
      try {
        const order = takeOrder();
        if (order !== undefined) order.done(await compileApart(order.source));
      } catch (error) {
        onFailure(error);
      }
    }
    this.#working = undefined;
  }
}
