import type { HistoryStep } from '@auction-tiers/contract';
import { msOf, utcText } from '../../figure/date.ts';

/** Reads a page of all steps of the ym-profile before a time (UTC), the newest first, from an index on. */
export type ReadSteps = (before: string, start: number, count: number) => Promise<readonly HistoryStep[]>;

const steps = 100;

/**
 * The revision of the step before a step. The listed steps may be those of one user only, so all steps are read. Null:
 * it was the first step. Throws where the step is not kept any more.
 */
export async function momentBefore(
  { revision, time }: Pick<HistoryStep, 'revision' | 'time'>,
  read: ReadSteps,
): Promise<string | null> {
  // Times are whole seconds, and several steps may have the same one.
  const before = utcText(msOf(time) + 1000);
  let isFound = false;
  for (let start = 0; ; start += steps) {
    const page = await read(before, start, steps);
    const at = page.findIndex((step) => step.revision === revision);
    if (isFound || at >= 0) {
      const next = page[at + 1];
      if (next !== undefined) return next.revision;
      isFound = true;
    }
    if (page.length < steps) {
      if (isFound) return null;
      throw new Error(`the step of ${time} UTC is not kept any more, so that nothing tells what was before it`);
    }
  }
}
