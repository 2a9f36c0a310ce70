import type { ChosenBreakdown } from '@auction-tiers/tally';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { compile } from '@auction-tiers/tier-engine';
import type { UsualFee } from '../log/auction/fee.ts';
import type { CurrencyRates } from '../log/auction/reading.ts';
import type { Owner } from '../log/auction/owner.ts';
import type { SeatData } from '../log/auction/seat-book.ts';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';

/** How every part of a log is read. Plain data: JSON carries it. */
export interface ReadingTask {
  /** Who the seats of the log are. */
  readonly seats: SeatData;
  /** Fee of bids that name none, in auctions that name none. */
  readonly fee: UsualFee;
  /** The currency of the seller, ISO 4217, and its rates: OpenRTB is converted as the service converts it. */
  readonly currency: string;
  readonly rates: CurrencyRates;
  /** Whose auctions the log should have; undefined: of any seller. */
  readonly owner?: Owner;
  /** Dotted path of the time in lines of OpenRTB; undefined: `time`, which they may lack. */
  readonly timeField?: string | undefined;
  /** Whether a broken line ends the run. */
  readonly isStrict: boolean;
}

export interface ReplayTask extends ReadingTask {
  readonly kind: 'replay';
  readonly tiers: TierSetSource;
  /** Attributes that are counted too. */
  readonly by?: readonly ChosenBreakdown[] | undefined;
}

export interface CompareTask extends ReadingTask {
  readonly kind: 'compare';
  readonly current: TierSetSource;
  readonly draft: TierSetSource;
  /** Draws examples and samples. */
  readonly seed: string;
  readonly commitments: readonly ReadCommitment[];
}

/** All that a part worker needs to know, in whatever thread or machine. Plain data. */
export type RunTask = ReplayTask | CompareTask;

/** Sums over auctions. The sums of parts of a log merge, in any order, to exactly the sums of the whole. */
export interface Work {
  add(auction: LoggedAuction): void;
  /** `data` is the data of a work of the same task. */
  merge(data: unknown): void;
  /** Plain data, for `merge`. */
  toData(): unknown;
}

const modules = {
  replay: () => import('../replay/replay.ts'),
  compare: () => import('../compare/measuring/comparison.ts'),
};

/** Loads the code of a kind of task before the task itself is known. */
export async function preload(kind: RunTask['kind']): Promise<void> {
  await modules[kind]();
}

/** A new work for a task. */
export async function createWork(task: RunTask): Promise<Work> {
  if (task.kind === 'replay') {
    const { Replay } = await modules.replay();
    return new Replay(compileAgain(task.tiers), task.by);
  }
  const { Comparison } = await modules.compare();
  const [current, draft] = [task.current, task.draft].map((source) => ({ tierSet: compileAgain(source), source }));
  const { seed, commitments } = task;
  return new Comparison({ current: current!, draft: draft!, seed, commitments });
}

/** The sender of the task has compiled these tiers before. */
function compileAgain(source: TierSetSource): TierSet {
  const compiled = compile(source);
  if (!compiled.ok) throw new TypeError('A tier set that compiled before does not compile here.');
  return compiled.tierSet;
}
