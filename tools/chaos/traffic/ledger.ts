/**
 * The version of an object: `absent`, or a text that names it. Each object has one writer, which makes its versions one
 * after another, so that they are ordered.
 */
export type Version = string;
export const absent: Version = 'absent';

/**
 * The result of a write. `acknowledged`: answered with 200. `refused`: answered that nothing was changed. `unknown`:
 * answered with `OUTCOME_UNKNOWN`, or the connection was cut, so that it may have been done.
 */
export type WriteState = 'acknowledged' | 'refused' | 'unknown';

/** One write, from before it was sent. Times are milliseconds of `performance.now()`. */
export interface Write {
  /** The request id, which the change log contains; all attempts of a repeated write have the same id. */
  readonly requestId: string;
  /** The object, by its code, or a tier set, by its ym-profile. */
  readonly object: string;
  readonly memberId: number;
  /** The version that it makes, and the number of its changes. */
  readonly version: Version;
  readonly changeCount: number;
  readonly sentMs: number;
  endedMs: number;
  /** Undefined while the write is in progress. */
  state: WriteState | undefined;
  /** The answers, or why there was none; one line for each attempt. */
  readonly answers: string[];
}

/** Every write of a run, and what a read may see of each object. */
export class Ledger {
  readonly writes: Write[] = [];
  readonly #objects = new Map<string, Write[]>();
  readonly #seen = new Map<string, number>();
  /** The number of times that Redis may have lost writes. */
  lossCount = 0;

  get objects(): Iterable<string> {
    return this.#objects.keys();
  }

  writesOf(object: string): readonly Write[] {
    return this.#objects.get(object) ?? [];
  }

  count(state: WriteState): number {
    return this.writes.filter((write) => write.state === state).length;
  }

  /** Records a write that is sent now. */
  begin(write: Pick<Write, 'requestId' | 'object' | 'memberId' | 'version' | 'changeCount'>): Write {
    const open = { sentMs: performance.now(), endedMs: Number.POSITIVE_INFINITY, state: undefined, answers: [] };
    const begun: Write = { ...write, ...open };
    this.writes.push(begun);
    this.#objects.set(write.object, [...this.writesOf(write.object), begun]);
    return begun;
  }

  end(write: Write, state: WriteState): void {
    write.state = state;
    write.endedMs = performance.now();
  }

  /** The index of the oldest version that a read starting now may see; -1: the object may be absent. */
  floor(object: string): number {
    const acknowledged = this.writesOf(object).findLastIndex(({ state }) => state === 'acknowledged');
    return Math.max(acknowledged, this.#seen.get(object) ?? -1);
  }

  /** The versions that an object may have: the one at an index, and those of later writes that were not refused. */
  possible(object: string, floor = this.floor(object)): readonly Version[] {
    const writes = this.writesOf(object);
    const later = writes.slice(floor + 1).filter(({ state }) => state !== 'refused');
    return [...new Set([writes[floor]?.version ?? absent, ...later.map(({ version }) => version)])];
  }

  /** Records what a read saw: no read that starts later may see an older version. */
  saw(object: string, version: Version): void {
    const index = this.writesOf(object).findIndex((write) => write.version === version);
    this.#seen.set(object, Math.max(index, this.#seen.get(object) ?? -1));
  }

  /** Redis may have lost writes acknowledged between these times, and earlier reads guarantee nothing. */
  lose(fromMs: number, toMs: number): void {
    this.lossCount += 1;
    for (const write of this.writes) {
      const isInside = write.endedMs >= fromMs && write.sentMs <= toMs;
      if (write.state === 'acknowledged' && isInside) write.state = 'unknown';
    }
    this.#seen.clear();
  }
}
