import { type Client, createClient, isServiceError } from '@auction-tiers/client';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Loss, Proxy } from '../fixture/proxy.ts';
import { createTier, createYmProfile, listTiers } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import { useService } from '../fixture/service.ts';
import { failureOf } from '../fixture/trpc-client.ts';

const service = useService();
let proxy: Proxy;
let client: Client;
let ymProfileId: number;

beforeAll(async () => {
  ({ id: ymProfileId } = await createYmProfile(service.send));
});
beforeEach(async () => {
  proxy = await Proxy.start(service.url);
  client = openClient();
});
afterEach(() => proxy.close());

const openClient = () =>
  createClient({ url: proxy.url, apiKey: service.people.seller1.api_key, retry: { baseWaitMs: 0 } });
const tiersNamed = (name: string) => listTiers(service.send, `?name=${name}`);
const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe('a create', () => {
  test.for<[readonly Loss[]]>([[['request']], [['answer']], [['answer', 'request', 'answer', 'answer']]])(
    'that loses %j makes one tier, and is answered with it',
    async ([losses]) => {
      const name = `once-${losses.join('-')}`;
      proxy.lose(...losses);
      const tier = await client.tier.create.mutate({ name, ym_profile_id: ymProfileId });
      expect(proxy.seen).toHaveLength(losses.length + 1);
      expect(await tiersNamed(name)).toEqual([tier]);
    },
  );

  test('among many makes one tier each, although every first answer is lost', async () => {
    proxy.lose(...many(20, () => 'answer' as const));
    const made = await Promise.all(
      many(20, () => client.tier.create.mutate({ name: 'crowd', ym_profile_id: ymProfileId })),
    );
    const ids = made.map(({ id }) => id).toSorted((a, b) => a - b);
    expect((await tiersNamed('crowd')).map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(20);
    expect(proxy.seen).toHaveLength(40);
  });

  test('under a key of its caller makes one tier, however often its script runs', async () => {
    const options = { context: { idempotencyKey: 'import-2026-11-21-row-17' } };
    const body = { name: 'imported', ym_profile_id: ymProfileId };
    const first = await client.tier.create.mutate(body, options);
    expect(await openClient().tier.create.mutate(body, options)).toEqual(first);
    expect(await tiersNamed('imported')).toHaveLength(1);
    const error = await failureOf(client.tier.create.mutate({ ...body, priority: 1 }, options));
    expect(isServiceError(error) && error.data.error_code).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('of a tier', () => {
  let id: number;
  beforeEach(async () => {
    ({ id } = await createTier(service.send, { ym_profile_id: ymProfileId, buyer_members: [] }));
  });

  test('a remove whose answer is lost is answered, and one of what is gone is not', async () => {
    proxy.lose('answer');
    expect(await client.tier.remove.mutate({ id })).toEqual({ id });
    const error = await failureOf(client.tier.remove.mutate({ id }));
    expect(isServiceError(error) && error.data.error_code).toBe('NOTFOUND');
  });

  test('an update whose answer is lost is sent again, with the same result', async () => {
    proxy.lose('answer');
    const changed = await client.tier.update.mutate({ id, changes: { priority: 9, name: 'Again' } });
    expect(changed).toMatchObject({ priority: 9, name: 'Again' });
    expect(proxy.seen).toHaveLength(2);
  });

  test('an update that names the state it was made for, and whose answer is lost, is answered as it was done', async () => {
    const { etag } = await client.tier.getTagged.query({ id });
    proxy.lose('answer');
    const changed = await client.tier.update.mutate({ id, changes: { priority: 9 }, if_match: etag });
    expect(changed.priority).toBe(9);
  });

  test('an update that appends, and whose answer is lost, appends once', async () => {
    proxy.lose('answer');
    const changes = { buyer_members: [{ id: 101 }] };
    await client.tier.update.mutate({ id, changes, append: true });
    expect(proxy.seen).toHaveLength(2);
    const log = await client.changeLog.list.query({ filter: { resource_id: id }, num_elements: 100 });
    expect(log.items.filter(({ operation }) => operation === 'update')).toHaveLength(1);
  });

  test('an update whose answer is lost is not done over a later one', async () => {
    const wait = async () => {
      await service.send('PUT', `/ym-auction-tier?id=${id}`, { body: { priority: 2 } });
    };
    const patient = createClient({ url: proxy.url, apiKey: service.people.seller1.api_key, retry: { wait } });
    proxy.lose('answer');
    expect(await patient.tier.update.mutate({ id, changes: { priority: 9 } })).toMatchObject({ priority: 9 });
    expect((await client.tier.get.query({ id })).priority).toBe(2);
  });
});

test('a batch that gets lost is asked again together', async () => {
  proxy.lose('request', 'answer');
  const markets = await Promise.all([501, 803, 602].map((id) => client.dma.get.query({ id })));
  expect(markets.map(({ id }) => id)).toEqual([501, 803, 602]);
  const once = expect.stringMatching(/\/trpc\/dma\.get,dma\.get,dma\.get\?/);
  expect(proxy.seen).toEqual([once, once, once]);
});

test('a limit is waited out: every call is answered, and each create made one tier', async () => {
  const { redisUrl: REDIS_URL, dataDir: DATA_DIR, people } = service;
  const limited = await openInstance({ REDIS_URL, DATA_DIR, RATE_LIMIT_WRITES: '4' }, { throttleWindowS: 1 });
  try {
    const waits: number[] = [];
    const retry = {
      wait: (ms: number) => {
        waits.push(ms);
        return new Promise<void>((resolve) => setTimeout(resolve, ms));
      },
    };
    const patient = createClient({ url: limited.url, apiKey: people.seller2.api_key, retry });
    const { id: ym_profile_id } = await patient.ymProfile.create.mutate({ name: 'Limited' });
    const made = await Promise.all(many(10, () => patient.tier.create.mutate({ name: 'within', ym_profile_id })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(10);
    expect(await patient.tier.list.query({ filter: { name: 'within' } })).toMatchObject({ count: 10 });
    expect(new Set(waits)).toEqual(new Set([1000]));
  } finally {
    await limited.close();
  }
});
