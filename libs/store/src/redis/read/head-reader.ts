import type { ObjectStore } from '../../port/object-store.ts';
import type { Position } from '../../port/position.ts';
import type { RedisLink } from '../connection/link.ts';
import type { Newest } from '../history/newest.ts';

/** Reads the last positions of partitions. */
export class HeadReader {
  readonly #link: RedisLink;
  readonly #history: { readonly newest: Newest; head(partition: number): Promise<Position> };
  /** Reads that were not sent yet. */
  readonly #questions = new Map<number, Promise<Position>>();

  /** `history` handles a server that lacks what was seen here. */
  constructor(link: RedisLink, history: { readonly newest: Newest; head(partition: number): Promise<Position> }) {
    this.#link = link;
    this.#history = history;
  }

  /**
   * The last position of a partition. Callers in one event-loop turn share one command: it is sent after all of them
   * have called, so its reply is recent enough for each.
   */
  head: ObjectStore['head'] = (partition) => {
    const asked = this.#questions.get(partition) ?? this.#ask(partition);
    this.#questions.set(partition, asked);
    return asked;
  };

  async #ask(partition: number): Promise<Position> {
    await new Promise((resolve) => void setImmediate(resolve));
    this.#questions.delete(partition);
    return (await this.#history.newest.read(this.#link, partition)) ?? this.#history.head(partition);
  }
}
