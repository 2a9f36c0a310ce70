import { createRedisClient } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import type { ServerProcess } from '../http/server/server-process.ts';
import { startReplica, startService } from '../http/service.ts';
import type { Options, Suite } from '../suite/suite.ts';
import { measureDue } from './due-drafts.ts';
import type { DueRow, LiveFigures } from './figures.ts';
import { liveText } from './live-report.ts';
import { days, measureReport, storeReport } from './long-report.ts';

const timeouts = { connectMs: 2000, commandMs: 2000 };

export const liveSuite: Suite<LiveFigures> = {
  summary: 'how late scheduled drafts are published, and how long a report of 8 days takes',
  takes: ['rounds', 'quick', 'results'],
  async measure(options, say) {
    const figures = await measureLive(options, say);
    return { figures, text: liveText(figures) };
  },
};

async function measureLive({ rounds, isQuick }: Options, say: (line: string) => void): Promise<LiveFigures> {
  const drafts = isQuick ? 4 : 50;
  const [tiers, buyers] = isQuick ? [20, 5] : [1000, 5];
  const redis = await startTemporaryRedis({ log: say });
  const client = createRedisClient(redis.url, timeouts);
  const servers: ServerProcess[] = [];
  try {
    await client.connect();
    const service = await startService(redis.url);
    servers.push(service);
    say(`a report of ${days} days, ${tiers} tiers of ${buyers} buyers`);
    await storeReport(redis.url, tiers, buyers);
    const questions = await measureReport(service, { tiers, buyers, rounds });

    const sellers = [service.headers, service.otherHeaders];
    const due: DueRow[] = [];
    // Time to schedule all of them.
    const leadMs = isQuick ? 1000 : 5000;
    for (const [name, atOnce] of [
      ['all at one moment', drafts],
      ['five each second', 5],
    ] as const) {
      say(`${drafts} drafts, ${name}`);
      due.push({ name, lateMs: await measureDue(client, service.url, sellers, { drafts, leadMs, atOnce }) });
    }
    say(`${drafts} drafts, with a restart`);
    const lateMs = await measureDue(
      client,
      service.url,
      sellers,
      { drafts, leadMs: 2 * leadMs, atOnce: drafts },
      async () => {
        await service.stop();
        const again = await startReplica(redis.url, {});
        servers[0] = again;
        return again.url;
      },
    );
    due.push({ name: 'all at one moment, after a restart', lateMs });
    return { drafts, due, report: { days, tiers, buyers }, questions };
  } finally {
    await servers[0]?.stop();
    client.disconnect();
    await redis.stop();
  }
}
