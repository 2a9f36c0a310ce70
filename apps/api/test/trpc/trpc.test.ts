import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTier, expectOk } from '../fixture/demo-tier.ts';
import { type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { rawRequest, sendRaw } from '../fixture/raw.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { startService, useService } from '../fixture/service.ts';
import { type Client, createClient, failureOf } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;
let client: Client;
let ymProfileId: number;

beforeAll(async () => {
  client = createClient(service.url, service.people.seller1.api_key);
  ymProfileId = (await client.ymProfile.create.mutate({ name: 'Of tRPC' })).id;
});

describe('a typed client', () => {
  test('makes, reads, changes and removes a tier as REST does', async () => {
    const tier = await client.tier.create.mutate({ name: 'Typed', ym_profile_id: ymProfileId, min_price: 2 });
    expect(tier).toMatchObject({ priority: 5, min_price: '2.000000', member_action: 'exclude', member_id: 1 });
    expect(rowOf(await send('GET', `/ym-auction-tier?id=${tier.id}`), 'ym-auction-tier')).toEqual(tier);

    const changed = await client.tier.update.mutate({ id: tier.id, changes: { priority: 9, min_price: null } });
    expect(changed).toEqual({ ...tier, priority: 9, min_price: null, last_modified: changed.last_modified });
    expect(await client.tier.get.query({ id: tier.id })).toEqual(changed);

    expect(await client.tier.remove.mutate({ id: tier.id })).toEqual({ id: tier.id });
    expect((await send('GET', `/ym-auction-tier?id=${tier.id}`)).status).toBe(404);
  });

  test('appends buyers', async () => {
    const tier = await createTier(send, { ym_profile_id: ymProfileId, buyer_members: [{ id: 101 }] });
    const changes = { buyer_members: [{ name: 'Bluefin DSP' }] };
    const { buyer_members } = await client.tier.update.mutate({ id: tier.id, changes, append: true });
    expect(buyer_members?.map(({ id }) => id)).toEqual([101, 102]);
  });

  test('lists as REST does', async () => {
    const answer = expectOk(
      await send('GET', '/ym-auction-tier?priority=5,7&sort=priority.desc&num_elements=3&start_element=1'),
    );
    const page = await client.tier.list.query({
      filter: { priority: [5, 7] },
      sort: 'priority.desc',
      num_elements: 3,
      start_element: 1,
    });
    const { count, start_element, num_elements } = answer.response;
    expect(page).toEqual({ count, start_element, num_elements, items: rowsOf(answer, 'ym-auction-tiers') });
    expect((await client.tier.list.query()).count).toBe(expectOk(await send('GET', '/ym-auction-tier')).response.count);
  });

  test('reads every other service', async () => {
    expect((await client.dma.list.query()).count).toBe(210);
    expect(await client.dma.get.query({ id: 501 })).toMatchObject({ name: 'New York NY' });
    expect(await client.country.get.query({ id: 233 })).toMatchObject({ code: 'US' });
    expect((await client.platformMember.list.query()).count).toBe(20);
    expect((await client.profile.list.query()).count).toBe(4);
    expect((await client.member.get.query({ id: 1 })).revenue_share_pct).toBe(15);
    expect((await client.changeLog.list.query({ num_elements: 1 })).items).toHaveLength(1);
  });

  test.for(['tier', 'ymProfile', 'profile', 'platformMember', 'member', 'dma', 'country', 'changeLog'] as const)(
    '%s.meta is what /meta says',
    async (name) => {
      const paths = {
        tier: 'ym-auction-tier',
        ymProfile: 'ym-profile',
        platformMember: 'platform-member',
        changeLog: 'change-log',
      };
      const path = name in paths ? paths[name as keyof typeof paths] : name;
      expect(await client[name].meta.query()).toEqual(expectOk(await send('GET', `/${path}/meta`)).response['fields']);
    },
  );

  test('may batch several calls in one request', async () => {
    const [tiers, dma, failed] = await Promise.allSettled([
      client.tier.list.query(),
      client.dma.get.query({ id: 501 }),
      client.tier.get.query({ id: 999_999 }),
    ]);
    expect([tiers.status, dma.status, failed.status]).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });
});

const raw = (value: unknown) => value as never;

describe("an error carries what REST's does", () => {
  test.for<[string, (c: Client) => Promise<unknown>, readonly [method: 'GET' | 'POST', path: string, body?: Row]]>([
    ['an unknown id', (c) => c.tier.get.query({ id: 999_999 }), ['GET', '/ym-auction-tier?id=999999']],
    [
      'several bad fields',
      (c) => c.tier.create.mutate(raw({ name: '', colour: 1, priority: 99 })),
      ['POST', '/ym-auction-tier', { name: '', colour: 1, priority: 99 }],
    ],
    [
      'an include without a price',
      (c) => c.tier.create.mutate({ name: 'x', ym_profile_id: 1, member_action: 'include' }),
      ['POST', '/ym-auction-tier', { name: 'x', ym_profile_id: 1, member_action: 'include' }],
    ],
    [
      'a reference to nothing',
      (c) => c.tier.create.mutate({ name: 'x', ym_profile_id: 999_999 }),
      ['POST', '/ym-auction-tier', { name: 'x', ym_profile_id: 999_999 }],
    ],
    ['a bad sort', (c) => c.tier.list.query({ sort: 'colour.up' }), ['GET', '/ym-auction-tier?sort=colour.up']],
    ['an unknown market', (c) => c.dma.get.query({ id: 1 }), ['GET', '/dma?id=1']],
    [
      'a directory that is not ours to write',
      (c) => c.platformMember.create.mutate({ id: 5000, name: 'x' }),
      ['POST', '/platform-member', { id: 5000, name: 'x' }],
    ],
    [
      'a bad auction',
      (c) => c.auction.run.mutate(raw({ bids: [{}], colour: 1 })),
      ['POST', '/auction', { bids: [{}], colour: 1 }],
    ],
  ])('%s', async ([, call, [method, path, body]]) => {
    const { response, status } = await send(method, path, body === undefined ? {} : { body });
    const error = await failureOf(call(client));
    expect(error.message).toBe(response.error);
    expect(error.data).toMatchObject({
      httpStatus: status,
      error_id: response.error_id,
      error_code: response.error_code,
      issues: response.dbg_info.issues,
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(error.shape)).not.toMatch(/\.ts:\d+|node_modules/);
  });

  test.for<[string, string, number]>([
    ['an unknown procedure', 'tier.explode', 404],
    ['a procedure of every object', 'constructor', 404],
    ['a procedure of a prototype', 'tier.__proto__', 404],
    ['a mutation asked as a query', 'tier.create', 405],
    ['input that is no JSON', 'tier.list?input={', 400],
    ['input of the wrong kind', `tier.get?input=${encodeURIComponent('{"id":"seven"}')}`, 400],
    ['an unknown input', `tier.list?input=${encodeURIComponent('{"colour":"red"}')}`, 400],
  ])('%s', async ([, path, status]) => {
    const answer = await send('GET', `/trpc/${path}`);
    expect(answer.status).toBe(status);
    const { data } = answer.json['error'] as { data: Row };
    expect(data).toMatchObject({ httpStatus: status, error_id: 'SYNTAX' });
    expect(answer.text).not.toMatch(/\.ts:\d+|node_modules/);
  });

  test('a body that is too large, or no JSON', async () => {
    const large = await send('POST', '/trpc/tier.create', { body: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }) });
    expect(large.status).toBe(413);
    expect((await send('POST', '/trpc/tier.create', { body: '{"name":' })).status).toBe(400);
    const text = await send('POST', '/trpc/tier.create', { body: 'x', headers: { 'content-type': 'text/csv' } });
    expect(text.status).toBe(415);
    const headers = { 'content-encoding': 'gzip' };
    expect((await send('POST', '/trpc/tier.create', { body: new Uint8Array(gzipSync('{}')), headers })).status).toBe(
      415,
    );
  });

  test('a batch of too many calls', async () => {
    const names = Array.from({ length: 500 }, () => 'tier.list').join(',');
    const answer = await send('GET', `/trpc/${names}?batch=1`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

const key = () => service.people.seller1.api_key;

const rename = async (id: number, name: string) =>
  expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, { body: { name } }));

describe('changeLog.follow', () => {
  test('yields each change once, in order, as the change log shows it', async () => {
    const tier = await createTier(send, { name: 'Followed', ym_profile_id: ymProfileId });
    const follower = await ChangeFollower.open(service.url, key());
    for (const name of ['one', 'two', 'three']) await rename(tier.id, name);
    const told = [await follower.next(), await follower.next(), await follower.next()];
    follower.close();
    expect(told.map(({ entry }) => (entry.after as Row)['name'])).toEqual(['one', 'two', 'three']);
    const log = rowsOf(expectOk(await send('GET', '/change-log?num_elements=3')), 'change-logs');
    expect(told.map(({ entry }) => entry).toReversed()).toEqual(log);
    expect(told.map(({ id }) => id)).toEqual(told.map(({ entry }) => entry.revision));
  });

  test.for(['input', 'header'] as const)(
    'goes on after the last event that was seen, named in the %s',
    async (where) => {
      const tier = await createTier(send, { name: 'Resumed', ym_profile_id: ymProfileId });
      const first = await ChangeFollower.open(service.url, key());
      await rename(tier.id, 'seen');
      const { id = '' } = await first.next();
      first.close();
      await rename(tier.id, 'missed');
      const second =
        where === 'input'
          ? await ChangeFollower.open(service.url, key(), id)
          : await ChangeFollower.open(service.url, key(), undefined, id);
      await rename(tier.id, 'new');
      const names = [await second.next(), await second.next()].map(({ entry }) => (entry.after as Row)['name']);
      second.close();
      expect(names).toEqual(['missed', 'new']);
    },
  );

  test("does not yield other members' changes", async () => {
    const follower = await ChangeFollower.open(service.url, key());
    const other = createClient(service.url, service.people.seller2.api_key);
    await other.ymProfile.create.mutate({ name: 'Not yours' });
    const own = await client.ymProfile.create.mutate({ name: 'Yours' });
    const { entry } = await follower.next();
    follower.close();
    expect(entry).toMatchObject({ resource_id: own.id, member_id: 1 });
  });

  test.for(['nonsense', '99-1', '1-', '-5', '1-999999'])(
    'a last event %j that was never one is refused',
    async (after) => {
      await expect(ChangeFollower.open(service.url, key(), after).then((follower) => follower.next())).rejects.toThrow(
        /lastEventId/,
      );
    },
  );

  test('ends when the service stops, and does not keep it from stopping', async () => {
    const stopped = await startService();
    const follower = await ChangeFollower.open(stopped.url, stopped.people.seller1.api_key);
    await stopped.close();
    await expect(follower.next()).rejects.toThrow('the stream has ended');
  });

  test('needs a credential', async () => {
    await expect(ChangeFollower.open(service.url, 'at_unknown').then((follower) => follower.next())).rejects.toThrow(
      /NOAUTH/,
    );
  });
});

test.for(['a:b@c', 'û@xn--141-5nap9519b', 'a b', '[', ''])(
  'a host that is no address, %j, is no matter',
  async (host) => {
    const authorization = service.people.seller1.api_key;
    const { status, text } = await sendRaw(
      service.url,
      rawRequest('GET /trpc/dma.get?input=%7B%22id%22%3A501%7D', { host, authorization }),
    );
    expect([status, JSON.parse(text)]).toMatchObject([200, { result: { data: { name: 'New York NY' } } }]);
  },
);

test.for(['//a:b@c/dma.get', '//', '/@', '///x'])(
  'a path that is no procedure, /trpc%s, is an error of the client',
  async (path) => {
    const authorization = service.people.seller1.api_key;
    const { status } = await sendRaw(service.url, rawRequest(`GET /trpc${path}`, { authorization }));
    expect([400, 404]).toContain(status);
  },
);
