import { epochMsOf, experimentDays, type StoredExperiment } from '@auction-tiers/contract';
import type { ExperimentCounts } from '@auction-tiers/experiment';
import { type Cells, dayOf } from './cells.ts';

const [msPerHour, hoursPerDay] = [3_600_000, 24];
const msPerDay = hoursPerDay * msPerHour;

/** How long an experiment is planned to run, in days; for a switchback, in its local days. */
export function plannedDaysOf(
  { start_at: start, end_at: end }: Pick<StoredExperiment, 'start_at' | 'end_at'>,
  cells: Cells | null,
): number {
  if (cells !== null) return cells.starts.length - 1;
  const [startMs, endMs] = [epochMsOf(start ?? ''), epochMsOf(end ?? '')];
  return startMs === undefined || endMs === undefined ? experimentDays : Math.max(1 / 24, (endMs - startMs) / msPerDay);
}

/**
 * How long an experiment has run, in days without its pauses: hours without auctions do not count. For a switchback,
 * the days of its schedule up to the last one that has auctions.
 */
export function elapsedDaysOf(
  { start_at: start }: Pick<StoredExperiment, 'start_at'>,
  cells: Cells | null,
  phases: readonly ExperimentCounts[],
  nowMs: number,
): number {
  const hours = hoursOf(phases);
  if (cells !== null) {
    const lastDay = [...hours].reduce((last, hour) => Math.max(last, Math.floor(hour / hoursPerDay) + 1), 0);
    return Math.max(0, Math.min(dayOf(cells, nowMs), lastDay));
  }
  const sinceMs = nowMs - (epochMsOf(start ?? '') ?? nowMs);
  return Math.max(0, Math.min(sinceMs, hours.size * msPerHour)) / msPerDay;
}

/** The hours since the first midnight that have auctions. */
const hoursOf = (phases: readonly ExperimentCounts[]): ReadonlySet<number> =>
  new Set(phases.flatMap((counts) => counts.rowsOf('hour').map(({ key }) => Number(key[0]))));

/** The last hour that has an auction; undefined: none has. */
export const lastHourOf = (phases: readonly ExperimentCounts[]): number | undefined =>
  [...hoursOf(phases)].reduce<number | undefined>((last, hour) => Math.max(last ?? 0, hour), undefined);

/**
 * The days of a switchback that it did not decide completely: those of its pauses and, if it does not run any more, its
 * last day, unless the last hour of that day has auctions.
 */
export function pausedDaysOf(
  { state, pauses }: Pick<StoredExperiment, 'state' | 'pauses'>,
  phases: readonly ExperimentCounts[],
): ReadonlySet<number> {
  const last = lastHourOf(phases);
  const days = pauses.flatMap(({ from_day: from, to_day: to }) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  const isCut = state !== 'running' && last !== undefined && last % hoursPerDay < hoursPerDay - 1;
  return new Set(isCut ? [...days, Math.floor(last / hoursPerDay)] : days);
}
