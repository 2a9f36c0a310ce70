import type { KnownHistory, Position, RememberedPosition } from '../../port/position.ts';
import type { FunctionLibrary, Gate, RedisLink } from '../connection/link.ts';
import { counterKey, epochKey, headKey, revisionKey } from '../layout/layout.ts';
import type { FoundPosition } from './survey.ts';

/** The newest known state of the database: every partition's last position, and every service's highest id. */
export class Newest implements Gate, KnownHistory {
  held: string | null = null;
  generation = 0;
  readonly highestIds: HighestIds;
  #positions: readonly Position[];

  constructor(positions: readonly Position[], highestIds: Readonly<Record<string, number>> | undefined) {
    this.#positions = positions;
    this.highestIds = new HighestIds(highestIds);
  }

  all(): readonly Position[] {
    return this.#positions;
  }

  /** The newest known position of a partition. */
  of(partition: number): Position {
    const position = this.#positions[partition];
    if (position === undefined) throw new RangeError(`partition ${partition} of ${this.#positions.length}`);
    return position;
  }

  /** Takes over a newer position, unless it is of another generation. */
  note(partition: number, position: Position, generation: number): void {
    const known = this.of(partition);
    if (generation !== this.generation || position.epoch !== known.epoch || position.revision < known.revision) return;
    if (position.revision === known.revision && known.mark !== '') return;
    this.#positions = this.#positions.with(partition, position);
  }

  /** Continues with another history. Positions requested before belong to an older generation and are ignored. */
  replace(positions: readonly Position[]): void {
    this.generation += 1;
    this.#positions = positions;
  }

  /** Reads and notes the last position of a partition; null if it is not the known one or a later one. */
  async read(link: RedisLink, partition: number): Promise<Position | null> {
    const [known, { generation }] = [this.of(partition), this];
    const found = await readPosition(link, partition);
    if (!isAfter(found, known)) return null;
    this.note(partition, found, generation);
    return found;
  }
}

/** An id above this moves no counter: one huge id must not use up the ids that are drawn. */
export const highestCounted = 2 ** 52;

/**
 * The number of ids to skip when a replica takes over: more than all processes of the service draw within the seconds
 * whose changes the replica may lack.
 */
export const leftOut = 100_000;

/** The highest known id of each service. Ids are drawn above it, even if the counter in Redis went back. */
export class HighestIds {
  /** Seen in the present history: the counters in Redis have reached them. */
  readonly #seen: Map<string, number>;
  /** Ids of lost histories, which are not given again. */
  readonly #left = new Map<string, number>();
  /** The same, for services without a known id. */
  #least = 0;

  constructor(remembered: Readonly<Record<string, number>> = {}) {
    this.#seen = new Map(Object.entries(remembered));
  }

  see(objects: Iterable<{ readonly service: string; readonly id: number }>): void {
    let service = '';
    let highest = 0;
    const raise = () => void (highest > (this.#seen.get(service) ?? 0) && this.#seen.set(service, highest));
    for (const object of objects) {
      // Objects of a service come consecutively, and a hundred thousand of them need only one look-up.
      if (object.service !== service) {
        raise();
        service = object.service;
        highest = 0;
      }
      if (object.id > highest && object.id <= highestCounted) highest = object.id;
    }
    raise();
  }

  of(service: string): number {
    return Math.max(this.#seen.get(service) ?? 0, this.#left.get(service) ?? this.#least);
  }

  /** The ids that the database must have given. */
  all(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#seen);
  }

  /** Begins with another history. Skips as many more ids, which lost objects may have had that were never seen here. */
  leave(more = 0): void {
    for (const service of this.#services()) {
      this.#left.set(service, Math.min(this.of(service) + more, highestCounted));
    }
    this.#least += more;
    this.#seen.clear();
  }

  /** Raises the counters in Redis, for processes that know lower ids. */
  async raiseCounters(library: FunctionLibrary): Promise<void> {
    const raised = [...this.#services()].map((service) => {
      const key = counterKey(service);
      return library.call('raise', key, key, [String(this.of(service))]);
    });
    await Promise.all(raised);
  }

  #services(): ReadonlySet<string> {
    return new Set([...this.#seen.keys(), ...this.#left.keys()]);
  }
}

export async function readPosition(link: RedisLink, partition: number): Promise<FoundPosition> {
  const keys = [epochKey(partition), revisionKey(partition), headKey(partition)];
  const [epoch, revision, head] = (await link.run('MGET', ...keys)) as (string | null)[];
  const [, mark = ''] = (head ?? '').split(' ');
  const hasLost =
    (revision ?? null) === null ? (head ?? null) !== null : Number(revision) > 0 && (head ?? null) === null;
  return { epoch: hasLost ? null : (epoch ?? null), revision: Number(revision ?? 0), mark };
}

/** Whether a position is the known one or a later one of the same history, as far as can be told. */
export function isAfter(found: FoundPosition, known: RememberedPosition | undefined): found is Position {
  if (known === undefined || found.epoch === null || found.epoch !== known.epoch) return false;
  return found.revision > known.revision || (found.revision === known.revision && isSameMark(found.mark, known.mark));
}

const isSameMark = (one: string, other: string | undefined): boolean =>
  one === other || one === '' || other === '' || other === undefined;
