import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createRedisClient, openRedisStore } from '@auction-tiers/store';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import { someOf } from '@auction-tiers/tools/long';
import { expect, onTestFinished, test } from 'vitest';
import { auctionSuite } from '../src/auction-suite.ts';
import { httpSuite, measureTurn } from '../src/http-suite.ts';
import { simulatorSuite } from '../src/simulator/simulator-suite.ts';
import { bareOperations, storeOperations, storeSuite } from '../src/store-suite.ts';
import { medianRatio, runRounds } from '../src/suite/rounds.ts';
import { type Suite, toText, WrongAnswer } from '../src/suite/suite.ts';
import { adviceTruthSuite } from '../src/truth/advice-truth.ts';
import { liveTruthSuite } from '../src/truth/live-truth.ts';
import { movementTruthSuite } from '../src/truth/movement-truth.ts';
import { populations } from '../src/truth/population.ts';
import { findEffects, goalsOf, toFigures, truthSuite } from '../src/truth/truth-suite.ts';

const suites: readonly [string, Suite, number][] = [
  ['http', httpSuite, 10],
  ['auction', auctionSuite, 4],
  ['store', storeSuite, 6],
  ['simulator', simulatorSuite, 3],
  ['truth', truthSuite, 2],
  ['truth --kind live', liveTruthSuite, 19],
  ['truth --kind movement', movementTruthSuite, 23],
  ['truth --kind advice', adviceTruthSuite, 2],
];

test.for(someOf(suites, 2))(
  'a quick run of %s measures every row, and finds every answer right',
  { timeout: 300_000 },
  async ([, suite, rows]) => {
    const { tables, goals } = await suite.measure({ rounds: 1, isQuick: true }, () => {});
    expect(tables[0]!.rows).toHaveLength(rows);
    expect(toText(tables[0]!)).not.toMatch(/NaN|Infinity|undefined/);
    for (const goal of goals) expect(goal.join(' ')).not.toMatch(/NaN|Infinity/);
  },
);

test('each turn of a round comes after another neighbour, and ratios are taken round by round', async () => {
  const order: string[] = [];
  const turns = ['a', 'b', 'c'].map((name) => async () => order.push(name));
  expect(await runRounds(turns, 3)).toEqual([
    [1, 5, 8],
    [2, 4, 9],
    [3, 6, 7],
  ]);
  expect(order.join('')).toBe('abcbaccab');
  // The medians alone would say 22 / 11 of other rounds.
  expect(medianRatio([30, 10, 20], [10, 5, 20])).toBe(2);
});

const usage = async () => ({ processorMicros: 0 });

test('a wrong answer over HTTP ends the bench', async () => {
  const redis = await startTemporaryRedis({ durable: false });
  onTestFinished(() => redis.stop());
  const requests = [{ method: 'GET' as const, path: '/', isRight: () => false }];
  // Redis answers HTTP with an error, and ends the connection.
  const side = { url: `http://127.0.0.1:${redis.port}`, headers: {}, usage, requests };
  await expect(measureTurn('wrong', side, { connections: 1, mostRequests: 2 })).rejects.toThrow(WrongAnswer);
});

test('a value that was changed behind the store, and a bare hash that is gone, end the bench', async () => {
  const redis = await startTemporaryRedis({ durable: false });
  const store = await openRedisStore({ url: redis.url, log: { warn: () => {} } });
  const client = createRedisClient(redis.url, { connectMs: 2000, commandMs: 2000 });
  await client.connect();
  onTestFinished(async () => {
    client.disconnect();
    await store.close();
    await redis.stop();
  });
  const { create, get, update } = await storeOperations(store);
  for (const call of [create, update, get]) await call(0);
  for (const key of await client.keys('at:*:ym-auction-tier:*')) await client.hset(key, 'name', 'Another');
  await expect(get(0)).rejects.toThrow(WrongAnswer);
  const { HGETALL: read } = await bareOperations(client);
  await client.flushall();
  await expect(read!(0)).rejects.toThrow(WrongAnswer);
});

test('effects are as many of their own standard errors as are asked for; intervals count where they hold the truth', () => {
  const [population] = populations;
  const [zero, negative, positive] = findEffects({ ...population!, auctions: 300 }, 50);
  expect(zero).toEqual({ effect: 0, factor: 1, perAuction: 0 });
  expect(negative!.factor).toBeLessThan(1);
  expect(positive!.factor).toBeGreaterThan(1);
  const judged = [
    { interval: { low: 2, high: 9 }, decision: 'launch', isDoubted: false, isLimited: false },
    { interval: { low: -1, high: 1 }, decision: 'test_first', isDoubted: false, isLimited: false },
    { interval: null, decision: 'cannot_say', isDoubted: true, isLimited: false },
    { interval: { low: 3, high: 4 }, decision: 'launch', isDoubted: false, isLimited: false },
  ];
  const figures = toFigures(population!, { effect: 0, perAuction: 0 }, 'open', judged);
  expect(figures).toMatchObject({ logs: 4, covered: 0.25, doubted: 0.25, launched: 0.5, held: 0 });
  expect(
    goalsOf([figures])
      .filter(([goal]) => goal.startsWith('truth covered') || goal.startsWith('launch at no effect'))
      .map(([, , found, isMet]) => [found, isMet]),
  ).toEqual([
    ['33.3 %', 'no'],
    ['50 %', 'no'],
    ['50 %', 'no'],
  ]);
  const limited = judged.map((one) => ({ ...one, isLimited: one.interval?.low === 2 }));
  expect(toFigures(population!, { effect: 0, perAuction: 0 }, 'open', limited)).toMatchObject({
    doubted: 0.25,
    limited: 0.25,
    unnamed: 0.5,
    coveredUnnamed: 0.25,
  });
});

test.for([
  [[], 'http, auction, store'],
  [['dance'], '"dance"'],
  [['experiments'], 'use truth --kind live'],
  [['holds'], 'The suite holds was removed'],
  [['truth', '--kind', 'dead'], '"truth --kind dead"'],
  [['http', '--rounds', '0'], '--rounds is 0'],
  [['http', '--fast'], 'fast'],
] as const)('%j ends with 2, what is wrong, and the help', ([args, message]) => {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];
  const main = join(import.meta.dirname, '../src/main.ts');
  const { status, stderr } = spawnSync(process.execPath, [...flags, main, ...args], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).toContain('usage: npm run bench -- SUITE [options]');
});
