import { createClient, type Fetch } from '@auction-tiers/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPatient } from './fixture/client.ts';
import { unavailable } from './fixture/refusal.ts';
import { apiKey, TestService } from './fixture/service.ts';

let service: TestService;

beforeEach(async () => {
  service = await TestService.start();
});
afterEach(() => service.close());

test('calls of a page whose session has ended wait until the user has signed in again, and are then done once', async () => {
  let isOpen = false;
  let asked = 0;
  const { promise: renewed, resolve } = Promise.withResolvers<void>();
  // The browser adds the cookie of the session.
  const sendWithSession: Fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    expect(headers.has('authorization')).toBe(false);
    if (isOpen) headers.set('authorization', apiKey);
    return fetch(url, { ...init, headers });
  };
  const client = createClient({
    url: service.url,
    fetch: sendWithSession,
    renewSession: () => {
      asked += 1;
      return renewed;
    },
  });
  const calls = Promise.all([
    client.tier.get.query({ id: 7 }),
    client.tier.create.mutate({ name: 'T', ym_profile_id: 1 }),
  ]);
  await expect.poll(() => asked).toBe(2);
  expect(service.carried).toEqual([]);
  isOpen = true;
  resolve();
  await calls;
  expect(service.carried.map(({ path }) => path).toSorted()).toEqual(['tier.create', 'tier.get']);
});

test('of each call that waits to be sent again it is told why, and when it is over; attempts are by kind of call', async () => {
  const told: (readonly [call: number, isOver: boolean])[] = [];
  const { client } = openPatient(service, {
    retry: {
      attempts: ({ type }) => (type === 'query' ? Number.POSITIVE_INFINITY : 2),
      onWait: (call, reason) => void told.push([call, reason === null]),
    },
  });
  service.fail('tier.get', ...Array.from({ length: 12 }, () => unavailable()));
  await client.tier.get.query({ id: 7 });
  const [[call] = [0]] = told;
  expect(told).toEqual([...Array.from({ length: 12 }, () => [call, false]), [call, true]]);
  service.fail('tier.create', unavailable(), unavailable());
  await expect(client.tier.create.mutate({ name: 'T', ym_profile_id: 1 })).rejects.toThrow('out of reach');
  expect(service.countOf('tier.create')).toBe(2);
  expect(told.at(-1)?.[1]).toBe(true);
});
