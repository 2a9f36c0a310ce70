import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { IdleConnection } from '../fixture/idle-connection.ts';
import { createSend, type Row, type Send } from '../fixture/request.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { MainProcess } from './main-process.ts';
import { logIn } from '../fixture/log-in.ts';

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

test('a service that is stopped while a worker starts has ended in order', async () => {
  service = start('2');
  await service.ready();
  const [first = 0] = await servingPids(2);
  process.kill(first, 'SIGKILL');
  await service.logged(/\bworker ended\b/);
  expect(await service.stop()).toMatchObject({ code: 0, signal: null });
});

test('a password that is changed ends its tokens on every worker, and what is open under them', async () => {
  service = start('2');
  const url = await service.ready();
  await servingPids(2);
  const send = await seller(url);
  const { admin, seller1 } = await readPeople(data.dataDir);
  const login = { username: seller1.username, password: seller1.password };
  const token = String(expectOk(await send('POST', '/auth', { key: null, body: login })).response['token']);
  const { id: ym_profile_id } = await createYmProfile(send);
  const body = { ym_profile_id, bids: [] };

  // Each on a connection of its own, which the workers take in turn.
  const connections = Array.from({ length: 4 }, () => new IdleConnection(url));
  const ask = (connection: IdleConnection, path: string) =>
    connection.send(
      path === '/auction' ? { method: 'POST', path, key: token, body } : { method: 'GET', path, key: token },
    );
  // Auctions read the memory of their worker, which learns of the new ym-profile from a notification.
  for (const connection of connections) {
    await expect.poll(async () => (await ask(connection, '/auction')).status, { timeout: 60_000 }).toBe(200);
  }
  const followers = await Promise.all(connections.map(() => ChangeFollower.open(url, token)));

  const { users } = expectOk(await send('GET', `/user?username=${seller1.username}`)).response;
  const [user] = users as readonly Row[];
  const change = { key: await logIn(send, admin), body: { password: 'another pass phrase' } };
  expectOk(await send('PUT', `/user?id=${String(user?.['id'])}`, change));

  for (const follower of followers) await expect(follower.ended()).rejects.toThrow(/NOAUTH/);
  for (const connection of connections) {
    for (const path of ['/auction', '/dma', '/country', '/member']) {
      await expect.poll(async () => (await ask(connection, path)).status, { timeout: 60_000 }).toBe(401);
    }
    connection.close();
  }
});

test('a service that cannot start ends, however many workers it has', async () => {
  service = start('2', { REQUIRE_DURABLE: '1' });
  const { code, stdout, stderr } = await service.ended;
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('REQUIRE_DURABLE');
});
