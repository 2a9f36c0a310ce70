import { epochMsOf, experimentDays, type StoredExperiment } from '@auction-tiers/contract';
import type { ExperimentCounts } from '@auction-tiers/experiment';

const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;

/** How long an experiment is planned to run, days. */
export function plannedDaysOf({ start_at: start, end_at: end }: Pick<StoredExperiment, 'start_at' | 'end_at'>): number {
  const [startMs, endMs] = [epochMsOf(start ?? ''), epochMsOf(end ?? '')];
  return startMs === undefined || endMs === undefined ? experimentDays : Math.max(1 / 24, (endMs - startMs) / msPerDay);
}

/** How long it has run without its pauses, days: hours without auctions say nothing. */
export function elapsedDaysOf(
  { start_at: start }: Pick<StoredExperiment, 'start_at'>,
  counts: ExperimentCounts,
  nowMs: number,
): number {
  const hours = new Set(counts.rowsOf('hour').map(({ key }) => key[0])).size;
  const sinceMs = nowMs - (epochMsOf(start ?? '') ?? nowMs);
  return Math.max(0, Math.min(sinceMs, hours * msPerHour)) / msPerDay;
}
