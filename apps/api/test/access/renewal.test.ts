import { createClient } from '@auction-tiers/client';
import { NotAuthenticatedError } from 'anx-api/lib/errors.js';
import { createClient as connectRedis } from 'redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idleMs, lifetimeMs } from '../../src/auth/token-life.ts';
import { createTier, createYmProfile } from '../fixture/demo-tier.ts';
import type { Person } from '../fixture/instance.ts';
import { Proxy } from '../fixture/proxy.ts';
import type { Method, Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { createAnx } from '../wire/anx-client.ts';
import { tokenOf } from '../fixture/log-in.ts';

const clock = new TestClock();
const service = useService({}, { clock });
let redis: ReturnType<typeof connectRedis>;
let ymProfileId: number;
let tierId: number;

beforeAll(async () => {
  redis = connectRedis({ url: service.redisUrl });
  await redis.connect();
  ymProfileId = (await createYmProfile(service.send)).id;
  tierId = (await createTier(service.send, { ym_profile_id: ymProfileId })).id;
});
afterAll(() => redis.destroy());

/** A client that was given a password, and nothing else, and does what a client does for a living. */
interface Client {
  /** One round of work, on every kind of path; rejects where any part of it fails. */
  work(round: number): Promise<void>;
}

/**
 * The least that a client of the original service does: it logs in, and again where an answer is 401 with NOAUTH; any
 * other failure is for a person.
 */
function plainClient(url: string, { username, password }: Person): Client {
  let token = '';
  const send = async (method: Method, path: string, body?: Row) => {
    const sent = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { response } = (await sent.json()) as { readonly response: Row };
    return { status: sent.status, response };
  };
  const logIn = async () => {
    const { status, response } = await send('POST', '/auth', { auth: { username, password } });
    if (status !== 200) throw new Error(`the login failed: ${JSON.stringify(response)}`);
    token = String(response['token']);
  };
  const ask = async (method: Method, path: string, body?: Row) => {
    if (token === '') await logIn();
    let answer = await send(method, path, body);
    if (answer.status === 401 && answer.response['error_id'] === 'NOAUTH') {
      await logIn();
      answer = await send(method, path, body);
    }
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.response)}`);
  };
  return {
    async work(round) {
      await ask('POST', '/auction', { ym_profile_id: ymProfileId, bids: [] });
      await ask('GET', `/ym-auction-tier?id=${tierId}`);
      await ask('PUT', `/ym-auction-tier?id=${tierId}`, { description: `round ${round}` });
      await ask('GET', '/dma?id=501');
    },
  };
}

/** The official client, which leaves it to its caller to log in again. */
function anxClient(url: string, { username, password }: Person): Client {
  const anx = createAnx(url);
  const ask = async (call: () => Promise<unknown>) => {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof NotAuthenticatedError)) throw error;
      await anx.login(username, password);
      await call();
    }
  };
  return {
    async work(round) {
      await ask(() => anx.get('/dma?id=501'));
      await ask(() => anx.put(`/ym-auction-tier?id=${tierId}`, { description: `round ${round}` }));
      await ask(() => anx.get(`/ym-auction-tier?id=${tierId}`));
      await ask(() => anx.post('/auction', { ym_profile_id: ymProfileId, bids: [] }));
    },
  };
}

function ownClient(url: string, { username, password }: Person): Client {
  const client = createClient({ url, username, password });
  return {
    async work(round) {
      await client.tier.update.mutate({ id: tierId, changes: { description: `round ${round}` } });
      await client.auction.run.mutate({ ym_profile_id: ymProfileId, bids: [] });
      await client.tier.get.query({ id: tierId });
      await client.dma.get.query({ id: 501 });
    },
  };
}

/** Ends all tokens. */
const endings: Readonly<Record<string, () => Promise<void>>> = {
  '24 hours after its login': async () => clock.pass(lifetimeMs),
  async 'two hours after its last use'() {
    clock.pass(idleMs);
    await redis.del(await redis.keys('at:token:*'));
  },
};

const clients = { 'a client of a few lines': plainClient, 'the official client': anxClient, 'our client': ownClient };
const lifetimes = 3;
const loginsOf = ({ seen }: Proxy): number => seen.filter((line) => /\/auth(?:\.login)?(?:\?|$)/.test(line)).length;

describe.for(Object.entries(clients))('%s', ([, create]) => {
  test.for(Object.entries(endings))(
    'works for three lifetimes of a token, each of which ends %s, with one login for each',
    async ([, endTokens]) => {
      const proxy = await Proxy.start(service.url);
      const client = create(proxy.url, service.people.seller1);
      for (let round = 0; round <= lifetimes; round++) {
        if (round > 0) await endTokens();
        for (let again = 0; again < 2; again++) await client.work(round);
      }
      expect(loginsOf(proxy)).toBe(lifetimes + 1);
      await proxy.close();
    },
  );
});

test('our client follows the change log for three lifetimes of a token, and misses nothing', async () => {
  const { username, password } = service.people.seller1;
  const proxy = await Proxy.start(service.url);
  const client = createClient({ url: proxy.url, username, password, retry: { baseWaitMs: 1 } });
  const { items } = await client.changeLog.list.query({ num_elements: 1 });
  const changes = client.changeLog.follow.subscribe({ lastEventId: items[0]!.revision });
  const change = (description: string) =>
    service.send('PUT', `/ym-auction-tier?id=${tierId}`, { body: { description } });
  const followed: string[] = [];
  for (let round = 0; round <= lifetimes; round++) {
    if (round > 0) clock.pass(lifetimeMs);
    // The service ends the stream, and the client logs in again.
    await expect.poll(() => loginsOf(proxy), { timeout: 60_000 }).toBe(round + 1);
    await change(`followed ${round}`);
    const { value } = await changes.next();
    followed.push(String(value?.data.after?.['description']));
  }
  await changes.return?.();
  await proxy.close();
  expect(followed).toEqual(['followed 0', 'followed 1', 'followed 2', 'followed 3']);
});

test('our client ends following with NOAUTH once its key is revoked, and does not try again', async () => {
  const proxy = await Proxy.start(service.url);
  const made = (
    await service.send('POST', '/api-key', {
      key: await tokenOf(service),
      body: { name: 'Followed with', scopes: ['read'] },
    })
  ).response['api-key'] as Row;
  const client = createClient({ url: proxy.url, apiKey: String(made['key']), retry: { baseWaitMs: 1 } });
  const { items } = await client.changeLog.list.query({ num_elements: 1 });
  const changes = client.changeLog.follow.subscribe({ lastEventId: items[0]!.revision });
  await service.send('PUT', `/ym-auction-tier?id=${tierId}`, { body: { description: 'seen' } });
  expect((await changes.next()).value?.data.after).toMatchObject({ description: 'seen' });
  await service.send('DELETE', `/api-key?id=${String(made['id'])}`);
  // The revocation is in the log, and may come first.
  const rest = async () => {
    for (;;) expect((await changes.next()).value?.data.service).toBe('api-key');
  };
  await expect(rest()).rejects.toMatchObject({ data: { error_id: 'NOAUTH', httpStatus: 401 } });
  expect(proxy.seen.filter((line) => line.includes('changeLog.follow'))).toHaveLength(1);
  await proxy.close();
});
