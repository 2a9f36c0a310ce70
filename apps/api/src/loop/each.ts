import { StoreUnavailable } from '@auction-tiers/store';
import type { JobRun } from './job.ts';

/**
 * Works on one element after the other until the run is over. An element that fails is told of, stops none of the others,
 * and is tried again by the next run. Rejects where the store is away.
 */
export async function eachOf<T extends { readonly id: number }>(
  run: JobRun,
  all: Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  for (const one of all) {
    if (run.isOver) return;
    try {
      await work(one);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      run.tell(error, one.id);
    }
  }
}
