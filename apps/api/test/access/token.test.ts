import { type Caller, ServiceError } from '@auction-tiers/contract';
import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CredentialIndex } from '../../src/auth/credential-index.ts';
import { sha256 } from '../../src/auth/secret.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { tokenOf } from '../fixture/log-in.ts';

const hourMs = 60 * 60 * 1000;
/** The most that a token may outlive its two hours by. */
const slackMs = 4000;
/** How old what a replica holds may be without a question to the store. */
const boundMs = 5000;

const service = useService();
let redis: ReturnType<typeof connectRedis>;
let token: string;
let key: string;
let clock: TestClock;

beforeAll(async () => {
  redis = connectRedis({ url: service.redisUrl });
  await redis.connect();
});
afterAll(() => redis.destroy());
beforeEach(async () => {
  const { username, password } = service.people.seller1;
  clock = new TestClock();
  const answer = await service.send('POST', '/auth', { key: null, body: { auth: { username, password } } });
  token = String(expectOk(answer).response['token']);
  key = `at:token:${sha256(token)}`;
});

/** A replica that holds nothing yet: it asks the store. */
function replica(): CredentialIndex {
  const { store, mirror, follower, log } = service.opened;
  return new CredentialIndex({ store, mirror, follower, clock, log });
}

/** A replica that holds all. */
async function followed(): Promise<CredentialIndex> {
  const index = replica();
  await index.follow();
  return index;
}

/** As if so much time had passed in the store. */
async function pass(ms: number): Promise<void> {
  expect(await redis.pExpire(key, (await redis.pTTL(key)) - ms)).toBe(1);
}

const kindOf = (answer: Caller | ServiceError) => (answer instanceof ServiceError ? answer.kind : answer.username);
const authenticate = async (index: CredentialIndex) => kindOf(await index.authenticate(token));
/** As the auction fast path asks, which never waits. */
const find = (index: CredentialIndex) => index.find(sha256(token))?.username;

describe('two hours after its last use', () => {
  test('a token is still good just before, and ended a few seconds after', async () => {
    await pass(2 * hourMs - 1000);
    expect(await authenticate(replica())).toBe('demo-seller-1');
    await pass(2 * hourMs + slackMs);
    expect(await authenticate(replica())).toBe('not_authenticated');
  });

  test('every use begins the two hours anew', async () => {
    for (let use = 0; use < 5; use++) {
      await pass(1.9 * hourMs);
      const index = replica();
      expect(await authenticate(index)).toBe('demo-seller-1');
      await index.follow();
    }
    await pass(2 * hourMs + slackMs);
    expect(await authenticate(replica())).toBe('not_authenticated');
  });

  test('it is NOAUTH on both doors, which clients renew it on', async () => {
    await pass(2 * hourMs + slackMs);
    const ask = () => service.send('GET', '/member', { key: token });
    await expect.poll(async () => (await ask()).status).toBe(401);
    expect((await ask()).response).toMatchObject({ status: 'ERROR', error_id: 'NOAUTH' });
    const trpcAnswer = await service.send('GET', '/trpc/tier.list', { key: token });
    expect(trpcAnswer.json).toMatchObject({ error: { data: { httpStatus: 401, error_id: 'NOAUTH' } } });
  });

  test('the store forgets it', async () => {
    const leftMs = await redis.pTTL(key);
    expect(leftMs).toBeGreaterThan(2 * hourMs);
    expect(leftMs).toBeLessThanOrEqual(2 * hourMs + slackMs);
  });
});

describe('24 hours after the login', () => {
  test('a token ends, however often it is used, and says so from then on', async () => {
    const index = replica();
    clock.pass(24 * hourMs - 60_000);
    await index.follow();
    expect(find(index)).toBe('demo-seller-1');
    expect(await authenticate(index)).toBe('demo-seller-1');
    // A login takes a moment, so the end is not a moment before its answer.
    clock.pass(120_000);
    await index.follow();
    expect(find(index)).toBeUndefined();
    for (const one of [index, replica()]) expect(await authenticate(one)).toBe('not_authenticated');
  });
});

