import { type Client, createClient, isServiceError, type ServiceError } from '@auction-tiers/client';
import type { AuctionTier, ChangeLogEntry, ExplainedAuction } from '@auction-tiers/contract';
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { failureOf } from '../fixture/trpc-client.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService();
let client: Client;
let ymProfileId: number;

beforeAll(async () => {
  client = createClient({ url: service.url, apiKey: service.people.seller1.api_key });
  ({ id: ymProfileId } = await createYmProfile(service.send, { name: "Of the client's" }));
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const createTier = (name = 'Of the client') => client.tier.create.mutate({ name, ym_profile_id: ymProfileId });

async function refusalOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await failureOf(call);
  if (!isServiceError(error)) throw error;
  return error;
}

describe('the client', () => {
  test('makes, reads, changes and removes a tier as REST shows it', async () => {
    const tier = await client.tier.create.mutate({ name: 'Typed', ym_profile_id: ymProfileId, min_price: 2 });
    expectTypeOf(tier).toEqualTypeOf<AuctionTier>();
    expect(rowOf(await service.send('GET', `/ym-auction-tier?id=${tier.id}`), 'ym-auction-tier')).toEqual(tier);
    const changed = await client.tier.update.mutate({ id: tier.id, changes: { priority: 9 } });
    expect(changed).toEqual({ ...tier, priority: 9, last_modified: changed.last_modified });
    const page = await client.tier.list.query({ filter: { id: tier.id } });
    expectTypeOf(page.items[0]!).toEqualTypeOf<AuctionTier>();
    expect(page).toMatchObject({ count: 1, items: [changed] });
    expect(await client.tier.remove.mutate({ id: tier.id })).toEqual({ id: tier.id });
    expect((await service.send('GET', `/ym-auction-tier?id=${tier.id}`)).status).toBe(404);
  });

  test('runs and explains an auction', async () => {
    const body = {
      ym_profile_id: 1,
      seed: 's',
      impression: { country: 'US', dma: 501 },
      bids: [{ id: 'b', member_id: 107, price: 2.352942 }],
    };
    const auction = await client.auction.run.mutate(body);
    expect(auction.winner).toMatchObject({ bid_id: 'b', tier_id: 5, net_price: 2 });
    const explained = await client.auction.explain.mutate(body);
    expectTypeOf(explained.bids[0]!.tier_id).toEqualTypeOf<ExplainedAuction['bids'][number]['tier_id']>();
    expect(explained.bids[0]?.tiers.find(({ result }) => result === 'matched')).toMatchObject({ tier_id: 5 });
  });

  test('reads every service in one request of each kind', async () => {
    const [dmas, countries, buyers, profiles, member, log] = await Promise.all([
      client.dma.list.query(),
      client.country.get.query({ id: 233 }),
      client.platformMember.list.query(),
      client.profile.list.query(),
      client.member.get.query({ id: 1 }),
      client.changeLog.list.query({ num_elements: 1 }),
    ]);
    expect([dmas.count, countries.code, buyers.count, profiles.count, member.revenue_share_pct]).toEqual([
      210,
      'US',
      20,
      4,
      15,
    ]);
    expectTypeOf(log.items[0]!).toEqualTypeOf<ChangeLogEntry>();
    expect(log.items).toHaveLength(1);
  });

  test('throws the refusal of the service with its paths', async () => {
    const error = await refusalOf(client.tier.create.mutate({ name: '', ym_profile_id: ymProfileId, priority: 11 }));
    const { response } = await service.send('POST', '/ym-auction-tier', {
      body: { name: '', ym_profile_id: ymProfileId, priority: 11 },
    });
    expect(error.message).toBe(response.error);
    expect(error.data).toMatchObject({ error_id: 'SYNTAX', error_code: 'INVALID', httpStatus: 400 });
    expect(error.data.issues).toEqual(response.dbg_info.issues);
    expect(error.data.issues.map(({ path }) => path)).toEqual(['name', 'priority']);
  });

  test("does not see another member's objects, and does not log in because of it", async () => {
    const { id } = await createTier();
    const { username, password } = service.people.seller2;
    const other = createClient({ url: service.url, username, password });
    expect((await refusalOf(other.tier.get.query({ id }))).data).toMatchObject({
      error_code: 'NOTFOUND',
      httpStatus: 404,
    });
    const error = await refusalOf(other.tier.list.query({ member_id: 1 }));
    expect(error.data).toMatchObject({ error_id: 'UNAUTH', httpStatus: 403 });
  });

  test.for<[string, () => ReturnType<typeof createClient>]>([
    ['a key', () => createClient({ url: service.url, apiKey: 'atk_unknown' })],
    ['a password', () => createClient({ url: service.url, username: 'unknown', password: 'nothing' })],
  ])('with %s that is not known is NOAUTH', async ([, open]) => {
    expect((await refusalOf(open().tier.list.query())).data.error_id).toBe('NOAUTH');
  });
});

describe('an update that names the state it was made for', () => {
  test('is refused once the state has changed, and changes nothing', async () => {
    const { id } = await createTier();
    const { etag } = await client.tier.getTagged.query({ id });
    await client.tier.update.mutate({ id, changes: { priority: 8 } });
    const error = await refusalOf(client.tier.update.mutate({ id, changes: { priority: 2 }, if_match: etag }));
    expect(error.data).toMatchObject({ httpStatus: 412, error_code: 'PRECONDITION_FAILED' });
    expect((await client.tier.get.query({ id })).priority).toBe(8);
  });

  test('is done in that state', async () => {
    const { id } = await createTier();
    const { etag, item } = await client.tier.getTagged.query({ id });
    expectTypeOf(item).toEqualTypeOf<AuctionTier>();
    const changed = await client.tier.update.mutate({ id, changes: { priority: 2 }, if_match: etag });
    expect(changed).toEqual({ ...item, priority: 2, last_modified: changed.last_modified });
  });
});

describe('calls made at the same time', () => {
  test('over the size of a batch are all answered', async () => {
    const { id } = await createTier();
    const tiers = await Promise.all(range(250).map(() => client.tier.get.query({ id })));
    expect(new Set(tiers.map((tier) => tier.id))).toEqual(new Set([id]));
  });

  test('with more bids than one request may hold are all answered', async () => {
    const bids = range(1000).map((index) => ({ id: `bid-${index}`, member_id: 107, price: index / 100 }));
    const auctions = await Promise.all(
      range(60).map((index) => client.auction.run.mutate({ ym_profile_id: 1, seed: `s${index}`, bids })),
    );
    expect(JSON.stringify(bids).length * auctions.length).toBeGreaterThan(1.5 * 1024 * 1024);
    expect(auctions.map(({ seed }) => seed)).toEqual(range(60).map((index) => `s${index}`));
    for (const { winner } of auctions) expect(winner?.bid_id).toBe('bid-1000');
  });

  test('with a filter that is longer than an address may be with others are all answered', async () => {
    const { id } = await createTier();
    const unknown = range(900).map((index) => index + 1_000_000);
    const [page, tier] = await Promise.all([
      client.tier.list.query({ filter: { id: [id, ...unknown] } }),
      client.tier.get.query({ id }),
    ]);
    expect(page.items).toEqual([tier]);
  });

  test('that make objects make each of them once', async () => {
    const before = (await client.tier.list.query()).count;
    const made = await Promise.all(range(30).map((index) => createTier(`Of ${index}`)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(30);
    expect((await client.tier.list.query()).count).toBe(before + 30);
  });
});

test('a key made with the client works in another client until it is removed', async () => {
  const maker = createClient({ url: service.url, apiKey: await tokenOf(service) });
  const { id, key } = await maker.apiKey.create.mutate({ name: 'Nightly', scopes: ['read'] });
  const nightly = createClient({ url: service.url, apiKey: key ?? '' });
  expect((await nightly.dma.list.query()).count).toBe(210);
  expect((await refusalOf(nightly.tier.remove.mutate({ id: 1 }))).data.error_id).toBe('UNAUTH');
  await client.apiKey.remove.mutate({ id });
  expect((await refusalOf(nightly.tier.list.query())).data.error_id).toBe('NOAUTH');
});

test('the change log has one entry per write of the client', async () => {
  const { id } = await createTier('Logged');
  await client.tier.update.mutate({ id, changes: { name: 'Logged twice' } });
  await client.tier.remove.mutate({ id });
  const log = rowsOf(
    expectOk(await service.send('GET', `/change-log?service=ym-auction-tier&resource_id=${id}`)),
    'change-logs',
  );
  expect(log.map(({ operation }) => operation)).toEqual(['delete', 'update', 'create']);
});
