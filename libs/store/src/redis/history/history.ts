import type { Position, StoreMemory } from '../../port/position.ts';
import { StoreUnavailable } from '../../port/store-error.ts';
import type { RedisLink } from '../connection/link.ts';
import { counterKey } from '../layout/layout.ts';
import { isAfter, leftOut, Newest, readPosition } from './newest.ts';
import { isTakeover, judge, readPrimaries, readSurvey, type Survey } from './survey.ts';

interface HistoryOptions {
  /** Not affected by this history's own gate. */
  readonly link: RedisLink;
  readonly partitions: number;
  /** Undefined: the database is accepted as it is. */
  readonly memory: StoreMemory | undefined;
  readonly log: { warn(message: string): void };
}

/** The most servers that are remembered, newest last. A failover adds one. */
const mostServers = 32;

/**
 * Identifies the database by the newest known change of each partition, and decides what to do when it is gone. The
 * gate is open only for a database that is the known one, was adopted by an operator, or is on a replica that took over
 * from the known server and may lack the last changes. Otherwise the store is `held`.
 */
export class History {
  readonly newest: Newest;
  readonly #link: RedisLink;
  readonly #log: HistoryOptions['log'];
  /** The ids that the database must have given, until the store was open once. */
  #remembered: StoreMemory['highestIds'];
  #onOtherIds: () => void = () => undefined;
  readonly #pastEpochs: Set<string>;
  #servers: ReadonlySet<string>;
  /** The number of takeovers by replicas. */
  #takeovers = 0;
  #examining: Promise<void> | undefined;

  private constructor({ link, log, memory }: HistoryOptions, positions: readonly Position[]) {
    this.#link = link;
    this.#log = log;
    this.#remembered = memory?.highestIds ?? {};
    this.newest = new Newest(positions, memory?.highestIds);
    this.#pastEpochs = new Set(memory?.pastEpochs);
    this.#servers = new Set(memory?.servers);
  }

