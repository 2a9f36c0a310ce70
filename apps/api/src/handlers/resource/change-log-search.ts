import { invalid } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';

/** Changes read from the store at once. */
const readSize = 100;
/** Changes that one search reads at most: some seconds of work for the store would be too much. */
const maxSearched = 20_000;
/** The store's clock may have been put back by this much, at a failover above all. */
const clockMs = 5 * 60 * 1000;

/** A page of the log by its place, newest first, and the total. */
export type ReadLog = (
  start: number,
  count: number,
) => Promise<{ readonly changes: readonly Change[]; readonly total: number }>;

interface PageWanted {
  /** The page among the changes found. */
  readonly start: number;
  readonly size: number;
  /** Whether a change fits the page; once one did not, none does. */
  readonly fits: (change: Change) => boolean;
}

interface Wanted extends PageWanted {
  /** No change outside of these times is wanted. They only limit how much of the log is read. */
  readonly minMs: number;
  readonly maxMs: number;
  /** Only changes before this revision. The search stops at the end of its page and does not count older changes. */
  readonly before?: number | undefined;
}

interface Found {
  readonly changes: readonly Change[];
  readonly total: number;
}

interface Limits {
  readonly readSize: number;
  readonly maxSearched: number;
}

const usualLimits: Limits = { readSize, maxSearched };

/** A page of the log, and the total. It is read in parts, because changes may be large. */
export async function readPage(
  readLog: ReadLog,
  { start, size, fits, before }: PageWanted & Pick<Wanted, 'before'>,
): Promise<{ readonly changes: readonly Change[]; readonly total: number }> {
  const page: Change[] = [];
  const isOlder = olderOnly(before);
  for (let index = start; ; ) {
    const count = Math.min(readSize, size - page.length);
    const { changes, total } = await readLog(index, count);
    for (const change of changes) {
      if (!isOlder(change)) continue;
      if (!fits(change)) return { changes: page, total };
      page.push(change);
    }
    index += count;
    if (page.length === size || index >= total) return { changes: page, total };
  }
}

/**
 * A page of the changes that are wanted, newest first, and how many there are in all. Throws `invalid` when more of the
 * log would have to be read than one search may: a count that leaves some out would be wrong. `bounds`: the names of the
 * parameters that narrow a search by time, the lower bound first.
 */
export async function searchWholeLog(
  readLog: ReadLog,
  isWanted: (change: Change) => boolean,
  wanted: Wanted & { readonly bounds: readonly [min: string, max: string] },
  limits = usualLimits,
): Promise<Found> {
  const { next, ...found } = await searchChangeLog(readLog, isWanted, wanted, limits);
  if (next === null) return found;
  const [min, max] = wanted.bounds;
  const message = `is needed, or a later one: a search reads at most ${limits.maxSearched} changes; narrow it with ${min} and ${max}`;
  throw invalid([{ path: min, message }]);
}

/**
 * A page of the changes that are wanted, newest first, and how many were found. `next`: where the search ended before
 * the log did, the last revision that was read, which is `before` of the next search; null: all was read.
 */
export async function searchChangeLog(
  readLog: ReadLog,
  isWanted: (change: Change) => boolean,
  { start, size, fits, minMs, maxMs, before }: Wanted,
  limits = usualLimits,
): Promise<Found & { readonly next: number | null }> {
  const isAfterTime = ({ timeMs }: Change) => timeMs > maxMs + clockMs;
  const ofTime = maxMs === Number.POSITIVE_INFINITY ? 0 : await placeAfter(readLog, isAfterTime);
  const first = Math.max(ofTime, await placeBefore(readLog, before));
  const page: Change[] = [];
  let found = 0;
  const isOlder = olderOnly(before);
  let last = before ?? Number.POSITIVE_INFINITY;
  for (let index = first; ; index += limits.readSize) {
    if (index - first >= limits.maxSearched) return { changes: page, total: found, next: last };
    const { changes, total } = await readLog(index, limits.readSize);
    for (const change of changes) {
      if (change.timeMs < minMs - clockMs) return { changes: page, total: found, next: null };
      if (!isOlder(change)) continue;
      last = change.revision;
      if (!isWanted(change)) continue;
      if (found >= start && page.length < size && fits(change)) page.push(change);
      found += 1;
      if (before !== undefined && page.length === size) return { changes: page, total: found, next: last };
    }
    if (index + limits.readSize >= total) return { changes: page, total: found, next: null };
  }
}

/**
 * Whether a change is older than all others of its partition that were asked about, and than `before`. A change made
 * while a log is read moves all others one place on, so that some come twice.
 */
function olderOnly(before = Number.POSITIVE_INFINITY): (change: Change) => boolean {
  const last = new Map<number, number>();
  return ({ partition, revision }) => {
    if (revision >= (last.get(partition) ?? before)) return false;
    last.set(partition, revision);
    return true;
  };
}

/** The place of the first change before a revision; without a revision, the place of the newest change. */
export const placeBefore = async (readLog: ReadLog, before: number | undefined): Promise<number> =>
  before === undefined ? 0 : placeAfter(readLog, ({ revision }) => revision >= before);

/** The place behind all changes that are newer than what is asked for, by halving: the log is in the order of time. */
export async function placeAfter(readLog: ReadLog, isNewer: (change: Change) => boolean): Promise<number> {
  let { total: high } = await readLog(0, 0);
  let low = 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { changes } = await readLog(middle, 1);
    const [change] = changes;
    if (change !== undefined && isNewer(change)) low = middle + 1;
    else high = middle;
  }
  return low;
}
