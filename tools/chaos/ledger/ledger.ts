/**
 * What a version of an object is: `absent`, or a text that names it. Each object has one writer, which makes its
 * versions one after the other, so that they are in order.
 */
export type Version = string;
export const absent: Version = 'absent';

/**
 * What became of a write. `acknowledged`: answered with 200. `refused`: answered that nothing was changed. `unknown`:
 * answered with `OUTCOME_UNKNOWN`, or its connection was cut: it may have been done or not.
 */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** One write, from before it was sent. Times are milliseconds of `performance.now()`. */
export interface Write {
  /** The request id, which the change log names; all attempts of a repeated write have the same. */
  readonly requestId: string;
  /** The object, by its code, or a tier set, by its ym-profile. */
  readonly object: string;
  readonly memberId: number;
  /** The version that it makes. */
  readonly version: Version;
  /** How many changes it makes where it is done. */
  readonly changeCount: number;
  readonly sentMs: number;
  endedMs: number;
  /** Undefined while it is under way. */
  outcome: Outcome | undefined;
  /** What was answered, or why nothing was; one line for each attempt. */
  readonly answers: string[];
}

/** Every write of a run, and what a read may see of each object. */
export class Ledger {
  readonly #writes: Write[] = [];
  readonly #objects = new Map<string, Write[]>();
  readonly #seen = new Map<string, number>();
  /** How often Redis may have lost something. */
  lossCount = 0;

  get writes(): readonly Write[] {
    return this.#writes;
  }

  get objects(): Iterable<string> {
    return this.#objects.keys();
  }

  writesOf(object: string): readonly Write[] {
    return this.#objects.get(object) ?? [];
  }

  count(outcome: Outcome): number {
    return this.#writes.filter((write) => write.outcome === outcome).length;
  }

  /** Enters a write that is sent now. */
  begin(write: Pick<Write, 'requestId' | 'object' | 'memberId' | 'version' | 'changeCount'>): Write {
    const begun: Write = {
      ...write,
      sentMs: performance.now(),
      endedMs: Number.POSITIVE_INFINITY,
      outcome: undefined,
      answers: [],
    };
    this.#writes.push(begun);
    const earlier = this.#objects.get(write.object);
    if (earlier === undefined) this.#objects.set(write.object, [begun]);
    else earlier.push(begun);
    return begun;
  }

  end(write: Write, outcome: Outcome): void {
    write.outcome = outcome;
    write.endedMs = performance.now();
  }

  /**
   * What an object may be after everything that has been answered: the newest version that was acknowledged or read, and
   * those of later writes that were not refused.
   */
  possible(object: string): readonly Version[] {
    return this.possibleFrom(object, this.floor(object));
  }

  /** The place of the oldest version that a read which starts now may see; -1: the object need not be there. */
  floor(object: string): number {
    const acknowledged = this.writesOf(object).findLastIndex(({ outcome }) => outcome === 'acknowledged');
    return Math.max(acknowledged, this.#seen.get(object) ?? -1);
  }

  /** The versions from a place on; those of refused writes are none. */
  possibleFrom(object: string, floor: number): readonly Version[] {
    const writes = this.writesOf(object);
    const later = writes.slice(floor + 1).filter(({ outcome }) => outcome !== 'refused');
    return [...new Set([writes[floor]?.version ?? absent, ...later.map(({ version }) => version)])];
  }

  /**
   * Takes note of what a read saw: no read that starts later may see an older version. A version that several writes
   * make, such as `absent`, says nothing.
   */
  saw(object: string, version: Version): void {
    const places = [...this.writesOf(object).entries()].filter(([, write]) => write.version === version);
    const [place] = places[0] ?? [];
    if (place === undefined || places.length > 1 || version === absent) return;
    this.#seen.set(object, Math.max(place, this.#seen.get(object) ?? -1));
  }

  /**
   * Redis may have lost what was acknowledged between these moments: those writes may have been done or not, and what was
   * read is no promise.
   */
  lose(fromMs: number, toMs: number): void {
    this.lossCount += 1;
    for (const write of this.#writes) {
      if (write.outcome === 'acknowledged' && write.endedMs >= fromMs && write.sentMs <= toMs)
        write.outcome = 'unknown';
    }
    this.#seen.clear();
  }
}
