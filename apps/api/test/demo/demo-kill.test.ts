import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calendarOf, daysBetween } from '@auction-tiers/calendar';
import { startTemporaryRedis } from '@auction-tiers/tools/redis';
import type { HistoryStep } from '@auction-tiers/contract';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { auctionsPerRecorded } from '../../src/demo/demo-market.ts';
import type { Person } from '../fixture/instance.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { createSend } from '../fixture/request.ts';
import { MainProcess } from '../process/main-process.ts';
import { totalOf } from '../report/report-reader.ts';

const recorded = /days are recorded/;
const hourMs = 3_600_000;
const newYork = calendarOf('America/New_York');

test('a service that is killed while it makes the history, and while it makes the days, has them once after the next start', async () => {
  const startedMs = Date.now();
  const redis = await startTemporaryRedis({ durable: false });
  onTestFinished(() => redis.stop());
  const dataDir = await mkdtemp(join(tmpdir(), 'auction-tiers-demo-kill-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const start = () => {
    const environment = { REDIS_URL: redis.url, DATA_DIR: dataDir, DEMO_DAYS: '2', SIMULATION_WORKER: '0' };
    const started = new MainProcess({ ...environment, LOG_LEVEL: 'info' });
    onTestFinished(async () => {
      started.kill('SIGKILL');
      await started.ended;
    });
    return started;
  };
  const client = createClient({ url: redis.url });
  await client.connect();
  const unready = start();
  await expect.poll(() => client.exists('at:{p1}:draft:1'), { interval: 1, timeout: 60_000 }).toBe(1);
  unready.kill('SIGKILL');
  expect((await unready.ended).stdout).not.toMatch(/^ready/m);
  client.destroy();

  const first = start();
  await first.ready();
  first.kill('SIGKILL');
  expect((await first.ended).stderr).not.toMatch(recorded);

  const second = start();
  const url = await second.ready();
  await second.logged(recorded);
  const people = JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')) as Person[];
  const counts = async (address: string) => {
    const send = createSend(address, people[1]!.api_key);
    const answer = expectOk(await send('GET', '/recorded?ym_profile_id=1')).response;
    const hours = answer['recorded'] as readonly { readonly hour: string; readonly auctions: number }[];
    const times = hours.map(({ hour }) => Date.parse(hour));
    const { auctions } = await totalOf(send);
    const history = expectOk(await send('GET', '/ym-profile/history?id=1')).response['ym-profile-history'];
    const steps = (history as readonly HistoryStep[]).filter(({ note }) => note !== null).map(({ kind }) => kind);
    return {
      steps,
      // Whole local days and the hours since, without a gap.
      first: newYork.localText(times[0]!).slice(11),
      days: daysBetween(newYork.dayAt(times[0]!), newYork.dayAt(startedMs)),
      gaps: times.filter((time, at) => at > 0 && time - times[at - 1]! !== hourMs).length,
      recorded: hours.reduce((sum, hour) => sum + hour.auctions, 0),
      auctions,
    };
  };
  const once = await counts(url);
  const whole = { first: '00:00:00', days: 2, gaps: 0 };
  expect(once).toMatchObject({
    steps: ['write', 'publish', 'write'],
    ...whole,
    auctions: auctionsPerRecorded * once.recorded,
  });
  expect(once.auctions).toBeGreaterThan(500_000);
  expect(await readdir(join(dataDir, 'logs'))).toEqual(['1']);
  second.kill('SIGINT');
  await second.ended;

  const third = start();
  expect(await counts(await third.ready())).toEqual(once);
  third.kill('SIGINT');
  expect((await third.ended).stderr).not.toMatch(recorded);
});
