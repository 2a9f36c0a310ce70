import { createClient } from 'redis';
import { isLong } from '@auction-tiers/tools/long';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runAdminHere } from '../fixture/admin.ts';
import { createTier, createYmProfile, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Environment, openInstance } from '../fixture/instance.ts';
import { useService } from '../fixture/service.ts';
import { MainProcess } from './main-process.ts';

const service = useService();

const admin = (args: readonly string[], environment: Environment = {}) =>
  runAdminHere(args, { REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir, ...environment });

async function openRedis() {
  const redis = createClient({ url: service.redisUrl });
  await redis.connect();
  onTestFinished(() => redis.destroy());
  return redis;
}

const verify = (...urls: readonly string[]) => admin(['verify', ...urls.flatMap((url) => ['--api', url])]);

describe('verify', () => {
  test('finds no difference in a running service, nor in a second one on the same Redis', async () => {
    const second = await openInstance({ REDIS_URL: service.redisUrl, DATA_DIR: service.dataDir });
    onTestFinished(() => second.close());
    await createTier(service.send, { ym_profile_id: (await demoYmProfile(service.send)).id, min_price: '1.5' });
    const ended = await verify(service.url, second.url);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(
      /no difference: \d+ objects, \d+ entries of indexes, \d+ changes, the memory of 2 processes/,
    );
  });

  test('compares every worker behind one address', async () => {
    const { redisUrl: REDIS_URL, dataDir: DATA_DIR } = service;
    const workers = new MainProcess({ REDIS_URL, DATA_DIR, WORKERS: '3', LOG_LEVEL: 'fatal', SIMULATION_WORKER: '0' });
    onTestFinished(async () => void (await workers.stop()));
    const ended = await verify(await workers.ready());
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/the memory of 3 processes/) as unknown });
  });

  test('names the field that differs between the memory and the hash', async () => {
    const redis = await openRedis();
    const { id, name } = await createTier(service.send, { ym_profile_id: (await demoYmProfile(service.send)).id });
    const [key = ''] = await redis.keys(`at:{p*}:ym-auction-tier:${id}`);
    await redis.hSet(key, 'name', 'Planted');
    // The change stream says the same as the memory: without it only the memory differs from the hash.
    await redis.xTrim(`${key.slice(0, key.indexOf('}') + 1)}:changes`, 'MAXLEN', 0);
    const ended = await verify(service.url);
    expect(ended.code).toBe(1);
    for (const text of [key, 'in name', '"Planted"', `"${name}"`, 'memory of the process']) {
      expect(ended.stderr).toContain(text);
    }
    await redis.hSet(key, 'name', name);
    expect(await verify(service.url)).toMatchObject({ code: 0 });
  });

  test('names an object that only one of them has', async () => {
    const redis = await openRedis();
    const { id } = await createYmProfile(service.send);
    const [key = ''] = await redis.keys(`at:{p*}:ym-profile:${id}`);
    const prefix = key.slice(0, key.indexOf('}') + 2);
    const copy = await redis.hGetAll(key);
    const owned = `${prefix}member:${copy['member_id']}:ym-profile`;
    await redis.del(key);
    await redis.sRem(`${prefix}all:ym-profile`, String(id));
    await redis.sRem(owned, String(id));
    await redis.xTrim(`${prefix}changes`, 'MAXLEN', 0);
    const ended = await verify(service.url);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(new RegExp(`ym-profile:${id} is in the memory of the process`));
    await redis.hSet(key, copy);
    await redis.sAdd(`${prefix}all:ym-profile`, String(id));
    await redis.sAdd(owned, String(id));
    expect(await verify(service.url)).toMatchObject({ code: 0 });
  });

  test('raises no false alarm while eight writers write', { timeout: 120_000 }, async () => {
    const { id: ym_profile_id } = await demoYmProfile(service.send);
    const over = new AbortController();
    let written = 0;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let round = 0; !over.signal.aborted; round += 1) {
        const { id } = await createTier(service.send, { ym_profile_id, code: `w ${writer} ${round}` });
        expectOk(
          await service.send('PUT', `/ym-auction-tier?id=${id}`, {
            body: { name: `N ${round}`, code: `x ${writer} ${round}` },
          }),
        );
        if (round % 2 === 0) expectOk(await service.send('DELETE', `/ym-auction-tier?id=${id}`));
        written += 3;
      }
    });
    const found: unknown[] = [];
    try {
      for (let round = 0; round < (isLong ? 6 : 2); round += 1) found.push(await verify(service.url));
    } finally {
      over.abort();
      await Promise.all(writers);
    }
    for (const ended of found) expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(written).toBeGreaterThan(100);
  });

  test('says what is wrong: an address that is none, one that does not answer, a key of a seller, no key', async () => {
    const wrong = await verify('127.0.0.1:3000');
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/--api is "127/) as unknown });
    const away = await verify('http://127.0.0.1:1');
    expect(away).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/127\.0\.0\.1:1/) as unknown });
    const { api_key: ADMIN_API_KEY } = service.people.seller1;
    const refused = await admin(['verify', '--api', service.url], { ADMIN_API_KEY });
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/403.*admin/) as unknown });
    const without = await admin(['verify', '--api', service.url], { DATA_DIR: '/nowhere' });
    expect(without).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/ADMIN_API_KEY/) as unknown });
  });
});

describe('GET /mirror', () => {
  const { send } = service;

  test('is for administrators only, and shows no secret', async () => {
    for (const key of [null, service.people.seller1.api_key]) {
      for (const query of ['', '?partition=0', '?partition=0&service=user&id=1']) {
        expect((await send('GET', `/mirror${query}`, { key })).status).toBe(key === null ? 401 : 403);
      }
    }
    const { api_key: key } = service.people.admin;
    const shown = expectOk(await send('GET', '/mirror?partition=0&service=user&id=1', { key }));
    expect(shown.response['mirror']).toMatchObject({ fields: { id: '1' } });
    expect(shown.text).not.toMatch(/argon2|password_hash|sha256/);
  });

  test.for<readonly [title: string, path: string, status: number]>([
    ['a partition that there is not', '/mirror?partition=99', 400],
    ['a partition that is no number', '/mirror?partition=x', 400],
    ['a service without an id', '/mirror?partition=1&service=user', 400],
    ['an unknown service', '/mirror?partition=1&service=colour&id=1', 400],
    ['an unknown parameter', '/mirror?colour=1', 400],
  ])('refuses %s', async ([, path, status]) => {
    const { api_key: key } = service.people.admin;
    expect((await send('GET', path, { key })).status).toBe(status);
  });

  test('answers GET only', async () => {
    const { api_key: key } = service.people.admin;
    expect((await send('POST', '/mirror', { key, body: {} })).status).toBe(405);
  });
});
