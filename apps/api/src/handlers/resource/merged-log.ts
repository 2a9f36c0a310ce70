import type { Change } from '@auction-tiers/store';
import type { ReadLog } from './change-log-search.ts';

/** Newest first; within a partition revisions decide, since several changes may have one time. */
const isNewer = (one: Change, other: Change): boolean => {
  if (one.partition === other.partition) return one.revision > other.revision;
  return one.timeMs === other.timeMs ? one.partition < other.partition : one.timeMs > other.timeMs;
};

/** A log and other changes as one log, newest first. `others`: newest first too. */
export function mergedLog(readLog: ReadLog, others: readonly Change[]): ReadLog {
  if (others.length === 0) return readLog;

  /** How many of the first `count` changes are of the log. */
  async function placeInLog(count: number, total: number): Promise<number> {
    let low = Math.max(0, count - others.length);
    let high = Math.min(count, total);
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const { changes } = await readLog(middle, 1);
      const other = others[count - middle - 1];
      if (changes[0] !== undefined && other !== undefined && isNewer(changes[0], other)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return async (start, count) => {
    const { total } = await readLog(0, 0);
    const from = start === 0 ? 0 : await placeInLog(start, total);
    const { changes: own } = await readLog(from, count);
    const page: Change[] = [];
    for (let at = 0, otherAt = start - from; page.length < count; ) {
      const [next, other] = [own[at], others[otherAt]];
      if (next === undefined && other === undefined) break;
      const isOwn = next !== undefined && (other === undefined || isNewer(next, other));
      page.push((isOwn ? next : other)!);
      if (isOwn) at++;
      else otherAt++;
    }
    return { changes: page, total: total + others.length };
  };
}
