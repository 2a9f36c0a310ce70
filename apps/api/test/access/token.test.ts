import { type Caller, ServiceError } from '@auction-tiers/contract';
import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator } from '../../src/auth/authenticate.ts';
import { sha256 } from '../../src/auth/secret.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';

const hourMs = 60 * 60 * 1000;
/** The most that a token may outlive its two hours by. */
const slackMs = 4000;
/** How old a check may be for a path that needs no look-up. */
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

/** A replica that has not seen the token yet. */
function replica(): Authenticator {
  const { store, log } = service.opened;
  return new Authenticator({ store, book: { find: () => undefined }, redisWatch: { isAway: false }, log, clock });
}

/** As if so much time had passed in the store. */
async function pass(ms: number): Promise<void> {
  expect(await redis.pExpire(key, (await redis.pTTL(key)) - ms)).toBe(1);
}

const connection = {};
const kindOf = (answer: Caller | ServiceError) => (answer instanceof ServiceError ? answer.kind : answer.username);
const authenticate = async (authenticator: Authenticator) =>
  kindOf(await authenticator.authenticate(token, connection));
const recognise = async (authenticator: Authenticator) => kindOf(await authenticator.recognise(token, connection));
/** As the auction fast path asks, which never waits. */
const recall = (authenticator: Authenticator) => authenticator.recall(token, connection)?.caller.username;

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
      expect(await authenticate(replica())).toBe('demo-seller-1');
    }
    await pass(2 * hourMs + slackMs);
    expect(await authenticate(replica())).toBe('not_authenticated');
  });

  test('it is NOAUTH on both doors, which clients renew it on', async () => {
    await pass(2 * hourMs + slackMs);
    const restAnswer = await service.send('GET', '/member', { key: token });
    expect(restAnswer.status).toBe(401);
    expect(restAnswer.response).toMatchObject({ status: 'ERROR', error_id: 'NOAUTH' });
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
    const authenticator = replica();
    clock.pass(24 * hourMs - 60_000);
    for (const call of [authenticate, recognise]) expect(await call(authenticator)).toBe('demo-seller-1');
    // A login takes a moment, so the end is not a moment before its answer.
    clock.pass(120_000);
    expect(recall(authenticator)).toBeUndefined();
    for (const call of [authenticate, recognise]) {
      expect(await call(authenticator)).toBe('not_authenticated');
      expect(await call(replica())).toBe('not_authenticated');
    }
  });
});

describe('on the auction path', () => {
  test('a cached token that was not used for two hours is refused', async () => {
    const authenticator = replica();
    expect(await recognise(authenticator)).toBe('demo-seller-1');
    await pass(2 * hourMs + slackMs);
    clock.pass(2 * hourMs + slackMs);
    expect(recall(authenticator)).toBeUndefined();
    expect(await recognise(authenticator)).toBe('not_authenticated');
  });

  test('auctions are uses: those that need no look-up count as well', async () => {
    const authenticator = replica();
    await recognise(authenticator);
    clock.pass(1999);
    expect(recall(authenticator)).toBe('demo-seller-1');
    // Only this replica saw the second use, within the seconds that a token is given on top.
    await pass(2 * hourMs + 1999);
    expect(await authenticate(replica())).toBe('demo-seller-1');
  });

  test('a use is recorded in the background once what is remembered is some seconds old', async () => {
    const authenticator = replica();
    await recognise(authenticator);
    await pass(hourMs);
    clock.pass(2000);
    expect(recall(authenticator)).toBe('demo-seller-1');
    await expect.poll(() => redis.pTTL(key)).toBeGreaterThan(1.5 * hourMs);
  });

  test('a revoked token ends after the first auction that checks it again', async () => {
    const authenticator = replica();
    await recognise(authenticator);
    await redis.del(key);
    clock.pass(2000);
    expect(recall(authenticator)).toBe('demo-seller-1');
    await expect.poll(() => recall(authenticator)).toBeUndefined();
    expect(await recognise(authenticator)).toBe('not_authenticated');
    expect(await redis.exists(key)).toBe(0);
  });

  test('a credential is accepted without a look-up only until its last one is as old as the bound', async () => {
    const authenticator = replica();
    await recognise(authenticator);
    await redis.del(key);
    clock.pass(boundMs - 1);
    const admission = authenticator.recall(token, connection);
    expect(admission?.caller.username).toBe('demo-seller-1');
    // The recall has begun a look-up, which is answered at some time; what holds on to the admission sees it.
    await expect.poll(() => admission?.freshUntilMs).toBe(Number.NEGATIVE_INFINITY);
  });

  test('a credential that was idle for as long as the bound is looked up before it is accepted', async () => {
    const authenticator = replica();
    await recognise(authenticator);
    await redis.del(key);
    clock.pass(boundMs);
    expect(recall(authenticator)).toBeUndefined();
    expect(await recognise(authenticator)).toBe('not_authenticated');
  });

  test('many requests of a credential that was idle wait for one look-up', async () => {
    const authenticator = replica();
    await recognise(authenticator);
    clock.pass(boundMs);
    const before = await countReads();
    const answers = await Promise.all(Array.from({ length: 20 }, () => recognise(authenticator)));
    expect(new Set(answers)).toEqual(new Set(['demo-seller-1']));
    expect((await countReads()) - before).toBe(1);
  });
});

