import { epochMsOf, experimentDays, type StoredExperiment } from '@auction-tiers/contract';
import type { ExperimentCounts } from '@auction-tiers/experiment';
import { type Cells, dayOf } from './cells.ts';

const [msPerHour, hoursPerDay] = [3_600_000, 24];
const msPerDay = hoursPerDay * msPerHour;

/** How long an experiment is planned to run, days; a switchback by its local days. */
export function plannedDaysOf(
  { start_at: start, end_at: end }: Pick<StoredExperiment, 'start_at' | 'end_at'>,
  cells: Cells | null,
): number {
  if (cells !== null) return cells.starts.length - 1;
  const [startMs, endMs] = [epochMsOf(start ?? ''), epochMsOf(end ?? '')];
  return startMs === undefined || endMs === undefined ? experimentDays : Math.max(1 / 24, (endMs - startMs) / msPerDay);
}

/**
 * How long it has run without its pauses, days: hours without auctions say nothing. Days of a switchback are those of its
 * schedule, until the last that has auctions.
 */
export function elapsedDaysOf(
  { start_at: start }: Pick<StoredExperiment, 'start_at'>,
  cells: Cells | null,
  counts: ExperimentCounts,
  nowMs: number,
): number {
  const hours = new Set(counts.rowsOf('hour').map(({ key }) => Number(key[0])));
  if (cells !== null) {
    const lastDay = [...hours].reduce((last, hour) => Math.max(last, Math.floor(hour / hoursPerDay) + 1), 0);
    return Math.max(0, Math.min(dayOf(cells, nowMs), lastDay));
  }
  const sinceMs = nowMs - (epochMsOf(start ?? '') ?? nowMs);
  return Math.max(0, Math.min(sinceMs, hours.size * msPerHour)) / msPerDay;
}
