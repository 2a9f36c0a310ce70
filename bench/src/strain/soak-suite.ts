import { runClosedLoop } from '@auction-tiers/http-load';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { ask, type Asked } from '../http/ask.ts';
import { type Service, startService } from '../http/service.ts';
import { createWorkload } from '../http/workload.ts';
import { startStolen } from '../measure/stolen.ts';
import { type Options, type Suite, WrongAnswer } from '../suite/suite.ts';
import type { Kept } from './collection-report.ts';
import type { SoakFigures, SoakWindow } from './figures.ts';
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
      const closed = { connections, durationMs: isQuick ? 200 : 5000, mostRequests: Number.MAX_SAFE_INTEGER };
      const { answered, seconds, failures } = await runClosedLoop({ ...auctionLoad(service, workload), ...closed });
      for (const [kind, count] of failures) throw new WrongAnswer(`POST /auction: ${count} times ${kind}`);
      const capacity = answered / seconds;
      const rate = capacity * partOfCapacity;
      say(`${Math.round(capacity)} auctions per second; goes on with ${Math.round(rate)}`);

      const writer = await Writer.begin(service);
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
      return { capacity, rate, connections, windowMs, windows, writes: await writer.end() };
    } finally {
      await service.stop();
    }
  } finally {
    await redis.stop();
  }
}

/** The second seller, whose tiers decide none of the auctions. */
const sellerOf = ({ url, otherHeaders: headers }: Service): Asked => ({ url, headers });

/** The second seller creates tiers and deletes them again, so that the number of its tiers stays the same. */
class Writer {
  readonly #service: Service;
  readonly #ymProfileId: number;
  readonly #timer: NodeJS.Timeout;
  #writes = 0;
  #last: Promise<void> = Promise.resolve();

  private constructor(service: Service, ymProfileId: number) {
    this.#service = service;
    this.#ymProfileId = ymProfileId;
    this.#timer = setInterval(() => {
      this.#last = this.#last.then(() => this.#write());
      // The error is told by `end`.
      this.#last.catch(() => {});
    }, 1000 / writesPerSecond);
  }

  static async begin(service: Service): Promise<Writer> {
    const { id } = await ask(sellerOf(service), 'POST', '/ym-profile', { name: 'Soak' });
    return new Writer(service, Number(id));
  }

  /** The number of tiers that were created. Rejects when one of them was refused. */
  async end(): Promise<number> {
    clearInterval(this.#timer);
    await this.#last;
    return this.#writes;
  }

  async #write(): Promise<void> {
    const tier = { name: `Soak ${this.#writes}`, ym_profile_id: this.#ymProfileId, buyer_members: [{ id: 107 }] };
    const { id } = await ask(sellerOf(this.#service), 'POST', '/ym-auction-tier', tier);
    await ask(sellerOf(this.#service), 'DELETE', `/ym-auction-tier?id=${String(id)}`);
    this.#writes += 1;
  }
}