  /** Compares the database with what is remembered of it. */
  static async open(options: HistoryOptions): Promise<History> {
    const { link, partitions, memory } = options;
    const remembered = memory !== undefined && memory.positions.length === partitions ? memory.positions : null;
    const numbers = [...Array.from({ length: partitions }).keys()];
    const found = await Promise.all(numbers.map((partition) => readPosition(link, partition)));
    const present = found.map((position) => ({ ...position, epoch: position.epoch ?? '' }));
    const history = new History(options, remembered ?? present);
    await history.examine().catch((error: unknown) => history.#requireHeld(error));
    return history;
  }

  /** Sets what is called when ids are left out, because the database may lack some that were given. */
  onOtherIds(listener: () => void): void {
    this.#onOtherIds = listener;
  }

  memory(): StoreMemory {
    return {
      positions: this.newest.all(),
      pastEpochs: [...this.#pastEpochs],
      servers: [...this.#servers],
      highestIds: this.newest.highestIds.all(),
    };
  }

  /** The last position of a partition. Throws `StoreUnavailable` if the database is no longer the known one. */
  async head(partition: number): Promise<Position> {
    for (;;) {
      this.#requireOpen();
      const found = await this.newest.read(this.#link, partition);
      if (found !== null) return found;
      // A check in progress may have started before this read, so read again after it.
      await this.examine();
    }
  }

  /** The last positions of all partitions, after a check of the servers. */
  async heads(): Promise<readonly Position[]> {
    const [known, { generation }] = [this.newest.all(), this.newest];
    const [positions, primaries] = await Promise.all([
      Promise.all(known.map((_, partition) => readPosition(this.#link, partition))),
      readPrimaries(this.#link),
    ]);
    const isUsual = this.newest.held === null && primaries.every(({ id }) => this.#servers.has(id));
    const heads = positions.filter((position, partition) => isAfter(position, known[partition]));
    if (!isUsual || heads.length < positions.length) {
      await this.examine();
      return this.newest.all();
    }
    for (const [partition, position] of heads.entries()) this.newest.note(partition, position, generation);
    return heads;
  }

  /**
   * Checks the server of a new connection before its first write. Throws `StoreUnavailable` if a replica has taken
   * over: the id of the object to write was chosen before, and a lost object may have had this id.
   */
  async lookBeforeWrite(): Promise<void> {
    const takeovers = this.#takeovers;
    await this.heads();
    if (this.#takeovers !== takeovers)
      throw new StoreUnavailable('A replica of Redis has taken over; nothing was changed, try again');
  }

  #requireOpen(): void {
    if (this.newest.held !== null) throw new StoreUnavailable(this.newest.held, { trouble: 'other_database' });
  }

  #requireHeld(error: unknown): void {
    if (this.newest.held === null) throw error;
  }

  /**
   * Looks at the whole database, as a reader asks that found another history. Throws `StoreUnavailable` if the store is
   * then held. Only one check at a time: callers during a check share it.
   */
  examine(): Promise<void> {
    this.#examining ??= this.#look().finally(() => {
      this.#examining = undefined;
    });
    return this.#examining;
  }

  async #look(): Promise<void> {
    const known = this.newest.all();
    const positions = await Promise.all(known.map((_, partition) => readPosition(this.#link, partition)));
    const survey = await readSurvey(this.#link, known, positions);
    const strange = positions.flatMap((position, partition) =>
      survey.isSameChange[partition] === true && isAfter(position, known[partition]) ? [] : [partition],
    );
    const verdict = judge(survey, known, strange, { pastEpochs: this.#pastEpochs, servers: this.#servers });
    // A replica that has taken over may lack the last ids: they are left out.
    const mayBeLow = verdict.kind !== 'known' || isTakeover(survey.primaries, this.#servers);
    const lack = mayBeLow ? null : await this.#findLowCounter();
    if (verdict.kind === 'other') this.#hold(otherText(verdict.difference, verdict.isAdoptable));
    else if (lack !== null) this.#hold(otherText(lack, true));
    else if (verdict.kind === 'known') this.#goOn(survey);
    else this.#replace(survey, `${verdict.cause}: ${verdict.difference}`);
    this.#requireOpen();
  }

  /** The first counter of ids that is below one that is remembered, in words; null: none is. */
  async #findLowCounter(): Promise<string | null> {
    for (const [service, id] of Object.entries(this.#remembered)) {
      const last = Number((await this.#link.run('GET', counterKey(service))) ?? 0);
      // Earlier versions remembered ids that were left out, too. Another program may have put a text there.
      const isLeftOut = last > 0 && (id - last) % leftOut === 0;
      if (!(last >= id) && !isLeftOut) return `the last id of its ${service} is ${last || 0}, known is ${id}`;
    }
    return null;
  }

  #goOn({ positions, primaries }: Survey): void {
    if (this.newest.held !== null) this.#log.warn('Redis has the known database again; the store goes on');
    this.newest.held = null;
    this.#remembered = {};
    if (isTakeover(primaries, this.#servers)) {
      this.#takeovers += 1;
      this.newest.highestIds.leave(leftOut);
      this.#onOtherIds();
    }
    this.#servers = new Set([...this.#servers, ...primaries.map(({ id }) => id)].slice(-mostServers));
    for (const [partition, position] of positions.entries()) {
      if (position.epoch !== null)
        this.newest.note(partition, { ...position, epoch: position.epoch }, this.newest.generation);
    }
  }

  #replace(survey: Survey, cause: string): void {
    const known = this.newest.all();
    this.newest.replace(survey.positions.map((position) => ({ ...position, epoch: position.epoch ?? '' })));
    for (const [partition, { epoch }] of known.entries()) {
      if (this.newest.of(partition).epoch !== epoch) this.#pastEpochs.add(epoch);
    }
    this.newest.held = null;
    this.newest.highestIds.leave();
    this.#goOn(survey);
    this.#log.warn(`${cause}. It is loaded again`);
    this.#onOtherIds();
  }

  #hold(reason: string): void {
    if (this.newest.held === null) this.newest.replace(this.newest.all());
    if (this.newest.held !== reason) this.#log.warn(reason);
    this.newest.held = reason;
  }
}

/** A database without `at:meta` does not say how its keys are to be read, so none can adopt it. */
const otherText = (difference: string, isAdoptable: boolean) =>
  `Redis holds another database than this installation's, or an older one (${difference}); running processes decide auctions from memory, and nothing else is done until the database is restored${isAdoptable ? ', or "npm run admin -- adopt" takes it as it is' : ' from a backup; it cannot be adopted'}`;
