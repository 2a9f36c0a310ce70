import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from './demo-tier.ts';
import type { Row } from './request.ts';
import { startService, type TestService } from './service.ts';
import { type Client, createClient, failureOf } from './trpc.ts';

const secret = 'zebra-quartz-7781';
const nowhere = 987_654;

let service: TestService;
let client: Client;
let owned: { ymProfile: number; profile: number; tier: number };
let ownYmProfile: number;

beforeAll(async () => {
  service = await startService();
  const { send } = service;
  const words = { name: secret, code: secret, description: secret };
  const ymProfile = await createYmProfile(send, { ...words, publisher_ids: [7781] });
  const profile = await createProfile(send, words);
  const tier = await createTier(send, { ...words, ym_profile_id: ymProfile.id, profile_id: profile.id });
  owned = { ymProfile: ymProfile.id, profile: profile.id, tier: tier.id };
  client = createClient(service.url, service.people.seller2.api_key);
  ownYmProfile = (await client.ymProfile.list.query()).items[0]?.id ?? 0;
});
afterAll(() => service.close());

/** Every procedure that names one object, about an object of the caller's choosing. */
const calls: readonly [string, keyof typeof owned, (client: Client, id: number) => Promise<unknown>][] = [
  ['tier.get', 'tier', (c, id) => c.tier.get.query({ id })],
  ['tier.update', 'tier', (c, id) => c.tier.update.mutate({ id, changes: { name: 'Mine' } })],
  ['tier.remove', 'tier', (c, id) => c.tier.remove.mutate({ id })],
  ['ymProfile.get', 'ymProfile', (c, id) => c.ymProfile.get.query({ id })],
  ['ymProfile.update', 'ymProfile', (c, id) => c.ymProfile.update.mutate({ id, changes: { name: 'Mine' } })],
  ['ymProfile.remove', 'ymProfile', (c, id) => c.ymProfile.remove.mutate({ id })],
  ['profile.get', 'profile', (c, id) => c.profile.get.query({ id })],
  ['profile.update', 'profile', (c, id) => c.profile.update.mutate({ id, changes: { name: 'Mine' } })],
  ['profile.remove', 'profile', (c, id) => c.profile.remove.mutate({ id })],
  ['auction.run', 'ymProfile', (c, id) => c.auction.run.mutate({ ym_profile_id: id, bids: [] })],
  ['auction.explain', 'ymProfile', (c, id) => c.auction.explain.mutate({ ym_profile_id: id, bids: [] })],
  [
    'auction.openrtb',
    'ymProfile',
    (c, id) => c.auction.openrtb.mutate({ ym_profile_id: id, bid_request: { id: '1', imp: [{ id: '1' }] } }),
  ],
];

const shown = (text: unknown, id: number) => JSON.stringify(text).replaceAll(String(id), '<id>');

describe("another member's object looks like one that does not exist", () => {
  test.for(calls)('%s', async ([, name, call]) => {
    const error = await failureOf(call(client, owned[name]));
    const nothing = await failureOf(call(client, nowhere));
    expect(error.data).toMatchObject({ httpStatus: 404, error_id: 'SYNTAX', error_code: 'NOTFOUND' });
    expect(shown([error.message, error.data], owned[name])).toBe(shown([nothing.message, nothing.data], nowhere));
    expect(JSON.stringify(error.shape)).not.toContain(secret);
  });

  test.for(['ym_profile_id', 'profile_id'] as const)('a tier cannot refer to its %s', async (field) => {
    const id = field === 'profile_id' ? owned.profile : owned.ymProfile;
    const create = (sent: number) =>
      failureOf(client.tier.create.mutate({ name: 'T', ym_profile_id: ownYmProfile, [field]: sent }));
    const [error, nothing] = [await create(id), await create(nowhere)];
    expect(error.data).toMatchObject({ httpStatus: 409, error_id: 'INTEGRITY' });
    expect(error.message.replaceAll(String(id), '<id>')).toBe(nothing.message.replaceAll(String(nowhere), '<id>'));
  });
});

test('no list holds them', async () => {
  const inputs = [
    {},
    { ids: [owned.tier, owned.profile, owned.ymProfile] },
    { search: secret },
    { filter: { name: secret } },
    { filter: { like_name: secret } },
    { filter: { member_id: 1 } },
    { sort: 'name.desc', num_elements: 1000 },
  ];
  for (const input of inputs) {
    for (const list of [client.tier.list, client.ymProfile.list, client.profile.list]) {
      const page = await list.query(input);
      expect(JSON.stringify(page)).not.toContain(secret);
      const rows: readonly Row[] = page.items;
      for (const row of rows) expect(row['member_id']).toBe(2);
      expect(page.count).toBe(rows.length);
    }
  }
});

test('naming the other member is refused', async () => {
  const member_id = 1;
  const attempts: readonly Promise<unknown>[] = [
    client.tier.list.query({ member_id }),
    client.tier.get.query({ id: owned.tier, member_id }),
    client.tier.update.mutate({ id: owned.tier, changes: { name: 'Mine' }, member_id }),
    client.tier.remove.mutate({ id: owned.tier, member_id }),
    client.ymProfile.remove.mutate({ id: owned.ymProfile, member_id }),
    client.profile.remove.mutate({ id: owned.profile, member_id }),
    client.member.update.mutate({ id: 1, changes: { revenue_share_pct: 99 }, member_id }),
    client.changeLog.list.query({ member_id }),
  ];
  for (const error of await Promise.all(attempts.map(failureOf))) {
    expect(error.data).toMatchObject({ httpStatus: 403, error_id: 'UNAUTH' });
  }
});

test("a batch leaves the other's ym-profile unknown beside auctions that run", async () => {
  const { auctions } = await client.auction.runMany.mutate({
    auctions: [owned.ymProfile, ownYmProfile].map((ym_profile_id) => ({ ym_profile_id, bids: [] })),
  });
  expect(auctions).toMatchObject([
    { error: { error_id: 'SYNTAX', error_code: 'NOTFOUND' } },
    { ym_profile_id: ownYmProfile, winner: null },
  ]);
});

test('the change log cannot be followed from a revision of the other', async () => {
  const rows = expectOk(await service.send('GET', '/change-log')).response['change-logs'] as readonly Row[];
  const input = encodeURIComponent(JSON.stringify({ lastEventId: rows.at(-1)?.['revision'] }));
  const answer = await service.send('GET', `/trpc/changeLog.follow?input=${input}`, {
    key: service.people.seller2.api_key,
    headers: { accept: 'text/event-stream' },
  });
  expect(answer.text).not.toContain(secret);
  expect(answer.text).toContain('lastEventId');
});

test('what the owner has stayed as it was', async () => {
  const own = createClient(service.url, service.people.seller1.api_key);
  for (const [, name, call] of calls) await failureOf(call(client, owned[name]));
  expect(await own.tier.get.query({ id: owned.tier })).toMatchObject({ name: secret, ym_profile_id: owned.ymProfile });
  expect((await own.ymProfile.get.query({ id: owned.ymProfile })).name).toBe(secret);
  expect((await own.profile.get.query({ id: owned.profile })).name).toBe(secret);
});
