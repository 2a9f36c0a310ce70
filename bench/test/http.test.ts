import { decodeFromCompressedBase64 } from 'hdr-histogram-js';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { turnsPerRound } from '../src/http/part-pair.ts';
import type { HttpContestantOptions } from '../src/http/contestant.ts';
import { createHttpContestant } from '../src/http/contestant.ts';
import { httpSuite } from '../src/http/http-suite.ts';
import { partOfBare, processorPartOfBare } from '../src/http/http-report.ts';
import { createLoopContestant } from '../src/http/contestant.ts';
import { WrongAnswer } from '../src/suite/suite.ts';

test('every door is measured in every round, each with its bare counterpart, and every answer is right', async () => {
  const said: string[] = [];
  const options = { rounds: 5, sizes: undefined, isQuick: true };
  const { figures, text } = await httpSuite.measure(options, (line) => said.push(line));
  expect(figures.rows.map(({ name, bare, wanted }) => [name, bare.name, wanted])).toEqual([
    ['POST /auction, 20 bids', 'node:http', 0.85],
    ['batch of 64, JSON', 'loop', 0.6],
    ['stream of 256, NDJSON', 'loop', 0.6],
    ['tRPC auction.run, 20 bids', 'empty procedure', 0.9],
    ['POST /auction, recording 1 %', 'recording none', 0.99],
    ['POST /auction, recording all', 'recording none', 0.85],
    ['POST /auction, counted for the report', 'counting none', 0.95],
    ['GET /ym-auction-tier?id=', 'express, HGETALL', 0.7],
    ['POST /ym-auction-tier, durable', 'express, HSET', 0.6],
  ]);
  for (const row of figures.rows) {
    for (const { turns } of [row.service, row.bare]) {
      expect(turns).toHaveLength(
        row.name.includes('counted') || row.name.includes('recording') ? 5 * turnsPerRound : 5,
      );
      for (const { perSecond, processorMicros } of turns)
        expect(Math.min(perSecond, processorMicros)).toBeGreaterThan(0);
    }
    // Two requests in each of five rounds, in one histogram.
    expect(decodeFromCompressedBase64(row.service.histogram!).totalCount).toBe(10);
    expect(row.bare.histogram === null).toBe(row.bare.name === 'loop');
    expect(partOfBare(row)).toBeGreaterThan(0);
    expect(processorPartOfBare(row)).toBeGreaterThan(0);
    expect(said).toContain(row.name);
  }
  expect(text).toContain('Every answer was checked');
});

/** A server that gives every request the same answer. */
async function createContestant(status: number, changes: Partial<HttpContestantOptions> = {}) {
  const server = createServer((_, response) => response.writeHead(status).end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  let micros = 0;
  return createHttpContestant({
    name: 'greeter',
    server: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      metricsUrl: '',
      processorMicros: async () => (micros += 500),
      memory: async () => ({ residentBytes: 0, mostBytes: 0 }),
      report: async () => undefined,
      stop: async () => {},
    },
    headers: {},
    requests: [{ method: 'GET', path: '/', isRight: (body) => body === 'hello' }],
    size: 1,
    effort: { connections: 1, turnMs: 10_000, latencyMs: 10_000, mostRequests: 10 },
    ...changes,
  });
}

test('processor time is that of one answer, or of one auction in it', async () => {
  const one = await createContestant(200);
  expect(await one.turn()).toMatchObject({ processorMicros: 50 });
  const many = await createContestant(200, { size: 5 });
  expect(await many.turn()).toMatchObject({ processorMicros: 10 });
});

test('what was answered is told to who checks it in the end', async () => {
  const told: number[] = [];
  const contestant = await createContestant(200, { verify: async (...counts) => void told.push(...counts) });
  await contestant.turn();
  await contestant.latencies!(1000);
  await contestant.verify();
  expect(told).toEqual([20, 20]);
});

describe('what does not do its work fails the bench', () => {
  test('an answer with a wrong status', async () => {
    const contestant = await createContestant(500);
    await expect(contestant.turn()).rejects.toThrow(WrongAnswer);
    await expect(contestant.latencies!(1000)).rejects.toThrow('greeter: 10 times HTTP 500: hello');
  });

  test('an answer that says something else', async () => {
    const requests = [{ method: 'GET' as const, path: '/', isRight: (body: string) => body === 'goodbye' }];
    const contestant = await createContestant(200, { requests });
    await expect(contestant.turn()).rejects.toThrow('greeter: 10 times HTTP 200: hello');
  });

  test('a loop that comes to something else', async () => {
    const effort = { connections: 1, turnMs: 10_000, latencyMs: 1, mostRequests: 4 };
    const options = {
      name: 'loop',
      inputs: ['a', 'b'].map((text) => Buffer.from(text)),
      expected: ['A', 'B'],
      size: 1,
      effort,
    };
    const right = createLoopContestant({ ...options, work: (input) => input.toString().toUpperCase() });
    await expect(right.turn()).resolves.toMatchObject({ perSecond: expect.any(Number) });
    const wrong = createLoopContestant({ ...options, work: () => 'A' });
    await expect(wrong.turn()).rejects.toThrow('loop: text 1 ');
  });
});
