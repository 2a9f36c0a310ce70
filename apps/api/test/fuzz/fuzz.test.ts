import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isLong } from '@auction-tiers/tools/long';
import { heldBytes, requestsOf, requestsOfAll, runsOf, steadySeed, timeLimitMs } from './run.ts';
import { FuzzService } from './service.ts';
import { openInstance } from '../fixture/instance.ts';
import { storedState } from '../fixture/stored-state.ts';

/** Room for the starts of a service, beyond the requests. */
const startsMs = 60_000;
const timeoutOf = (count: number) => ({ timeout: timeLimitMs(count) + startsMs });

const count = {
  rest: requestsOf('restMutated'),
  restRaw: requestsOf('restRaw'),
  trpc: requestsOf('trpcMutated'),
  trpcRaw: requestsOf('trpcRaw'),
  mcp: requestsOf('mcp'),
  socket: requestsOf('socket'),
  memory: requestsOf('memory'),
};

/**
 * Bytes that may be held at the end beyond those in the middle; runs without a leak differ by at most 0.3 MB, either way.
 * Some 400 requests lie in between, each with a body, headers and an answer of some kilobytes, a few with a body of a
 * mebibyte: to keep one of those few, or three kilobytes of each, is too much.
 */
const heldMoreBytes = 1024 * 1024;

// What must hold after every single request is checked in service.ts (what is stored, the process), answer.ts
// (errors, secrets), and rest-answer.ts and trpc-judge.ts (the envelopes of the doors).
describe('every request is answered as documented, and a refused one changes nothing', () => {
  let fuzzed: FuzzService;
  beforeEach(async () => {
    fuzzed = await FuzzService.start();
  });
  afterEach(() => fuzzed.close());

  /** The service goes on as if nothing had been, and remembers nothing but what one started on the same Redis knows. */
  async function expectSound(sent: number): Promise<void> {
    expect(fuzzed.sent).toBe(sent);
    expect(await fuzzed.problemsOfState(false)).toEqual([]);
    const { redisUrl, dataDir, send } = fuzzed.service;
    expect((await send('GET', '/dma?id=501')).response).toMatchObject({ status: 'OK', dma: { name: 'New York NY' } });
    const replica = await openInstance({ REDIS_URL: redisUrl, DATA_DIR: dataDir });
    try {
      expect(await storedState(send)).toEqual(await storedState(replica.send));
    } finally {
      await replica.close();
    }
  }

  /** Requests of which none is let in, or all are, would show nothing. */
  function expectMixture(sent: number): void {
    expect(fuzzed.writes).toBeGreaterThan(sent / 100);
    expect(fuzzed.statuses.get(200)).toBeGreaterThan(sent / 20);
    expect(fuzzed.statuses.get(400)).toBeGreaterThan(sent / 5);
  }

  test(
    'REST: bodies, queries and headers that were valid before they were changed',
    timeoutOf(count.rest),
    async () => {
      await runsOf(fuzzed).rest(count.rest);
      expectMixture(count.rest);
      await expectSound(count.rest);
    },
  );

  test('REST: bytes, damaged and huge bodies, odd methods, paths and headers', timeoutOf(count.restRaw), async () => {
    await runsOf(fuzzed).restRaw(count.restRaw);
    await expectSound(count.restRaw);
  });

  test('tRPC: inputs and batches that were valid before they were changed', timeoutOf(count.trpc), async () => {
    await runsOf(fuzzed).trpc(count.trpc);
    expectMixture(count.trpc);
    await expectSound(count.trpc);
  });

  test('tRPC: names that are no procedures, malformed inputs, bytes, events', timeoutOf(count.trpcRaw), async () => {
    await runsOf(fuzzed).trpcRaw(count.trpcRaw);
    await expectSound(count.trpcRaw);
  });

  test(
    'MCP: calls of tools and other messages that were valid before they were changed',
    timeoutOf(count.mcp),
    async () => {
      await runsOf(fuzzed).mcp(count.mcp);
      // What a tool refuses is a result of the protocol, with the status 200; notifications have no result, with 202.
      const [results = 0, noted = 0] = [200, 202].map((status) => fuzzed.statuses.get(status));
      expect(results + noted).toBeGreaterThan(count.mcp / 2);
      expect(fuzzed.statuses.get(400)).toBeGreaterThan(0);
      await expectSound(count.mcp);
    },
  );

  test('sockets: damaged HTTP, and connections that break off', timeoutOf(count.socket), async () => {
    await runsOf(fuzzed).socket(count.socket);
    await expectSound(count.socket);
  });

  // Its bound was measured with as many requests as a long run sends.
  test.for(isLong ? [count.memory] : [])('memory does not grow over %i requests', timeoutOf(count.memory), async () => {
    const runs = Object.values(runsOf(fuzzed, steadySeed));
    const each = Math.ceil(count.memory / 3 / runs.length);
    const round = async () => {
      for (const run of runs) await run(each);
      return heldBytes();
    };
    // All rounds send the same. The first fills what is kept once: compiled schemas, connections, remembered callers.
    await round();
    const middle = await round();
    const end = await round();
    expect(end - middle).toBeLessThan(heldMoreBytes);
    await expectSound(3 * each * runs.length);
  });
});

test.skipIf(process.env['FUZZ_REQUESTS'] !== undefined)(
  'all together these are at least 1,000 requests, and 5,000 of a long run',
  () => {
    expect(requestsOfAll()).toBeGreaterThanOrEqual(isLong ? 5000 : 1000);
  },
);
