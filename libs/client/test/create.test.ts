import type { Client } from '@auction-tiers/client';
import { allOperations } from '@auction-tiers/contract';
import { getUntypedClient } from '@trpc/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureOf, openPatient } from './fixture/client.ts';
import { exceeded, outcomeUnknown, unavailable } from './fixture/refusal.ts';
import { TestService } from './fixture/service.ts';

let service: TestService;
let client: Client;

beforeEach(async () => {
  service = await TestService.start();
  ({ client } = openPatient(service));
});
afterEach(() => service.close());

const tier = { name: 'T', ym_profile_id: 1 };
const keys = () => service.asked.map(({ headers }) => headers['idempotency-key']);

test('a create carries one key over all its attempts', async () => {
  service.next('cut before');
  service.fail('tier.create', unavailable(), exceeded(1));
  await client.tier.create.mutate(tier);
  expect(keys()).toHaveLength(4);
  expect(new Set(keys()).size).toBe(1);
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('a publish whose outcome is unknown is sent again with the same key', async () => {
  service.fail('draft.publish', outcomeUnknown());
  await client.draft.publish.mutate({ id: 7 });
  expect(service.countOf('draft.publish')).toBe(2);
  expect([keys().length, new Set(keys()).size]).toEqual([2, 1]);
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
});

const operations = allOperations.filter(({ type }) => type !== 'subscription');

/** Its input is refused, after it was sent. */
async function sendEmpty({ procedure, type }: (typeof operations)[number], context = {}): Promise<void> {
  const untyped = getUntypedClient(client);
  const sent =
    type === 'query'
      ? untyped.query(procedure, undefined, { context })
      : untyped.mutation(procedure, undefined, { context });
  await sent.catch(() => undefined);
}

const isAuction = (procedure: string): boolean => procedure.startsWith('auction.');

test.for(operations)('the client sends a key with $procedure exactly if it is a write that takes one', async (one) => {
  await sendEmpty(one);
  const takesKey = one.rest?.headers?.includes('idempotency-key') ?? false;
  expect(keys().map((key) => key !== undefined)).toEqual([takesKey && !isAuction(one.procedure)]);
});

test.for(operations)(
  "the client sends its caller's key with $procedure exactly if the service takes one",
  async (one) => {
    await sendEmpty(one, { idempotencyKey: 'k' });
    expect(keys()).toEqual(one.rest?.headers?.includes('idempotency-key') ? ['k'] : []);
  },
);

test('every write has a key of its own and a request of its own', async () => {
  await Promise.all([
    client.tier.create.mutate(tier),
    client.tier.create.mutate(tier),
    client.ymProfile.create.mutate({ name: 'Y' }),
    client.apiKey.create.mutate({ name: 'K', scopes: ['read'] }),
    client.ymProfile.import.mutate({ id: 1, file: { tiers: [] } }),
    client.tier.update.mutate({ id: 7, changes: {} }),
    client.tier.remove.mutate({ id: 7 }),
  ]);
  expect(new Set(keys()).size).toBe(7);
  expect(service.asked.map(({ paths }) => paths.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  for (const { url } of service.asked) expect(url).not.toContain('batch');
});

test('a create takes the key of its caller', async () => {
  service.next('cut before');
  await client.tier.create.mutate(tier, { context: { idempotencyKey: 'import-2026-row-17' } });
  expect(keys()).toEqual(['import-2026-row-17', 'import-2026-row-17']);
});

test.for(['', 'two words', 'é', 'x'.repeat(256), 17])('the key %j is refused and nothing is sent', async (key) => {
  const error = await failureOf(client.tier.create.mutate(tier, { context: { idempotencyKey: key } }));
  expect(error.message).toMatch(/idempotencyKey.* 1 to 255 /);
  expect(service.asked).toEqual([]);
});

test('reads and auctions send no key of their own', async () => {
  await client.tier.list.query();
  await client.auction.run.mutate({ ym_profile_id: 1, bids: [] });
  expect(keys()).toEqual([undefined, undefined]);
});

test('a key for any other call is refused', async () => {
  const context = { idempotencyKey: 'k' };
  const error = await failureOf(client.auction.explain.mutate({ ym_profile_id: 1, bids: [] }, { context }));
  expect(error.message).toMatch(/^auction\.explain .*idempotencyKey/);
  expect(service.asked).toEqual([]);
});
