import { setTimeout } from 'node:timers/promises';
import { toServiceError } from '@auction-tiers/contract';
import type { RedisStore } from '@auction-tiers/store';
import { hourMs, startOfHour } from '@auction-tiers/recorded';
import type { Logger } from 'pino';
import type { Deps } from '../handlers/request/deps.ts';
import { type CreateDemoCaller, type DemoCaller, demoContext, demoSeller } from './demo-history.ts';
import { readNote } from './demo-days.ts';
import { drawHour } from './demo-market.ts';

interface Parts extends Deps {
  readonly store: Deps['store'] & Pick<RedisStore, 'readDemo' | 'tryLease'>;
  readonly log: Logger;
}

/** A synthetic auction is one, but for its lists, which are read-only. */
type AuctionInput = Parameters<DemoCaller['auction']['run']>[0];

/** How often another process checks whether the sending one has ended. */
const retryMs = 30_000;

/** Sends auctions of the demo's seller while the service runs: as many per hour as on its past days. */
export class DemoTraffic {
  readonly #deps: Parts;
  readonly #createCaller: CreateDemoCaller;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(deps: Parts, createCaller: CreateDemoCaller) {
    this.#deps = deps;
    this.#createCaller = createCaller;
  }

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#deps.store.tryLease('demo-traffic', () => this.#send());
      } catch (error) {
        if (!this.#stop.signal.aborted)
          this.#deps.log.warn({ error: toServiceError(error) }, "the demo's auctions pause");
      }
      await this.#wait(retryMs);
    }
  }

  async #send(): Promise<void> {
    const { mirror, clock } = this.#deps;
    const caller = this.#createCaller(await demoContext(this.#deps, demoSeller));
    const days = (await readNote(this.#deps.store))?.days ?? 0;
    for (let hour = startOfHour(clock.epochMs()); !this.#stop.signal.aborted; hour += hourMs) {
      for (const { timeMs, auction } of drawHour(hour, days)) {
        const waitMs = timeMs - clock.epochMs();
        if (waitMs < 0) continue;
        await this.#wait(waitMs);
        const ymProfile = mirror.rows('ym-profile', 1).find(({ code }) => code === 'example-news');
        if (this.#stop.signal.aborted || ymProfile === undefined) return;
        await caller.auction.run({ ...auction, ym_profile_id: ymProfile.id } as AuctionInput);
      }
    }
  }

  #wait(ms: number): Promise<void> {
    return setTimeout(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }
}
