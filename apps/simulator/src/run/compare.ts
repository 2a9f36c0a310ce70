import { Comparison } from '../compare/measuring/comparison.ts';
import { toCompareReport } from '../compare/reporting/to-compare-report.ts';
import type { CompareReport } from '../schema/compare-report.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import type { LogRun } from './run-log.ts';
import { runLog, toReadingTask } from './run-log.ts';
import type { CompareTask } from './task.ts';

/** What to compare, over which log. */
export interface CompareOrder extends LogRun {
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
  /** Seed of resamples, examples and the sample; auctions have seeds of their own. */
  readonly seed: string;
  /** Elasticity of bids that the verdict assumes. Default 0: buyers do not react. */
  readonly elasticity?: number;
}

/**
 * Runs every auction of the log under both tier sets, in one pass and bounded memory. The same log, tier sets and seed
 * give the same report, byte for byte. Throws what reading the log throws.
 */
export async function compare(order: CompareOrder): Promise<CompareReport> {
  const { current, draft, fee, seed, elasticity = 0 } = order;
  const reading = toReadingTask(order, [current, draft]);
  const task: CompareTask = { kind: 'compare', ...reading, current: current.source, draft: draft.source, seed };
  const comparison = new Comparison({ current, draft, seed });
  const read = await runLog(order, task, comparison);
  return toCompareReport({ comparison, ...read, fee, current, draft, seed, elasticity });
}