describe('in the memory of a replica', () => {
  test('a token is known after the login, without a question to the store', async () => {
    const index = await followed();
    expect(find(index)).toBe('demo-seller-1');
    const asked = countAsked('findToken');
    for (let request = 0; request < 100; request++) expect(await authenticate(index)).toBe('demo-seller-1');
    expect(asked()).toBe(0);
  });

  test('a token that was not used for two hours is asked for, and refused', async () => {
    const index = await followed();
    await pass(2 * hourMs + slackMs);
    clock.pass(2 * hourMs + slackMs);
    expect(find(index)).toBeUndefined();
    expect(await authenticate(index)).toBe('not_authenticated');
    await index.follow();
    expect(find(index)).toBeUndefined();
  });

  test('a token lives on that only another replica uses', async () => {
    const [user, idle] = [await followed(), await followed()];
    for (let use = 0; use < 3; use++) {
      await pass(1.9 * hourMs);
      clock.pass(1.9 * hourMs);
      expect(await authenticate(user)).toBe('demo-seller-1');
      await user.follow();
    }
    expect(await authenticate(idle)).toBe('demo-seller-1');
    await idle.follow();
    expect(find(idle)).toBe('demo-seller-1');
  });

  test('a use is recorded when the replica asks next what has changed, once however many there were', async () => {
    const index = await followed();
    await pass(hourMs);
    const recorded = countAsked('touchToken');
    for (let use = 0; use < 20; use++) expect(find(index)).toBe('demo-seller-1');
    expect(await redis.pTTL(key)).toBeLessThan(1.5 * hourMs);
    await index.follow();
    expect(await redis.pTTL(key)).toBeGreaterThan(1.5 * hourMs);
    await index.follow();
    expect(recorded()).toBe(1);
  });

  test('a token that was ended is unknown once it is asked what has changed', async () => {
    const index = await followed();
    await service.opened.store.credentials.removeToken(sha256(token));
    await index.follow();
    expect(find(index)).toBeUndefined();
    expect(await authenticate(index)).toBe('not_authenticated');
  });

  test('a token of whose end the log has no entry is unknown after its next use', async () => {
    const index = await followed();
    await redis.del(key);
    expect(find(index)).toBe('demo-seller-1');
    await index.follow();
    expect(find(index)).toBeUndefined();
    expect(await redis.exists(key)).toBe(0);
  });

  test('nothing counts without a question once it is as old as the bound, nor where the clock went back', async () => {
    const index = await followed();
    clock.pass(boundMs - 1);
    expect(find(index)).toBe('demo-seller-1');
    await redis.del(key);
    clock.pass(1);
    expect(find(index)).toBeUndefined();
    expect(await authenticate(index)).toBe('not_authenticated');
    clock.pass(-2 * boundMs);
    expect(find(index)).toBeUndefined();
  });
});

test('a new password ends the tokens that were got with the old one', async () => {
  const { opened, people } = service;
  const user = await opened.store.credentials.findUser(people.seller1.username);
  const index = await followed();
  expect(await authenticate(index)).toBe('demo-seller-1');
  const answer = await service.send('PUT', `/user?id=${user?.id}`, {
    key: await tokenOf(service, 'admin'),
    body: { password: people.seller1.password },
  });
  expectOk(answer);
  // Even the same password, set anew.
  for (const one of [index, replica()]) expect(await authenticate(one)).toBe('not_authenticated');
  await index.follow();
  expect(find(index)).toBeUndefined();
  expect(await authenticate(index)).toBe('not_authenticated');
});

test('an API key has no end', async () => {
  const index = await followed();
  const { api_key, username } = service.people.seller2;
  for (let year = 0; year < 3; year++) {
    expect(index.find(sha256(api_key))?.username).toBe(username);
    clock.pass(365 * 24 * hourMs);
    expect(kindOf(await index.authenticate(api_key))).toBe(username);
    await index.follow();
  }
});

/** Counts what the store is asked about the token from now on, until the test ends. */
function countAsked(name: 'findToken' | 'touchToken'): () => number {
  const call = vi.spyOn(service.opened.store.credentials, name);
  onTestFinished(() => call.mockRestore());
  return () => call.mock.calls.filter(([hash]) => hash === sha256(token)).length;
}
