import { type Client, createClient, isServiceError } from '@auction-tiers/client';
import { ServiceError } from '@auction-tiers/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from './fixture/client.ts';
import { apiKey, password, TestService } from './fixture/service.ts';

let service: TestService;
let client: Client;

beforeEach(async () => {
  service = await TestService.start();
  client = open(password);
});
afterEach(() => service.close());

const open = (given: string): Client =>
  createClient({ url: service.url, username: 'u', password: given, retry: { wait: () => Promise.resolve() } });
const get = (one: Client, id = 7) => one.tier.get.query({ id });
const logins = () => service.countOf('auth.login');
const authorizations = () => service.asked.map(({ headers }) => headers.authorization);
const errorIdOf = async (call: Promise<unknown>) => {
  const error = await failureOf(call);
  return isServiceError(error) ? error.data.error_id : error.message;
};

describe('an API key', () => {
  test('goes with every request, and needs no login', async () => {
    const keyed = createClient({ url: service.url, apiKey });
    await Promise.all([get(keyed), keyed.tier.create.mutate({ name: 'T', ym_profile_id: 1 })]);
    await keyed.auction.run.mutate({ ym_profile_id: 1, bids: [] });
    expect(authorizations()).toEqual([apiKey, apiKey, apiKey]);
  });

  test('that is refused fails the call: there is no login', async () => {
    const keyed = createClient({ url: service.url, apiKey: 'atk_revoked' });
    expect(await errorIdOf(get(keyed))).toBe('NOAUTH');
    expect(service.asked).toHaveLength(1);
  });
});

describe('a password', () => {
  test('is sent when a token is first needed, and no sooner', async () => {
    expect(service.asked).toEqual([]);
    await get(client);
    expect(service.asked.map(({ paths }) => paths)).toEqual([['auth.login'], ['tier.get']]);
    expect(authorizations()).toEqual([undefined, 'at_1']);
  });

  test('is sent once for all calls that wait for a token', async () => {
    await Promise.all([
      ...Array.from({ length: 50 }, (_, id) => get(client, id + 1)),
      client.tier.create.mutate({ name: 'T', ym_profile_id: 1 }),
      client.auction.run.mutate({ ym_profile_id: 1, bids: [] }),
    ]);
    expect(logins()).toBe(1);
    await get(client);
    expect(logins()).toBe(1);
  });

  test('that is refused is the answer of every call, and is not tried again: that would lock the username out', async () => {
    const wrong = open('wrong');
    const answers = await Promise.all([1, 2, 3].map((id) => errorIdOf(get(wrong, id))));
    expect(answers).toEqual(['NOAUTH', 'NOAUTH', 'NOAUTH']);
    expect(await errorIdOf(get(wrong))).toBe('NOAUTH');
    expect(service.asked.map(({ paths }) => paths)).toEqual([['auth.login']]);
  });

  test('is sent again when the service was unreachable', async () => {
    service.next('cut before', 'cut after', { status: 502, body: 'bad gateway' });
    service.fail('auth.login', new ServiceError('unavailable', 'away'));
    await get(client);
    expect(service.asked.filter(({ paths }) => paths[0] === 'auth.login')).toHaveLength(4);
  });

  test('is tried again by a later call when the service was unreachable', async () => {
    service.next(...Array.from({ length: 5 }, () => 'cut before' as const));
    await failureOf(get(client));
    expect(await get(client)).toEqual({ id: 7 });
  });

  test('that the caller sends is not in a batch with calls that need a token', async () => {
    await get(client);
    await Promise.all([
      client.auth.login.mutate({ username: 'u', password }),
      client.tier.update.mutate({ id: 7, changes: {} }),
    ]);
    expect(service.asked.slice(2).map(({ paths }) => paths)).toContainEqual(['tier.update']);
    expect(authorizations().filter((one) => one === 'at_1')).toHaveLength(2);
  });

  test('is not needed for a login that the caller sends', async () => {
    expect(await client.auth.login.mutate({ username: 'u', password })).toEqual({ token: 'at_1' });
    expect(logins()).toBe(1);
    expect(authorizations()).toEqual([undefined]);
  });
});

describe('a token', () => {
  test('that has ended is replaced by one login, and each call is sent again', async () => {
    await get(client);
    service.endTokens();
    service.asked.length = 0;
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    const found = await Promise.all(ids.map((id) => get(client, id)));
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(service.asked.map(({ paths }) => paths.length)).toEqual([20, 1, 20]);
    expect(authorizations()).toEqual(['at_1', undefined, 'at_2']);
  });

  test('that ends under calls of several requests is replaced once', async () => {
    await get(client);
    service.endTokens();
    await Promise.all([1, 2, 3, 4].map((index) => client.tier.create.mutate({ name: `T${index}`, ym_profile_id: 1 })));
    expect(logins()).toBe(2);
    expect(service.countOf('tier.create')).toBe(4);
  });

  test('that is refused a second time is the answer', async () => {
    service.fail(
      'tier.get',
      new ServiceError('not_authenticated', 'first'),
      new ServiceError('not_authenticated', 'second'),
      new ServiceError('not_authenticated', 'third'),
    );
    expect((await failureOf(get(client))).message).toBe('second');
    expect(logins()).toBe(2);
  });

  test('that lacks permission does not cause a login', async () => {
    service.fail('tier.get', new ServiceError('forbidden', 'not yours'));
    expect(await errorIdOf(get(client))).toBe('UNAUTH');
    expect(logins()).toBe(1);
  });

  test('is replaced for a create too, which keeps its key', async () => {
    await get(client);
    service.endTokens();
    await client.tier.create.mutate({ name: 'T', ym_profile_id: 1 });
    const creates = service.asked.filter(({ paths }) => paths[0] === 'tier.create');
    expect(creates.map(({ headers }) => headers.authorization)).toEqual(['at_1', 'at_2']);
    expect(new Set(creates.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
});
