import { findSource } from '../log/file/source.ts';
import { sizeOf } from './cut-log.ts';
import { PartGathering } from './part-gathering.ts';
import type { PartThreads } from './part-threads.ts';
import { runOnThreads } from './run-on-threads.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import type { CompareReport } from '../schema/compare-report.ts';
import type { CompareTask } from './compare-share.ts';
import { CompareShare } from './compare-share.ts';
import type { ComparisonData } from '../compare/measuring/comparison.ts';
import { Comparison } from '../compare/measuring/comparison.ts';
import type { OpenOrder } from './open-log.ts';
import { buyersOf } from './open-log.ts';
import { toCompareReport } from '../compare/reporting/to-compare-report.ts';

/** What to compare, over which files. */
export interface ThreadedOrder extends OpenOrder {
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
  readonly seed: string;
  readonly elasticity?: number;
  /** To share the work with. */
  readonly threads: PartThreads;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
}

/**
 * As `compare`, on several threads: the same report, byte for byte. Broken lines are told at the end, the first ones.
 * Throws the `Failure` that reading the log in one go would end with.
 */
export async function compareOnThreads(order: ThreadedOrder): Promise<CompareReport> {
  const { files, current, draft, seed, elasticity = 0, feePpm, mapped = new Map(), isStrict = false } = order;
  const { threads, onProgress = () => {}, onBrokenLine = () => {} } = order;
  const sources = await Promise.all(files.map(findSource));
  const totalBytes = sizeOf(sources);
  let doneBytes = 0;
  const task: CompareTask = {
    current: current.source,
    draft: draft.source,
    seed,
    mapped: [...mapped],
    memberOfName: [...buyersOf(order)],
    feePpm,
    isStrict,
  };
  const gathering = new ComparisonGathering(new Comparison({ current, draft, seed }));
  const onBytes = (count: number) => onProgress((doneBytes += count), totalBytes);
  const here = new CompareShare(task, onBytes);
  await runOnThreads({ sources, here, threads, task, onBytes }, gathering);
  const input = gathering.input();
  for (const broken of input.broken) onBrokenLine(broken);
  const { comparison } = gathering;
  return toCompareReport({ comparison, input, byteCount: totalBytes, current, draft, seed, elasticity });
}

class ComparisonGathering extends PartGathering {
  readonly comparison: Comparison;

  constructor(comparison: Comparison) {
    super();
    this.comparison = comparison;
  }

  merge(data: ComparisonData): void {
    this.comparison.merge(data);
  }
}
