import type { AuctionTier, Draft, Plain } from '@auction-tiers/contract';
import { tierResource, toHash } from '@auction-tiers/contract';
import { demoBuyers, demoTierSet } from '@auction-tiers/contract/demo';
import { type LoadRequest, runClosedLoop } from '@auction-tiers/http-load';
import { createRedisClient } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { type Auction, createAuctions } from './server/auctions.ts';
import { ask, noLimits, type Seller, type Server, type Service, startServer, startService } from './server/server.ts';
import { median, medianRatio, runRounds } from './suite/rounds.ts';
import {
  atLeast,
  formatFigure,
  formatMs,
  formatPercent,
  type Options,
  type Suite,
  WrongAnswer,
} from './suite/suite.ts';

const batchSize = 64;
/** With many ym-profiles a new tier slows down few others: each change compiles a ym-profile. */
const ymProfileCount = 20;
/** The limit per turn, because a ym-profile with more tiers takes longer to compile. */
const mostCreates = 400;
const [turnMs, timeoutMs] = [1500, 10_000];
const bareServer = new URL('server/bare.ts', import.meta.url).pathname;

/** A request and a check of its answer. */
export interface CheckedRequest extends LoadRequest {
  readonly isRight: (body: string) => boolean;
}

/** The service, or the server that it is compared with. */
export interface Side extends Seller {
  readonly usage: Server['usage'];
  readonly requests: readonly CheckedRequest[];
}

interface Row {
  readonly name: string;
  readonly bareName: string;
  /** The goal: the least part of the bare side's rate. */
  readonly wanted: number;
  /** Auctions per request. */
  readonly size: number;
  readonly mostRequests: number;
  readonly sides: readonly [service: Side, bare: Side];
}

/** Answers per second, and processor time of the server per answer, of each round. */
export interface HttpFigures {
  readonly name: string;
  readonly perSecond: readonly number[];
  readonly processorMs: readonly number[];
}

export const httpSuite: Suite<readonly HttpFigures[]> = {
  summary: 'the service over HTTP, against the least that node:http and express with Redis could do',
  async measure(options, say) {
    const redis = await startTemporaryRedis({ log: say });
    const servers: Server[] = [];
    try {
      const service = await startService(redis.url, noLimits);
      servers.push(service);
      const bare = await startServer(bareServer, { REDIS_URL: redis.url });
      servers.push(bare);
      // New tiers change the revision, which answers to auctions contain: so this comes last.
      const found = [
        ...(await measureRows(auctionRows(service, bare, await createAuctions(service)), options, say)),
        ...(await measureRows([await experimentRow(service)], options, say)),
        ...(await measureRows(await tierRows(service, bare, redis.url), options, say)),
      ];
      const header = ['16 connections, batches 4', 'per second', 'of bare', 'processor', 'of bare'];
      return {
        figures: found.flatMap(({ service: own, bare: base }) => [own, base]),
        tables: [{ header, rows: found.flatMap((one) => [cellsOf(one.service, one.bare), cellsOf(one.bare)]) }],
        goals: found.map(({ row, service: own, bare: base }) => {
          const part = medianRatio(own.perSecond, base.perSecond);
          return atLeast(row.wanted, `${row.name}: of ${row.bareName}`, part, formatPercent);
        }),
      };
    } finally {
      for (const server of servers) await server.stop();
      await redis.stop();
    }
  },
};

/** Both sides of each row in turn. A first round warms both up. */
async function measureRows(rows: readonly Row[], { rounds, isQuick }: Options, say: (line: string) => void) {
  const found: { readonly row: Row; readonly service: HttpFigures; readonly bare: HttpFigures }[] = [];
  for (const row of rows) {
    say(row.name);
    const load = { connections: row.size === 1 ? 16 : 4, mostRequests: isQuick ? 2 : row.mostRequests };
    const turns = row.sides.map((side) => () => measureTurn(row.name, side, load));
    const [service, bare] = (await runRounds(turns, rounds + 1)).map((all, at) => ({
      name: at === 0 ? row.name : `- ${row.bareName}`,
      perSecond: all.slice(1).map(({ perSecond }) => perSecond * row.size),
      processorMs: all.slice(1).map(({ processorMs }) => processorMs / row.size),
    }));
    found.push({ row, service: service!, bare: bare! });
  }
  return found;
}

