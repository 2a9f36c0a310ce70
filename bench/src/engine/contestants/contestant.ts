import type { Tier } from '@auction-tiers/tier-engine';
import type { Workload } from '../workload/workload.ts';

/**
 * What a contestant answers for each bid, and so what it is checked against. `draw`: the service's rule, with a draw
 * among equal priorities. `first`: the first matching tier in the order of the workload's ranked tiers, for those that
 * cannot draw. `read`: no tier, only proof of having read the bid, see `readingOf`.
 */
export type Question = 'draw' | 'first' | 'read';

export interface Contestant {
  readonly name: string;
  readonly question: Question;
  /** Makes everything that can be kept between auctions: parses, compiles, sorts. Not part of what is timed. */
  readonly prepare: (workload: Workload) => Runner | Promise<Runner>;
}

export interface Runner {
  /** What the answers are indexes into; -1 is no tier. Null: they are readings. */
  readonly tiers: readonly Tier[] | null;
  /** Answers the bids of the auctions `from` to before `to`, each auction into its own array. */
  readonly run: (from: number, to: number, answers: readonly Int32Array[]) => void | Promise<void>;
  /** Whether it works in native threads of its own, so that the processor time of all threads is its cost. */
  readonly hasThreads?: boolean;
  /** Gives back what the garbage collector does not. */
  readonly dispose?: () => void;
}
