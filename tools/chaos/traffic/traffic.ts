import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@auction-tiers/chance';
import { until } from '../world/child.ts';
import { type Asked, NoReply, type Reply, requireOk } from '../world/http.ts';
import type { Replica } from '../world/replica.ts';
import type { World } from '../world/world.ts';
import { Ledger, type WriteState, type Write } from './ledger.ts';

const repeatMs = 50;
/** A write whose result is unknown is not repeated for longer than this. */
const mostRepeatMs = 60_000;

/** A seller with two ym-profiles: one with single tiers, and one whose tiers are always imported as a whole. */
export interface Seller {
  readonly memberId: number;
  readonly key: string;
  readonly singleId: number;
  readonly setId: number;
}

/** A write to do: its ledger entry, and the request. */
export interface Order extends Pick<Write, 'object' | 'version' | 'changeCount'> {
  readonly seller: Seller;
  readonly asked: Asked;
  /** Whether it has an Idempotency-Key, and is repeated until its result is known. */
  readonly isRepeated: boolean;
}

/** The traffic of one world: what it sends, and what it has recorded. */
export class Traffic {
  readonly world: World;
  readonly sellers: readonly Seller[];
  readonly ledger = new Ledger();
  /** Auctions: answered; sent again, because the run killed their process; not sent, because no replica was live. */
  readonly auctions = { answered: 0, cut: 0, undeliverable: 0 };
  readonly failedAuctions: string[] = [];
  /** Answers of auctions that show two versions of a tier set. */
  readonly tornAuctions: string[] = [];
  checkedReads = 0;
  /** Reads that saw an older version than allowed. */
  readonly staleReads: string[] = [];
  /** Answers that no request should get, such as 500. */
  readonly wrongAnswers: string[] = [];
  isStopping = false;
  /** Whether Redis may lose acknowledged writes now: a write may then find its object missing. */
  isLossy = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(world: World, sellers: readonly Seller[]) {
    this.world = world;
    this.sellers = sellers;
  }

  /** Creates the ym-profiles, and waits until every process has them. */
  static async open(world: World): Promise<Traffic> {
    const sellers: Seller[] = [];
    for (const { memberId, key } of world.sellers) {
      const create = async (name: string) => {
        const asked = { method: 'POST', path: '/ym-profile', key, body: { name } } as const;
        return Number(requireOk(await world.live[0]!.ask(asked), 'the creation of a ym-profile')['id']);
      };
      sellers.push({ memberId, key, singleId: await create('Single tiers'), setId: await create('Imported tiers') });
    }
    for (const replica of world.live) {
      // An auction may be some milliseconds behind; a read waits. Four concurrent reads reach both workers.
      for (const { key, setId } of [...sellers, ...sellers]) {
        const replies = [1, 2, 3, 4].map(() => replica.ask({ path: `/ym-profile?id=${setId}`, key }));
        for (const reply of await Promise.all(replies)) requireOk(reply, 'a read of a new ym-profile');
      }
    }
    return new Traffic(world, sellers);
  }

  /** Starts jobs that run until `isStopping`. */
  start(jobs: () => readonly Promise<void>[]): void {
    this.isStopping = false;
    this.#running = Promise.all(jobs());
    // `stop` reports a failure.
    this.#running.catch(() => undefined);
  }

  /** Resolves when every request was answered. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.#running;
  }

  /** A live replica, drawn at random; waits if there is none. */
  async pick(random: Random): Promise<Replica> {
    await until('a replica lives', () => this.world.live.length > 0);
    const { live } = this.world;
    return live[random.below(live.length)]!;
  }

  /** Sends one write to any replica, and records its result. */
  async carryOut({ object, seller, version, changeCount, asked, isRepeated }: Order, random: Random) {
    const requestId = `${object.replace(' ', '-')}.${this.ledger.writesOf(object).length}`;
    const write = this.ledger.begin({ requestId, object, memberId: seller.memberId, version, changeCount });
    const headers = { 'x-request-id': requestId, ...(isRepeated ? { 'idempotency-key': requestId } : {}) };
    for (let isUnknown = false; ; await wait(repeatMs)) {
      const { state, reply } = await this.#attempt(write, { ...asked, headers, key: seller.key }, random);
      // A later attempt that is refused while Redis is unavailable says nothing about an earlier one.
      isUnknown ||= state === 'unknown';
      const isOver = reply !== null && reply.status < 500;
      if (!isOver && isRepeated && performance.now() < write.sentMs + mostRepeatMs) continue;
      const ended = state === 'acknowledged' ? state : isUnknown ? 'unknown' : 'refused';
      this.ledger.end(write, ended);
      return { state: ended, content: reply?.content ?? {} };
    }
  }

  async #attempt(
    { answers }: Write,
    asked: Asked,
    random: Random,
  ): Promise<{ state: WriteState; reply: Reply | null }> {
    const replica = await this.pick(random);
    try {
      const reply = await replica.ask(asked);
      answers.push(`${replica.name} ${reply.status} ${reply.status === 200 ? '' : reply.text.slice(0, 300)}`);
      return { state: this.#stateOf(reply, asked), reply };
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      answers.push(`${replica.name} ${error.message}`);
      return { state: error.isRefused ? 'refused' : 'unknown', reply: null };
    }
  }

  #stateOf({ status, content, text }: Reply, { method, path }: Asked): WriteState {
    if (status === 200) return 'acknowledged';
    if (status === 503) return content['error_code'] === 'OUTCOME_UNKNOWN' ? 'unknown' : 'refused';
    // Every write of the traffic is valid and about an object that its writer knows to exist.
    if (status >= 500 || !this.isLossy) this.wrongAnswers.push(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    return status < 500 ? 'refused' : 'unknown';
  }
}
