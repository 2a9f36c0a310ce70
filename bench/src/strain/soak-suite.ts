import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { runClosedLoop } from '@auction-tiers/http-load';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { ask, Refused } from '../http/ask.ts';
import { type Service, startReplica, startService } from '../http/service.ts';
import { createWorkload, type Workload } from '../http/workload.ts';
import { startStolen } from '../measure/stolen.ts';
import { type Options, type Suite, WrongAnswer } from '../suite/suite.ts';
import type { Kept } from './collection-report.ts';
import type { SoakFigures, SoakTurn, SoakWindow } from './figures.ts';
import { auctionLoad, callSteadily } from './honest-caller.ts';
import { soakText } from './strain-report.ts';

const collectionReport = new URL('collection-report.ts', import.meta.url).href;
const connections = 16;
const partOfCapacity = 0.7;
const writesPerSecond = 5;

export const soakSuite: Suite<SoakFigures> = {
  summary: 'auctions for ten minutes at 70 % of capacity while tiers are written: errors, latencies, memory',
  takes: ['quick', 'results'],
  isKeptAwake: true,
  async measure(options, say) {
    const figures = await soak(options, say);
    return { figures, text: soakText(figures) };
  },
};

async function soak({ isQuick }: Options, say: (line: string) => void): Promise<SoakFigures> {
  const windowMs = isQuick ? 200 : 30_000;
  const windowCount = isQuick ? 3 : 20;
  const redis = await startTemporaryRedis({ log: say });
  try {
    const service = await startService(redis.url, 'none', [collectionReport]);
    try {
      const workload = await createWorkload(service);
      const capacity = await measureCapacity(service, workload, isQuick);
      const rate = capacity * partOfCapacity;
      say(`${Math.round(capacity)} auctions per second; goes on with ${Math.round(rate)}`);

      const writer = new Writer(service);
      const windows: SoakWindow[] = [];
      while (windows.length < windowCount) {
        const stolenSince = startStolen();
        const honest = await callSteadily(service, workload, { rate, connections, durationMs: windowMs });
        const stolen = stolenSince();
        const { residentBytes } = await service.memory();
        const { keptBytes } = (await service.report('kept')) as Kept;
        windows.push({ honest, stolen, residentBytes, keptBytes });
        say(`window ${windows.length} of ${windowCount}`);
      }
      const turns = await besideNew(redis.url, service, workload, rate, isQuick);
      return { capacity, rate, connections, windowMs, windows, turns, ...(await writer.end()) };
    } finally {
      await service.stop();
    }
  } finally {
    await redis.stop();
  }
}

async function measureCapacity(service: Service, workload: Workload, isQuick: boolean): Promise<number> {
  const closed = { connections, durationMs: isQuick ? 200 : 5000, mostRequests: Number.MAX_SAFE_INTEGER };
  const { answered, seconds, failures } = await runClosedLoop({ ...auctionLoad(service, workload), ...closed });
  for (const [kind, count] of failures) throw new WrongAnswer(`POST /auction: ${count} times ${kind}`);
  return answered / seconds;
}

/**
 * The service, and a process of it that was just started on the same Redis, have the auctions in turn: a machine that has
 * become slower meanwhile slows both.
 */
async function besideNew(
  redisUrl: string,
  service: Service,
  workload: Workload,
  rate: number,
  isQuick: boolean,
): Promise<SoakTurn[]> {
  const replica = await startReplica(redisUrl, {});
  try {
    const call = ({ url }: { readonly url: string }) =>
      callSteadily({ ...service, url }, workload, { rate, connections, durationMs: isQuick ? 200 : 10_000 });
    await measureCapacity({ ...service, url: replica.url }, workload, isQuick);
    const turns: SoakTurn[] = [];
    while (turns.length < (isQuick ? 2 : 9)) {
      if (turns.length % 2 === 0) turns.push({ old: await call(service), new: await call(replica) });
      else turns.push({ new: await call(replica), old: await call(service) });
    }
    return turns;
  } finally {
    await replica.stop();
  }
}

const unavailable = 503;
const mostRepeats = 20;
const repeatAfterMs = 500;

/**
 * The second seller, whose tiers decide none of the auctions. It creates tiers and deletes them again, so that the number of
 * its tiers stays the same, and sends a write again with its key when the answer says that it can.
 */
class Writer {
  readonly #service: Service;
  readonly #timer: NodeJS.Timeout;
  #ymProfileId = 0;
  #writes = 0;
  #repeats = 0;
  #last: Promise<void>;

  constructor(service: Service) {
    this.#service = service;
    this.#last = this.#createProfile();
    this.#timer = setInterval(() => {
      this.#last = this.#last.then(() => this.#write());
      // The error is told by `end`.
      this.#last.catch(() => {});
    }, 1000 / writesPerSecond);
  }

  /** The number of tiers that were created, and of writes that were sent again. Rejects when one was refused. */
  async end(): Promise<Pick<SoakFigures, 'writes' | 'repeats'>> {
    clearInterval(this.#timer);
    await this.#last;
    return { writes: this.#writes, repeats: this.#repeats };
  }

  async #createProfile(): Promise<void> {
    const { id } = await this.#send('POST', '/ym-profile', { name: 'Soak' });
    this.#ymProfileId = Number(id);
  }

  async #write(): Promise<void> {
    const tier = { name: `Soak ${this.#writes}`, ym_profile_id: this.#ymProfileId, buyer_members: [{ id: 107 }] };
    const { id } = await this.#send('POST', '/ym-auction-tier', tier);
    await this.#send('DELETE', `/ym-auction-tier?id=${String(id)}`);
    this.#writes += 1;
  }

  async #send(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
    const { url, otherHeaders } = this.#service;
    const headers = { ...otherHeaders, 'idempotency-key': randomUUID() };
    for (let repeat = 0; ; repeat++) {
      try {
        return await ask({ url, headers }, method, path, body);
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== unavailable || repeat === mostRepeats) throw error;
        this.#repeats += 1;
        await delay(repeatAfterMs);
      }
    }
  }
}