const judge = ({ isRight }: CheckedRequest, status: number, body: string) =>
  status === 200 && isRight(body) ? undefined : `HTTP ${status}: ${body}`;

/**
 * Each connection sends the next request when it has an answer. Throws a `WrongAnswer` for a wrong answer. `untilDone`
 * waits for work that the server does after the answers, which counts too.
 */
export async function measureTurn(
  name: string,
  { url: origin, headers, usage, requests }: Side,
  load: { readonly connections: number; readonly mostRequests: number; readonly durationMs?: number },
  untilDone: (answered: number) => Promise<void> = async () => {},
) {
  const durationMs = load.durationMs ?? (load.mostRequests < mostCreates ? timeoutMs : turnMs);
  const before = await usage();
  const result = await runClosedLoop({ ...load, origin, headers, requests, timeoutMs, durationMs, judge });
  const { answered, failures, seconds } = result;
  await untilDone(answered);
  const { processorMicros } = await usage();
  for (const [kind, count] of failures) throw new WrongAnswer(`${name}: ${count} times ${kind}`);
  if (answered === 0) throw new WrongAnswer(`${name}: no request was answered.`);
  return { perSecond: answered / seconds, processorMs: (processorMicros - before.processorMicros) / 1000 / answered };
}

/** Single auctions and batches, against `node:http` that parses them and answers with as many bytes. */
function auctionRows(service: Service, bare: Server, auctions: readonly Auction[]): Row[] {
  const group = (size: number) =>
    Array.from({ length: auctions.length / size }, (_, at) => auctions.slice(at * size, (at + 1) * size));
  const row = (name: string, wanted: number, size: number, sent: readonly Auction[]): Row => {
    const path = size === 1 ? '/auction' : '/auction/batch';
    const bytes = String(sent[0]!.answer.length);
    const headers = { ...service.headers, 'x-answer-bytes': bytes };
    const requests = (isRight: (found: string, answer: string) => boolean) =>
      sent.map(({ body, answer }): CheckedRequest => {
        return { method: 'POST', path, body, isRight: (found) => isRight(found, answer) };
      });
    const own = { ...service, headers, requests: requests((found, answer) => found.includes(answer)) };
    const other = { ...bare, headers, requests: requests((found) => String(found.length) === bytes) };
    return { name, bareName: 'node:http', wanted, size, mostRequests: 1e9, sides: [own, other] };
  };
  const batches = group(batchSize).map((batch) => ({
    body: `{"auctions":[${batch.map(({ body }) => body).join(',')}]}`,
    answer: `[${batch.map(({ answer }) => answer).join(',')}]`,
  }));
  return [row('POST /auction, 20 bids', 0.7, 1, auctions), row(`batch of ${batchSize}, JSON`, 0.6, batchSize, batches)];
}

const isOut = (body: string) => body.includes('"winner":') && !body.includes('"experiment"');

