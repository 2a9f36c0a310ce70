import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { expect, onTestFinished, test } from 'vitest';
import { Actor } from '../src/holds/actor.ts';
import { startHonestCaller } from '../src/holds/honest-caller.ts';
import { holdsGoals } from '../src/holds/holds-report.ts';
import { holdsSuite, summarize } from '../src/holds/holds-suite.ts';
import { between, type OwnMeasurement } from '../src/holds/own-measurement.ts';
import { WrongAnswer } from '../src/suite/suite.ts';

test('every act is measured by the service itself, and by an honest caller', async () => {
  const options = { rounds: 5, sizes: undefined, isQuick: true };
  const { figures, text } = await holdsSuite.measure(options, () => {});
  expect(figures.rows.map(({ name }) => name)).toEqual([
    'an import of 100 tiers',
    'a list of 212 tiers',
    'a reload of all of them',
    '2 hostile batches at once',
    'nothing else',
  ]);
  for (const { p999Ms, longestMs, ownP999Ms, rounds } of figures.rows) {
    expect(rounds).toHaveLength(1);
    const { samples, caller } = rounds[0]!;
    expect(Math.min(samples, p999Ms, ownP999Ms, caller.answered, caller.longestMs)).toBeGreaterThan(0);
    expect(longestMs).toBeGreaterThanOrEqual(p999Ms);
  }
  expect(figures.scrapesMs).toHaveLength(1);
  expect(holdsGoals(figures)).toHaveLength(9);
  expect(text).toContain('Every answer was checked');
}, 300_000);

const measured = (holds: readonly (readonly [number, number])[]): OwnMeasurement => ({
  holds: new Map(holds),
  pauses: new Map(),
  scrapeMs: 1,
});

test('holds are those between two readings', () => {
  const before = measured([
    [1, 5000],
    [10, 3],
    [12, 7],
    [Number.POSITIVE_INFINITY, 1],
  ]);
  const after = measured([
    [1, 6997],
    [10, 4],
    [12, 9],
    [Number.POSITIVE_INFINITY, 1],
  ]);
  expect(between(before, after)).toEqual({ samples: 2000, overTenMs: 2, longestMs: 12, p999Ms: 10, longestPauseMs: 0 });
  expect(() => between(before, before)).toThrow(WrongAnswer);
});

const round = (ms: number, stolen = 0) => ({
  seconds: ms / 100,
  stolen,
  samples: 1000,
  overTenMs: 0,
  longestMs: ms + 5,
  p999Ms: ms,
  ownLongestMs: ms + 2,
  ownP999Ms: ms - 1,
  longestPauseMs: ms,
  caller: { answered: 1, p50Ms: 1, p99Ms: ms, longestMs: ms + 9 },
});

test('rounds are told by their median, and by the longest of all', () => {
  expect(summarize('act', [round(8), round(30), round(10)], 3)).toMatchObject({
    name: 'act',
    seconds: 0.1,
    p999Ms: 10,
    longestMs: 35,
    ownP999Ms: 9,
    ownLongestMs: 32,
    longestPauseMs: 30,
    caller: { p99Ms: 10, longestMs: 39 },
  });
});

test('rounds in which the host took processors away are not judged where there are enough others', () => {
  const rounds = [round(90, 0.2), round(8), round(80, 0.1), round(30), round(10)];
  expect(summarize('act', rounds, 3)).toMatchObject({ p999Ms: 10, longestMs: 35, stolen: 0, rounds });
  expect(summarize('act', rounds, 4)).toMatchObject({ p999Ms: 20, longestMs: 85 });
});

async function startWrong(answer: string): Promise<{ readonly url: string; readonly asked: Promise<unknown> }> {
  const server = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  const asked = new Promise((resolve) => server.once('request', resolve));
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('a wrong answer to the honest caller fails the bench', async () => {
  const { url, asked } = await startWrong('{"bids":[]}');
  const caller = await startHonestCaller({ url, headers: {}, body: '{}', right: '"bids":[{', rate: 100 });
  await asked;
  await expect(caller.stop()).rejects.toThrow(WrongAnswer);
});

test('a wrong answer to what is large fails the bench', async () => {
  const { url } = await startWrong(
    '{"response":{"status":"OK","count":1,"start_element":0,"num_elements":1,"rows":[]}}',
  );
  const redis = await startTemporaryRedis({ log: () => {} });
  onTestFinished(() => redis.stop());
  const effort = { batches: 1, auctions: 1, work: 1 };
  const sizes = { imported: 1, tiers: 2, ymProfileId: 1, effort, times: 2, idleMs: 1 };
  const actor = await Actor.start({ url, headers: {}, redisUrl: redis.url, ...sizes });
  onTestFinished(() => actor.stop());
  for (const act of actor.acts.filter((name) => /list|batches/.test(name))) {
    const done = actor.do({ act }).then(() => actor.do('check'));
    await expect(done, act).rejects.toThrow(WrongAnswer);
  }
  await actor.do({ act: 'nothing else' });
  await actor.do('check');
});
