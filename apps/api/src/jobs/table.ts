import type { Work } from '../loop/job.ts';
import type { Job } from './jobs.ts';

const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000];

/** What does the work of the jobs. */
export interface Workers {
  readonly drafts: Work;
  readonly experiments: Work;
  readonly alerts: Work;
  readonly channels: Work;
  readonly views: Work;
  readonly forecasts: Work;
  readonly counts: Work;
  readonly changes: Work & { readonly oldestMs: number | null };
  /** Null: auctions are not sealed into a shared place. */
  readonly sealed: Work | null;
}

/** Everything that a process that serves does again and again by itself. */
export const jobsOf = (workers: Workers): readonly Job[] => [
  { name: 'drafts', everyMs: secondMs, isLeased: true, work: workers.drafts },
  // Counts are at most a second old, so an experiment that loses too much is stopped hardly later than that.
  { name: 'experiments', everyMs: secondMs / 4, isLeased: true, work: workers.experiments },
  { name: 'alerts', everyMs: 10 * secondMs, isLeased: true, work: workers.alerts },
  { name: 'channels', everyMs: 5 * secondMs, isLeased: true, work: workers.channels },
  { name: 'views', everyMs: 10 * secondMs, isLeased: true, work: workers.views },
  // Each step of a forecast is an update that succeeds in one process.
  { name: 'forecasts', everyMs: minuteMs, isLeased: false, work: workers.forecasts },
  // Each process merges what it has counted.
  { name: 'counts', everyMs: secondMs, isLeased: false, work: workers.counts },
  // A database that is new, or was away at the start, soon has its first change.
  {
    name: 'changes',
    everyMs: () => (workers.changes.oldestMs === null ? secondMs : hourMs),
    firstInMs: 0,
    isLeased: false,
    work: workers.changes,
  },
  // Lists all that the shared place has. What it removes may be what Redis needs room for.
  ...(workers.sealed === null
    ? []
    : [{ name: 'recorded', everyMs: 10 * minuteMs, isLeased: true, needsNoLease: true, work: workers.sealed }]),
];

/** What one process of a data folder does: of several workers, the process that starts them. */
export const jobsOfFolder = (recordedFiles: Work): readonly Job[] => [
  { name: 'recorded-files', everyMs: minuteMs, isLeased: false, work: recordedFiles },
];
