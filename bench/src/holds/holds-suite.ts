import { createRedisClient } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { type Service, startService } from '../http/service.ts';
import { createWorkload } from '../http/workload.ts';
import type { Options, Suite } from '../suite/suite.ts';
import { type Act, createFile, hostileAct, importFile, listAct, reloadAct } from './act.ts';
import type { HoldsFigures, HoldsRow } from './figures.ts';
import { type HonestCall, startHonestCaller } from './honest-caller.ts';
import { holdsText } from './holds-report.ts';
import { between, readOwn } from './own-measurement.ts';
import type { Turns } from './turn-report.ts';

const turnReport = new URL('turn-report.ts', import.meta.url).href;
/** The demo has some tiers too. */
const demoTiers = 12;
const timeouts = { connectMs: 2000, commandMs: 2000 };

export const holdsSuite: Suite<HoldsFigures> = {
  summary: 'how long the service keeps its event loop from other requests, in its own measurement',
  takes: ['quick', 'results'],
  async measure(options, say) {
    const figures = await measureHolds(options, say);
    return { figures, text: holdsText(figures) };
  },
};

async function measureHolds({ isQuick }: Options, say: (line: string) => void): Promise<HoldsFigures> {
  const imported = isQuick ? 100 : 10_000;
  const files = isQuick ? 1 : 10;
  const rate = isQuick ? 50 : 200;
  const scrapes = isQuick ? 1 : 5;
  const tiers = imported * (files + 1) + demoTiers;
  const redis = await startTemporaryRedis({ log: say });
  const client = createRedisClient(redis.url, timeouts);
  let service: Service | undefined;
  try {
    await client.connect();
    service = await startService(redis.url, 'none', [turnReport]);
    const { auctions } = await createWorkload(service);
    const { body, text } = auctions[0]!;
    // The revision changes with every import.
    const [right = ''] = /"bids":.*?\]/.exec(text) ?? [];
    const call: HonestCall = { url: service.url, headers: service.headers, body, right, rate };
    const file = createFile(imported);
    let last = 0;
    for (let at = 1; at <= files; at++) {
      say(`loading ${(at * imported).toLocaleString('en-US')} tiers`);
      last = await importFile(service, `Load ${at}`, file, imported);
    }
    const own = service;
    const acts: Act[] = [
      {
        name: `an import of ${imported.toLocaleString('en-US')} tiers`,
        run: async () => void (await importFile(own, 'Import', file, imported)),
      },
      listAct(service, tiers),
      reloadAct(service, client),
      hostileAct(service, last, imported, isQuick ? quickEffort : effort),
      { name: 'nothing else', run: () => new Promise((resolve) => void setTimeout(resolve, isQuick ? 10 : 5000)) },
    ];
    const rows: HoldsRow[] = [];
    for (const act of acts) {
      say(act.name);
      rows.push(await measureAct(act, service, call));
    }
    const scrapesMs: number[] = [];
    while (scrapesMs.length < scrapes) scrapesMs.push((await readOwn(service.url)).scrapeMs);
    return { tiers, imported, rate, rows, scrapesMs };
  } finally {
    await service?.stop();
    client.disconnect();
    await redis.stop();
  }
}

/** The most work that a batch may make, with as many auctions as it may have. */
const effort = { batches: 8, auctions: 1000, work: 4_500_000 };
const quickEffort = { batches: 2, auctions: 10, work: 1000 };

async function measureAct({ name, run }: Act, service: Service, call: HonestCall): Promise<HoldsRow> {
  const caller = await startHonestCaller(call);
  const before = await readOwn(call.url);
  await service.report('turns');
  const startedMs = performance.now();
  await run();
  const seconds = (performance.now() - startedMs) / 1000;
  const { longestMs, p999Ms } = (await service.report('turns')) as Turns;
  const after = await readOwn(call.url);
  const own = { ownLongestMs: longestMs, ownP999Ms: p999Ms };
  return { name, seconds, ...between(before, after), ...own, caller: await caller.stop() };
}
