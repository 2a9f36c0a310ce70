import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend, type Send } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { MainProcess } from './main-process.ts';

let data: DemoData;
let service: MainProcess;

beforeEach(async () => {
  data = await startDemoData();
});
afterEach(async () => {
  await service.stop();
  await data.close();
});

const start = (workers: string, environment = {}) =>
  new MainProcess({ ...data.environment, WORKERS: workers, LOG_LEVEL: 'info', ...environment });

/** The processes that serve, by the log. */
async function servingPids(count: number): Promise<number[]> {
  const log = await service.logged(new RegExp(`(?:"msg":"serving"[^]*){${count}}`));
  const lines = log.split('\n').filter((line) => line.includes('"msg":"serving"'));
  return lines.map((line) => (JSON.parse(line) as { readonly pid: number }).pid);
}

/** Each request on a connection of its own, so that any worker may get it. */
async function seller(url: string): Promise<Send> {
  const send = createSend(url, (await readPeople(data.dataDir)).seller1.api_key);
  return (method, path, options) => send(method, path, { ...options, headers: { connection: 'close' } });
}

test('several workers share an address, and each sees at once what another has written', async () => {
  service = start('3');
  const url = await service.ready();
  expect(new Set(await servingPids(3)).size).toBe(3);
  const send = await seller(url);
  const { id } = await createYmProfile(send);
  for (let count = 1; count <= 9; count++) {
    await createTier(send, { ym_profile_id: id });
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => send('GET', `/ym-auction-tier?ym_profile_id=${id}`)),
    );
    expect(answers.map((answer) => expectOk(answer).response.count)).toEqual([count, count, count]);
  }
  expect(await service.stop()).toMatchObject({ code: 0, signal: null });
});

test('a worker that dies is replaced, and every request meanwhile is answered', async () => {
  service = start('2');
  const send = await seller(await service.ready());
  const [first = 0] = await servingPids(2);
  process.kill(first, 'SIGKILL');
  await service.logged(/\bworker ended\b/);
  expectOk(await send('GET', '/member'));
  const pids = await servingPids(3);
  expect(pids[2]).not.toBe(first);
  expectOk(await send('GET', '/member'));
});

test('a service that cannot start ends, however many workers it has', async () => {
  service = start('2', { REQUIRE_DURABLE: '1' });
  const { code, stdout, stderr } = await service.ended;
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('REQUIRE_DURABLE');
});
