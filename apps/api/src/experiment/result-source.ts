import { dateText, type ExperimentResult, type StoredExperiment } from '@auction-tiers/contract';
import { type AnswerOrigin, ExperimentCounts, toExperimentResult } from '@auction-tiers/experiment';
import { Thread } from '../loop/thread.ts';
import type { Cells } from './cells.ts';
import { addRecords } from './counts-record.ts';
import { elapsedDaysOf, lastHourOf, pausedDaysOf, plannedDaysOf } from './duration.ts';
import { maxLossMicros } from './money.ts';

/** What the result of an experiment is computed from. */
export interface ResultQuestion {
  readonly stored: Pick<
    StoredExperiment,
    'id' | 'state' | 'design' | 'start_at' | 'end_at' | 'guard' | 'minimums' | 'buyers_before' | 'pauses'
  >;
  readonly cells: Cells | null;
  /** The stored records of each phase. */
  readonly phases: readonly { readonly share: number; readonly records: Uint8Array }[];
  readonly nowMs: number;
  /** The local day from which its days are counted, since 1970-01-01. */
  readonly firstDay: number;
  /** Days of the seller's calendar since its start, for a sentence; empty: none. */
  readonly calendarDays: string;
}

const thread = new Thread<ResultQuestion, ExperimentResult>('./result-thread', import.meta.url);

/** Computes the result of an experiment in a thread: a switchback's takes seconds, and auctions go on meanwhile. */
export const askResult = (question: ResultQuestion): Promise<ExperimentResult> => thread.ask(question);

export function workOut({ stored, cells, phases: read, nowMs, ...ofCalendar }: ResultQuestion): ExperimentResult {
  const phases = read.map(({ share, records }) => {
    const counts = new ExperimentCounts();
    addRecords(Buffer.from(records), counts);
    return { share, counts };
  });
  const counted = phases.map(({ counts }) => counts);
  const paused = pausedDaysOf(stored, counted);
  return toExperimentResult({
    design: stored.design,
    plannedDays: plannedDaysOf(stored, cells),
    elapsedDays: elapsedDaysOf(stored, cells, counted, nowMs),
    phases,
    switchback: cells && { schedule: cells.schedule, seed: `result ${stored.id}`, paused },
    before: stored.buyers_before.map(({ member_id: member, log_net: logNet, ...rest }) => ({
      member,
      logNet,
      ...rest,
    })),
    answerOf: answerOf(stored, cells, counted),
    guard: { maxLoss: maxLossMicros(stored.guard.max_loss) },
    ...ofCalendar,
  });
}

/** The origin of the measured answer of buyers: a switchback of one phase, with the minimums noted at its start. */
function answerOf(
  { id, minimums }: ResultQuestion['stored'],
  cells: Cells | null,
  phases: readonly ExperimentCounts[],
): AnswerOrigin | undefined {
  const last = lastHourOf(phases);
  if (cells === null || phases.length !== 1 || last === undefined) return undefined;
  const until = cells.starts[Math.floor(last / hoursPerDay) + 1] ?? cells.starts.at(-1)!;
  const moved = new Map(minimums.map(({ member_id: member, from, to }) => [member, { from, to }]));
  return { experiment_id: id, until: dateText(until), minimums: moved };
}

const hoursPerDay = 24;
