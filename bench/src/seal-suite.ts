import { setTimeout } from 'node:timers/promises';
import {
  FolderPlace,
  openPlace,
  ownFolder,
  readFrameTotal,
  readSegmentName,
  type RecordPlace,
  segmentPrefix,
} from '@auction-tiers/recorded';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { S3Server } from '@auction-tiers/tools/s3-server';
import { type HttpFigures, measureTurn } from './http-suite.ts';
import { createAuctions } from './server/auctions.ts';
import { noLimits, startService } from './server/server.ts';
import { median, medianRatio, runRounds } from './suite/rounds.ts';
import { atMost, formatFigure, formatMs, formatPercent, type Suite, WrongAnswer } from './suite/suite.ts';

/** The allowed increase, relative to the processor time of a recorded auction. */
const mostMore = 0.02;
/** A turn ends after this many auctions, so that both sides seal the same amount. */
const [auctionsOfTurn, longestMs, pollMs] = [20_000, 60_000, 100];

export const sealSuite: Suite<readonly HttpFigures[]> = {
  summary: 'what sealing recorded auctions in an S3 store adds to POST /auction',
  async measure({ rounds, isQuick }, say) {
    const s3 = await S3Server.start();
    const shared = s3.settings('bench');
    const sides: Side[] = [];
    try {
      sides.push(await startSide('all recorded, on the disk', {}, say));
      sides.push(
        await startSide('all recorded, and sealed', { ...shared, RECORD_SEAL_SECONDS: '1' }, say, openPlace(shared)),
      );
      const load = { connections: 16, mostRequests: isQuick ? 32 : auctionsOfTurn, durationMs: longestMs };
      // The first round warms up.
      const found = (
        await runRounds(
          sides.map(
            ({ turn }) =>
              () =>
                turn(load),
          ),
          rounds + 1,
        )
      ).map((all) => all.slice(1));
      const figures = found.map((all, at) => ({
        name: sides[at]!.name,
        perSecond: all.map(({ perSecond }) => perSecond),
        processorMs: all.map(({ processorMs }) => processorMs),
      }));
      const rows = figures.map(({ name, perSecond, processorMs }) => {
        return [name, formatFigure(median(perSecond)), formatMs(median(processorMs))];
      });
      const [onDisk, sealed] = figures;
      const more = medianRatio(sealed!.processorMs, onDisk!.processorMs) - 1;
      const goal = atMost(mostMore, `${sealed!.name}: more than ${onDisk!.name}`, more, formatPercent);
      return {
        figures,
        tables: [{ header: ['16 connections, 20 bids', 'per second', 'processor'], rows }],
        goals: [goal],
      };
    } finally {
      for (const side of sides) await side.stop();
      await s3.close();
    }
  },
};

interface Side {
  readonly name: string;
  readonly turn: (load: Parameters<typeof measureTurn>[2]) => ReturnType<typeof measureTurn>;
  readonly stop: () => Promise<void>;
}

/** A service that records every auction. `shared`: the place in which it seals them; absent: they stay on its disk. */
async function startSide(
  name: string,
  settings: Readonly<Record<string, string>>,
  say: (line: string) => void,
  shared?: RecordPlace,
): Promise<Side> {
  const redis = await startTemporaryRedis({ log: say });
  const service = await startService(redis.url, { ...noLimits, RECORD_AUCTIONS: '1', ...settings }).catch(
    async (error: unknown) => {
      await redis.stop();
      throw error;
    },
  );
  const place = shared ?? new FolderPlace(ownFolder(service.dataDir));
  const requests = (await createAuctions(service)).map(({ body, answer }) => {
    return { method: 'POST' as const, path: '/auction', body, isRight: (found: string) => found.includes(answer) };
  });
  // The auction that `createAuctions` sends to learn the revision is recorded too.
  let expected = 1;
  const untilStored = async (answered: number) => {
    expected += answered;
    const until = Date.now() + longestMs;
    for (let stored = 0; stored !== expected; stored = await countStored(place)) {
      if (Date.now() > until) throw new WrongAnswer(`${name}: ${stored} of ${expected} auctions were stored.`);
      await setTimeout(pollMs);
    }
  };
  return {
    name,
    turn: (load) => measureTurn(name, { ...service, requests }, load, untilStored),
    stop: async () => {
      await service.stop();
      await redis.stop();
    },
  };
}

/** Counted here and not by the service, whose processor time is measured. */
async function countStored(place: RecordPlace): Promise<number> {
  let lines = 0;
  const prefix = segmentPrefix(1, 1);
  for await (const { key, bytes } of place.list(prefix)) {
    const read = async (start: number, end: number) => (await place.read(key, start, end)) ?? Buffer.alloc(0);
    const { seal } = readSegmentName(key.slice(prefix.length)) ?? {};
    lines += (seal ?? (await readFrameTotal(read, bytes))).lines;
  }
  return lines;
}
