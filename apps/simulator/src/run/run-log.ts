import type { ChosenFee } from '../log/auction/fee.ts';
import type { BrokenLine, InputReport } from '../log/auction/input-report.ts';
import type { CurrencyRates } from '../log/auction/reading.ts';
import { evenSources } from '../log/file/even-sources.ts';
import { wholeParts } from '../log/file/part.ts';
import { type PlacedFile, sealedSources } from '../log/file/placed-log.ts';
import type { LogForm, LogSource } from '../log/file/source.ts';
import { findSource } from '../log/file/source.ts';
import { currencyOf, type LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { cutLog, PartQueue, sizeOf } from './cut-log.ts';
import { PartMerge } from './part-merge.ts';
import { PartWorker } from './part-worker.ts';
import type { ReadingTask, RunTask, Work } from './task.ts';
import type { PartThreads } from './threads.ts';

/** Which log to run, and how to read it. */
export interface LogRun {
  readonly files: readonly string[];
  /** Recorded auctions in a shared place, in place of files; only for `distribute`. */
  readonly placed?: readonly PlacedFile[];
  /** Fee of bids that name none, in auctions that name none; reports say which it is and where it is from. */
  readonly fee: ChosenFee;
  /** Members by seat or member id of the log, from the seat file. */
  readonly mapped?: ReadonlyMap<string, number>;
  /** Members by seat, as the seller maps them. Default: those of the tier sets, where they were read from an API. */
  readonly sellerSeats?: ReadonlyMap<string, number> | undefined;
  /** The buyers of a directory, by the key of their name; they come before the buyers that the tiers name. */
  readonly directory?: ReadonlyMap<string, number>;
  /** The currency of the seller and its rates. Default: those of the tier sets, else USD and no rates. */
  readonly currency?: string | undefined;
  readonly rates?: CurrencyRates | undefined;
  /** Dotted path of the time in lines of OpenRTB. Default: `time`, which they may lack. */
  readonly timeField?: string | undefined;
  /** What options say of its form. Default: nothing. */
  readonly logForm?: LogForm;
  /** Whether a broken line ends the run. Default: it is skipped. */
  readonly isStrict?: boolean;
  /** Receives each broken line that is skipped; with several part workers only the first ones, at the end. */
  readonly onBrokenLine?: (broken: BrokenLine) => void;
  /** Receives how many bytes of the files have been read, at first 0. */
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
  /** Threads that share the work with this one. Default: none. */
  readonly threads?: PartThreads | undefined;
  /** Has the parts done by other processes, in place of threads. */
  readonly distribute?: RunParts;
}

export interface PartsOrder {
  readonly sources: readonly LogSource[];
  /** The place of each source, if the sources are not on a disk. */
  readonly placed?: readonly PlacedFile[] | undefined;
  readonly task: RunTask;
  /** Receives how many more bytes of the files have been read, now and then. */
  readonly onBytes: (count: number) => void;
}

/** Cuts a log into parts, has part workers read them, and merges the results. */
export type RunParts = (order: PartsOrder, merge: PartMerge) => Promise<void>;

/** What was read. */
export interface RunInput {
  readonly input: InputReport;
  /** Size of the log's files as they stand on disk. */
  readonly byteCount: number;
  /** Share of all auctions that the recorded ones are; undefined: some auctions of the log were not recorded. */
  readonly recordedShare: number | undefined;
}

/** Parts per thread in what is left of the log: they become smaller towards the end, so that all threads end together. */
const partsLeftOfThread = 4;
/** The cost of beginning a part is small against the largest; the smallest has a few hundred auctions. */
const [leastPartBytes, mostPartBytes] = [262_144, 16_777_216];

/**
 * Runs a task over a log and merges the results into `work`: the same for any number of part workers, on this thread, on
 * several, or in other processes. Throws the `Failure` that reading the log in one go would end with.
 */
export async function runLog(run: LogRun, task: RunTask, work: Work): Promise<RunInput> {
  const { threads, distribute, onBrokenLine = () => {} } = run;
  const { sources, byteCount, onBytes, recordedShare } = await openLog(run);
  const merge = new PartMerge(work);
  const order = { sources, placed: run.placed, task, onBytes };
  const isAlone = distribute === undefined && threads === undefined;
  if (isAlone) {
    const worker = new PartWorker(work, task, { onBytes, onBrokenLine });
    await workOn(worker, new PartQueue(wholeParts(sources)), merge);
  } else await (distribute ?? onThreads(threads!))(order, merge);
  const input = merge.finish();
  if (!isAlone) for (const broken of input.broken) onBrokenLine(broken);
  return { input, byteCount, recordedShare };
}

/** Finds what the files of a log are. `onBytes` adds to the progress of the run. */
export async function openLog({ files, placed, logForm, onProgress = () => {} }: LogRun) {
  // Only a replay reads sealed segments, and a replay needs no share.
  const { sources, recordedShare } =
    placed === undefined
      ? await evenSources(await Promise.all(files.map((file) => findSource(file, logForm))))
      : { sources: sealedSources(placed), recordedShare: undefined };
  const byteCount = placed?.reduce((sum, { bytes }) => sum + bytes, 0) ?? sizeOf(sources);
  let doneBytes = 0;
  const onBytes = (count: number) => onProgress((doneBytes += count), byteCount);
  onBytes(0);
  return { sources, byteCount, onBytes, recordedShare };
}

/** How the parts of a log are read. `loaded`: the tier sets whose buyers the seats of the log may name. */
export function toReadingTask(
  { mapped = new Map(), directory = new Map(), fee: { feePpm, source }, timeField, isStrict = false, ...run }: LogRun,
  loaded: readonly LoadedTierSet[],
): ReadingTask {
  const memberOfName = new Map([...loaded.flatMap((one) => [...one.memberOfName]), ...directory]);
  const { currency = currencyOf(...loaded), rates = loaded.find((set) => set.rates !== undefined)?.rates ?? {} } = run;
  const ofSeller = run.sellerSeats ?? loaded.find((set) => set.seats !== undefined)?.seats ?? [];
  const seats = { mapped: [...mapped], ofSeller: [...ofSeller], memberOfName: [...memberOfName] };
  return { seats, fee: { feePpm, source }, currency, rates, timeField, isStrict };
}

/** Each thread takes the next part when it is free. This thread works too, because it has loaded the same code. */
function onThreads(threads: PartThreads): RunParts {
  return async ({ sources, task, onBytes }, merge) => {
    const readers = threads.count + 1;
    const partBytes = (leftBytes: number) =>
      Math.min(Math.max(leftBytes / (readers * partsLeftOfThread), leastPartBytes), mostPartBytes);
    const queue = new PartQueue(cutLog(sources, { partBytes, readers }));
    const here = new PartWorker(merge.work, task, { onBytes });
    try {
      const others = threads.run(task, queue, merge, onBytes);
      const [, results] = await Promise.all([workOn(here, queue, merge), others]);
      if (!merge.hasFailed) for (const data of results) merge.work.merge(data);
    } finally {
      queue.end();
    }
  };
}

/** Works on parts in this thread until none is left or one has failed. */
async function workOn(worker: PartWorker, queue: PartQueue, merge: PartMerge): Promise<void> {
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    const { at, part } = next;
    await merge.take(at, () => worker.run(part));
    if (merge.hasFailed) queue.end();
  }
}
