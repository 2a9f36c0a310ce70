import { isDeepStrictEqual } from 'node:util';
import type { Plain } from '@auction-tiers/contract';
import { tierResource, toHash, withInitials, ymProfileResource } from '@auction-tiers/contract';
import { Latencies } from '@auction-tiers/http-load';
import {
  type Client,
  createRedisClient,
  openRedisStore,
  type RedisStore,
  type WriteResult,
} from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { median, medianRatio, runRounds } from './suite/rounds.ts';
import { atLeast, formatFigure, formatMs, formatPercent, type Suite, WrongAnswer } from './suite/suite.ts';

const callers = 32;
/** The seller that owns all written objects. */
const memberId = 19;
const actor = { user: 'bench', requestId: 'bench' };

/** One request of the caller with this number. Throws a `WrongAnswer` when its answer is wrong. */
export type Operation = (caller: number) => Promise<void>;

/** Answers per second of each round. */
export interface StoreFigures {
  readonly name: string;
  readonly perSecond: readonly number[];
}

export const storeSuite: Suite<readonly StoreFigures[]> = {
  summary: 'creating, changing and reading a tier on a durable Redis, against a bare HSET and HGETALL',
  async measure({ rounds, isQuick }, say) {
    const redis = await startTemporaryRedis({ log: say });
    const store = await openRedisStore({ url: redis.url, log: { warn: say }, requireDurable: true });
    const client = createRedisClient(redis.url, { connectMs: 2000, commandMs: 2000 });
    try {
      await client.connect();
      const operations = Object.entries({ ...(await storeOperations(store)), ...(await bareOperations(client)) });
      const latencies = operations.map(() => new Latencies());
      const turns = operations.map(
        ([, call], at) =>
          () =>
            closedLoop(call, isQuick ? 20 : 400, latencies[at]!),
      );
      const found = await runRounds(turns, rounds + 1);
      const figures = operations.map(([name], at) => ({ name, perSecond: found[at]!.slice(1) }));
      // The second three are the bare commands for the first three.
      const parts = figures.slice(0, 3).map(({ perSecond }, at) => medianRatio(perSecond, figures[at + 3]!.perSecond));
      const rows = figures.map(({ name, perSecond }, at) => {
        const part = parts[at] === undefined ? '' : formatPercent(parts[at]);
        const times = [50, 99].map((percentile) => formatMs(latencies[at]!.atPercentile(percentile)));
        return [name, formatFigure(median(perSecond)), part, ...times];
      });
      const header = [`durable, ${callers} callers`, 'per second', 'of bare', 'median', '99 %'];
      const goals = [atLeast(0.2, 'creating a tier: of HSET', parts[0]!, formatPercent)];
      return { figures, tables: [{ header, rows }], goals };
    } finally {
      client.disconnect();
      await store.close();
      await redis.stop();
    }
  },
};

/** Each caller sends its next request when it has the answer to the one before. Gives answers per second. */
async function closedLoop(call: Operation, durationMs: number, latencies: Latencies): Promise<number> {
  const startMs = performance.now();
  let answered = 0;
  const callAgain = async (caller: number) => {
    for (let sentMs = startMs; sentMs < startMs + durationMs; answered++) {
      await call(caller);
      const nowMs = performance.now();
      latencies.record(nowMs - sentMs);
      sentMs = nowMs;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => callAgain(caller)));
  return (answered * 1000) / (performance.now() - startMs);
}

/** Creates, changes and reads a tier through the store. Each caller changes and reads a tier of its own. */
export async function storeOperations(store: RedisStore): Promise<Record<'create' | 'update' | 'get', Operation>> {
  const ymProfile = withInitials(ymProfileResource, { name: 'Home', member_id: memberId });
  const ymProfileId = committed(await store.create(ymProfileResource, memberId, ymProfile, actor)).id;
  const create = async () => committed(await store.create(tierResource, memberId, tierOf(ymProfileId), actor));
  const owned: ReturnType<typeof committed>[] = [];
  for (let caller = 0; caller < callers; caller++) owned.push(await create());
  return {
    create: async () => void (await create()),
    async update(caller) {
      const { id, revision, object } = owned[caller]!;
      const value: Plain = { ...object, description: `changed after ${revision}` };
      owned[caller] = committed(await store.update(tierResource, memberId, id, value, revision, actor));
    },
    async get(caller) {
      const { id, object } = owned[caller]!;
      const stored = await store.get(tierResource, memberId, id);
      if (!isDeepStrictEqual(stored?.value, object))
        throw new WrongAnswer(`Tier ${id} reads ${JSON.stringify(stored)}`);
    },
  };
}

function committed(result: WriteResult) {
  if (!result.ok) throw new WrongAnswer(`The store refused a write: ${JSON.stringify(result.refusal)}`);
  return { id: result.change.id, revision: result.change.revision, object: result.object };
}

/** Writes and reads the same hashes by single commands: without references, revisions, indexes or change log. */
export async function bareOperations(client: Client): Promise<Readonly<Record<string, Operation>>> {
  const fields = toHash(tierResource, { ...tierOf(1), id: 1, created_on: '2026-11-21 08:00:00' });
  let count = 0;
  for (let caller = 0; caller < callers; caller++) await client.hset(`bench:own:${caller}`, fields);
  return {
    'HSET new': async () => void (await client.hset(`bench:new:${++count}`, fields)),
    'HSET old': async (caller) => void (await client.hset(`bench:own:${caller}`, fields)),
    async HGETALL(caller) {
      const stored = { ...(await client.hgetall(`bench:own:${caller}`)) };
      if (!isDeepStrictEqual(stored, fields)) throw new WrongAnswer(`HGETALL reads ${JSON.stringify(stored)}`);
    },
  };
}

/** A tier of ordinary size: five buyers, a price. */
function tierOf(ymProfileId: number): Plain {
  const buyers = [101, 102, 103, 104, 105].map((id) => ({ id, name: `Buyer ${id}` }));
  const taken = { member_action: 'include', min_price: '2.500000', buyer_members: buyers };
  const home = { ym_profile_id: ymProfileId, member_id: memberId };
  return withInitials(tierResource, { name: 'Premium', code: null, priority: 7, ...home, ...taken });
}