/** Auctions of which a draft decides half, counted under both tier sets, against auctions without an experiment. */
async function experimentRow(service: Service): Promise<Row> {
  const { tiers, profiles } = demoTierSet();
  const tierSet = { profiles, tiers: tiers.map(({ id: _id, code: _code, ...tier }) => tier) };
  const [tested, alone] = await Promise.all(
    ['Tested', 'Alone'].map(async (name) => {
      const { id } = await ask<{ id: number }>(service, 'ym-profile', '/ym-profile', { name });
      await ask(service, 'ym-profile', `/ym-profile/import?id=${id}`, tierSet);
      return id;
    }),
  );
  const draft = await ask<Draft>(service, 'draft', `/draft?from=${tested}`, {});
  const drafted = draft.tier_set.tiers.map((tier, at) => (at === 0 ? { ...tier, min_price: '4.00' } : tier));
  await ask(service, 'draft', `/draft?id=${draft.id}`, { tier_set: { ...draft.tier_set, tiers: drafted } }, 'PUT');
  const experiment = {
    name: 'Bench',
    hypothesis: 'It costs less than 5 %',
    draft_id: draft.id,
    design: 'split',
    share: 0.5,
  };
  const { id } = await ask<{ id: number }>(service, 'experiment', '/experiment', {
    ...experiment,
    guard: { max_loss: '999999', max_total_loss_pct: 100, max_buyer_loss_pct: 100, min_fill_points: 100 },
  });
  await ask(service, 'experiment', `/experiment/start?id=${id}`, {});
  const bodies = (await createAuctions(service)).map(({ body }) => body);
  const side = (ymProfileId: number, isRight: (body: string) => boolean): Side => {
    const requests = bodies.map((body, at): CheckedRequest => {
      const own = { ...(JSON.parse(body) as object), ym_profile_id: ymProfileId, unit: `unit-${at}` };
      return { method: 'POST', path: '/auction', body: JSON.stringify(own), isRight };
    });
    return { ...service, requests };
  };
  const isIn = (body: string) => body.includes('"winner":') && body.includes(`"experiment":{"id":${id},`);
  return {
    name: 'POST /auction, 20 bids, in an experiment',
    bareName: 'without one',
    wanted: 0.93,
    size: 1,
    mostRequests: 1e9,
    sides: [side(tested!, isIn), side(alone!, isOut)],
  };
}

const holds = (text: string) => (found: string) => found.includes(text);

/** Reading a tier, and creating one. */
async function tierRows(service: Service, bare: Server, redisUrl: string): Promise<Row[]> {
  const client = createRedisClient(redisUrl, { connectMs: 2000, commandMs: 2000 });
  await client.connect();
  const [reads, bareReads, creates, bareCreates]: CheckedRequest[][] = [[], [], [], []];
  for (let number = 1; number <= ymProfileCount; number++) {
    const { id } = await ask<{ id: number }>(service, 'ym-profile', '/ym-profile', { name: `Bench ${number}` });
    const buyers = demoBuyers.slice(0, 5).map((buyer) => ({ id: buyer.id }));
    const sent = { name: 'Benchmark', ym_profile_id: id, priority: 7, min_price: '2.500000', buyer_members: buyers };
    const tier = await ask<AuctionTier & Plain>(service, 'ym-auction-tier', '/ym-auction-tier', sent);
    const fields = toHash(tierResource, tier);
    await client.hset(`bench:tier:${tier.id}`, fields);
    const isRead = holds(`"ym-auction-tier":${JSON.stringify(tier)}`);
    reads!.push({ method: 'GET', path: `/ym-auction-tier?id=${tier.id}`, isRight: isRead });
    const isField = holds(JSON.stringify(fields['buyer_members']));
    bareReads!.push({ method: 'GET', path: `/tier?id=${tier.id}`, isRight: isField });
    const post = { method: 'POST', body: JSON.stringify(sent) } as const;
    creates!.push({ ...post, path: '/ym-auction-tier', isRight: holds('"name":"Benchmark"') });
    bareCreates!.push({ ...post, path: '/tier', isRight: holds('{"id":"new:') });
  }
  client.disconnect();
  const { headers } = service;
  const row = (name: string, bareName: string, wanted: number, mostRequests: number, sides: Row['sides']): Row => {
    return { name, bareName, wanted, size: 1, mostRequests, sides };
  };
  const side = (server: Server, requests: readonly CheckedRequest[] = []): Side => ({ ...server, headers, requests });
  return [
    row('GET /ym-auction-tier?id=', 'HGETALL', 0.7, 1e9, [side(service, reads), side(bare, bareReads)]),
    row('POST /ym-auction-tier', 'HSET', 0.6, mostCreates, [side(service, creates), side(bare, bareCreates)]),
  ];
}

function cellsOf({ name, perSecond, processorMs }: HttpFigures, base?: HttpFigures): string[] {
  const rate = base === undefined ? '' : formatPercent(medianRatio(perSecond, base.perSecond));
  const processor = base === undefined ? '' : formatPercent(medianRatio(base.processorMs, processorMs));
  return [name, formatFigure(median(perSecond)), rate, formatMs(median(processorMs)), processor];
}
