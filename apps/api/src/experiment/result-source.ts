import type { StoredExperiment } from '@auction-tiers/contract';
import { ExperimentCounts, type ExperimentResult, toExperimentResult } from '@auction-tiers/experiment';
import { Thread } from '../loop/thread.ts';
import type { Cells } from './cells.ts';
import { addRecords, allOf } from './counts-record.ts';
import { elapsedDaysOf, plannedDaysOf } from './duration.ts';
import { maxLossMicros } from './money.ts';

/** What the result of an experiment is worked out from. */
export interface ResultQuestion {
  readonly stored: Pick<StoredExperiment, 'id' | 'design' | 'start_at' | 'end_at' | 'guard'>;
  readonly cells: Cells | null;
  /** What is stored of each phase. */
  readonly phases: readonly { readonly share: number; readonly records: Uint8Array }[];
  readonly nowMs: number;
}

const thread = new Thread<ResultQuestion, ExperimentResult>('./result-thread', import.meta.url);

/** The result of an experiment: a switchback's takes seconds at its end, and auctions are decided meanwhile. */
export const askResult = (question: ResultQuestion): Promise<ExperimentResult> => thread.ask(question);

export function workOut({ stored, cells, phases: read, nowMs }: ResultQuestion): ExperimentResult {
  const phases = read.map(({ share, records }) => {
    const counts = new ExperimentCounts();
    addRecords(Buffer.from(records), counts);
    return { share, counts };
  });
  return toExperimentResult({
    design: stored.design,
    plannedDays: plannedDaysOf(stored, cells),
    elapsedDays: elapsedDaysOf(stored, cells, allOf(phases), nowMs),
    phases,
    switchback: cells && { schedule: cells.schedule, seed: `result ${stored.id}` },
    guard: { maxLoss: maxLossMicros(stored.guard.max_loss) },
  });
}