test('a use is recorded only when the last one lies some seconds back, so that a read costs no write', async () => {
  // As much as no use gives: recording one would show.
  await redis.pExpire(key, 3 * hourMs);
  expect(await authenticate(replica())).toBe('demo-seller-1');
  expect(await redis.pTTL(key)).toBeGreaterThan(2.5 * hourMs);
  await redis.pExpire(key, 1.5 * hourMs);
  expect(await authenticate(replica())).toBe('demo-seller-1');
  expect(await redis.pTTL(key)).toBeGreaterThan(2 * hourMs - slackMs);
});

test('a new password ends the tokens that were got with the old one', async () => {
  const { opened, people } = service;
  const user = await opened.store.credentials.findUser(people.seller1.username);
  const authenticator = replica();
  expect(await authenticate(authenticator)).toBe('demo-seller-1');
  const answer = await service.send('PUT', `/user?id=${user?.id}`, {
    key: people.admin.api_key,
    body: { password: people.seller1.password },
  });
  expectOk(answer);
  // Even the same password, set anew.
  expect(await authenticate(authenticator)).toBe('not_authenticated');
  expect(await authenticate(replica())).toBe('not_authenticated');
});

test('an API key has no end', async () => {
  const authenticator = replica();
  const { api_key, username } = service.people.seller2;
  for (const call of ['authenticate', 'recognise'] as const) {
    expect(kindOf(await authenticator[call](api_key, connection))).toBe(username);
    clock.pass(1000 * 24 * hourMs);
  }
});

const countCommand = async (name: string) =>
  Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(await redis.info('commandstats'))?.[1] ?? 0);
/** Look-ups of keys so far. */
const countLookUps = () => countCommand('fcall_ro');
/** Look-ups of tokens so far. */
const countReads = () => countCommand('pttl');

test('an API key is looked up again when a user or a key has changed, and now and then, and else only its revision is asked for', async () => {
  const { people, send } = service;
  const authenticator = replica();
  const admin = { key: people.admin.api_key };
  const made = expectOk(await send('POST', '/api-key', { ...admin, body: { user_id: 2, name: 'Short' } })).response;
  const { id, key: ownKey } = made['api-key'] as { readonly id: number; readonly key: string };
  const username = people.seller1.username;
  const ask = async () => {
    const before = await countLookUps();
    const answer = kindOf(await authenticator.authenticate(ownKey, connection));
    return { answer, lookUps: (await countLookUps()) - before };
  };

  expect(await ask()).toEqual({ answer: username, lookUps: 1 });
  expect(await ask()).toEqual({ answer: username, lookUps: 0 });
  clock.pass(boundMs - 1);
  expect(await ask()).toEqual({ answer: username, lookUps: 0 });
  clock.pass(1);
  expect(await ask()).toEqual({ answer: username, lookUps: 1 });
  expectOk(await send('POST', '/api-key', { ...admin, body: { user_id: 2, name: 'Another' } }));
  expect(await ask()).toEqual({ answer: username, lookUps: 1 });
  expectOk(await send('DELETE', `/api-key?id=${id}`, admin));
  expect(await ask()).toEqual({ answer: 'not_authenticated', lookUps: 1 });
});
