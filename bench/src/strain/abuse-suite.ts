import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { startService } from '../http/service.ts';
import { createWorkload } from '../http/workload.ts';
import type { Options, Suite } from '../suite/suite.ts';
import { sellers } from './abuse/seller.ts';
import { strangers } from './abuse/stranger.ts';
import type { AbuseFigures, AbuseRow } from './figures.ts';
import { callSteadily, type Steadiness } from './honest-caller.ts';
import { abuseText, summarizeAbuse } from './strain-report.ts';

const connections = 8;
const rate = 100;
/** So long before the abuse the seller begins: its connections are open then (decision 61). */
const leadMs = 500;
/** The row to compare the others with. */
const none = 'nothing';

export const abuseSuite: Suite<AbuseFigures> = {
  summary: 'auctions of an honest seller, and memory, while strangers and another seller abuse the service',
  takes: ['quick', 'results'],
  isKeptAwake: true,
  async measure(options, say) {
    const figures = await measureAbuses(options, say);
    return { figures, text: abuseText(figures) };
  },
};

async function measureAbuses({ isQuick }: Options, say: (line: string) => void): Promise<AbuseFigures> {
  const durationMs = isQuick ? 200 : 10_000;
  const rounds = isQuick ? 1 : 3;
  const abuses = isQuick ? [strangers[0]!, sellers[0]!] : [...strangers, ...sellers];
  const measured = new Map(
    [none, ...abuses.map((abuse) => abuse.name)].map((name): [string, AbuseRow[]] => [name, []]),
  );
  for (let round = 1; round <= rounds; round++) {
    for (const [name, all] of measured) {
      say(`round ${round} of ${rounds}: ${name}`);
      all.push(await measureAbuse(name, { rate, connections, durationMs }, say));
    }
  }
  return { rate, durationMs, rounds, rows: Array.from(measured.values(), summarizeAbuse) };
}

/** Each abuse has a service and a Redis of its own: what one leaves behind must not count against the next. */
async function measureAbuse(name: string, steadiness: Steadiness, say: (line: string) => void): Promise<AbuseRow> {
  const redis = await startTemporaryRedis({ log: say });
  try {
    const service = await startService(redis.url, 'usual');
    try {
      const workload = await createWorkload(service);
      const abuser = name === none ? undefined : await Abuser.prepare(name, service.url, service.otherHeaders);
      const { residentBytes: beforeBytes } = await service.memory();
      const calling = callSteadily(service, workload, { ...steadiness, durationMs: leadMs + steadiness.durationMs });
      await setTimeout(leadMs);
      abuser?.begin();
      const honest = await calling;
      const counts = (await abuser?.end()) ?? {};
      const { mostBytes } = await service.memory();
      return { name, honest, beforeBytes, mostBytes, counts };
    } finally {
      await service.stop();
    }
  } finally {
    await redis.stop();
  }
}

/** The thread that an abuse runs in. */
class Abuser {
  readonly #thread: Worker;

  private constructor(thread: Worker) {
    this.#thread = thread;
  }

  /** Resolves when the abuse can begin. */
  static async prepare(name: string, url: string, headers: Readonly<Record<string, string>>): Promise<Abuser> {
    const workerData = { name, target: { url, headers } };
    const thread = new Worker(new URL('abuse/abuse-thread.ts', import.meta.url), { workerData });
    await once(thread, 'message');
    return new Abuser(thread);
  }

  begin(): void {
    this.#thread.postMessage('begin', []);
  }

  /** What came of it. Rejects when the thread failed. */
  async end(): Promise<Readonly<Record<string, number>>> {
    const counted = once(this.#thread, 'message') as Promise<[ReadonlyMap<string, number>]>;
    this.#thread.postMessage('end', []);
    const [counts] = await counted;
    await this.#thread.terminate();
    return Object.fromEntries(counts);
  }
}
