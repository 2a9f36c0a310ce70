import { beforeAll, describe, expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk, listTiers } from '../fixture/demo-tier.ts';
import { type Answer, type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf } from '../fixture/tier-set-file.ts';
import { createClient, failureOf } from '../fixture/trpc-client.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService();
const { send } = service;
let ymProfileId: number;
let named = 0;

beforeAll(async () => {
  ({ id: ymProfileId } = await createYmProfile(send));
});

const newName = () => `request-${(named += 1)}`;
const create = (name: string, body: Row = {}, path = '/ym-auction-tier', key?: string): Promise<Answer> =>
  send('POST', path, {
    headers: { 'idempotency-key': name },
    body: { name: 'Once', ym_profile_id: ymProfileId, ...body },
    ...(key === undefined ? {} : { key }),
  });
const countTiers = async () => (await listTiers(send)).length;
const contentOf = ({ response }: Answer) => {
  const { dbg_info: _, ...content } = response;
  return content;
};

describe('a POST that is sent again under its Idempotency-Key', () => {
  test('gives the first answer and makes nothing', async () => {
    const name = newName();
    const first = expectOk(await create(name));
    const count = await countTiers();
    const again = expectOk(await create(name));
    expect(contentOf(again)).toEqual(contentOf(first));
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.response.dbg_info.warnings.join()).toContain('Idempotency-Key');
    expect(await countTiers()).toBe(count);
  });

  test('makes one object, however many are sent at once', async () => {
    const name = newName();
    const before = await countTiers();
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(name)));
    expect(new Set(answers.map((answer) => expectOk(answer).response.id)).size).toBe(1);
    expect(await countTiers()).toBe(before + 1);
  });

  test('gives the first answer also when the object has changed or gone since', async () => {
    const name = newName();
    const first = expectOk(await create(name));
    expectOk(await send('PUT', `/ym-auction-tier?id=${first.response.id}`, { body: { name: 'Changed' } }));
    expect(contentOf(expectOk(await create(name)))).toEqual(contentOf(first));
    expectOk(await send('DELETE', `/ym-auction-tier?id=${first.response.id}`));
    expect(contentOf(expectOk(await create(name)))).toEqual(contentOf(first));
  });

  test('gives the first answer also when what it names is gone since', async () => {
    const { id } = await createYmProfile(send);
    const name = newName();
    const body = { ym_profile_id: id };
    const first = expectOk(await create(name, body));
    expectOk(await send('DELETE', `/ym-auction-tier?id=${first.response.id}`));
    expectOk(await send('DELETE', `/ym-profile?id=${id}`));
    expect((await create(newName(), body)).status).toBe(409);
    expect(contentOf(expectOk(await create(name, body)))).toEqual(contentOf(first));
  });

  test('is refused with another body, or for another service, and makes nothing', async () => {
    const name = newName();
    expectOk(await create(name));
    const count = await countTiers();
    const refusals = [
      await create(name, { name: 'Twice' }),
      await send('POST', '/ym-profile', { headers: { 'idempotency-key': name }, body: { name: 'Once' } }),
    ];
    for (const { status, response } of refusals) {
      expect([status, response.error_id, response.error_code]).toEqual([409, 'INTEGRITY', 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect(await countTiers()).toBe(count);
  });

  test('is the same in another order of its attributes, or wrapped', async () => {
    const name = newName();
    const first = expectOk(await create(name, { priority: 7 }));
    const body = { 'ym-auction-tier': { priority: 7, ym_profile_id: ymProfileId, name: 'Once' } };
    const again = await send('POST', '/ym-auction-tier', { headers: { 'idempotency-key': name }, body });
    expect(expectOk(again).response.id).toBe(first.response.id);
  });

  test('may be corrected after a refusal', async () => {
    const name = newName();
    expect((await create(name, { ym_profile_id: 999_999 })).status).toBe(409);
    expect((await create(name, { priority: 11 })).status).toBe(400);
    expectOk(await create(name));
  });

  test("is another caller's own", async () => {
    const name = newName();
    const { id: otherProfileId } = await createYmProfile((method, path, options) =>
      send(method, path, { key: service.people.seller2.api_key, ...options }),
    );
    const mine = expectOk(await create(name));
    const other = await create(
      name,
      { ym_profile_id: otherProfileId },
      '/ym-auction-tier',
      service.people.seller2.api_key,
    );
    expect(expectOk(other).response.id).not.toBe(mine.response.id);
  });

  test('makes one member, user and key, whose secret is shown once', async () => {
    const key = await tokenOf(service, 'admin');
    const post = (path: string, name: string, body: Row) =>
      send('POST', path, { key, headers: { 'idempotency-key': name }, body });
    const bodies: Record<string, Row> = {
      '/member': { name: 'Once' },
      '/user': { username: 'once', member_id: 1, password: 'a long pass phrase' },
      '/api-key': { name: 'Once', scopes: ['read'] },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const name = newName();
      const [first, again] = [await post(path, name, body), await post(path, name, body)];
      expect([path, expectOk(again).response.id]).toEqual([path, expectOk(first).response.id]);
      if (path !== '/api-key') continue;
      expect(rowOf(first, 'api-key').key).toMatch(/^atk_/);
      expect(rowOf(again, 'api-key').key).toBeNull();
    }
    const members = rowsOf(expectOk(await send('GET', '/member?name=Once', { key })), 'members');
    expect(members).toHaveLength(1);
  });
});

const newKey = () => ({ 'idempotency-key': newName() });
const newTierId = async () => expectOk(await create(newName())).response.id;
const priorityOf = async (id: number) =>
  rowOf(expectOk(await send('GET', `/ym-auction-tier?id=${id}`)), 'ym-auction-tier').priority;

describe('a PUT or DELETE that is sent again under its Idempotency-Key', () => {
  test('gives the first answer, and is not done over a later change', async () => {
    const id = await newTierId();
    const underKey = newKey();
    const put = () => send('PUT', `/ym-auction-tier?id=${id}`, { headers: underKey, body: { priority: 9 } });
    const first = expectOk(await put());
    expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, { body: { priority: 2 } }));
    const again = expectOk(await put());
    expect(contentOf(again)).toEqual(contentOf(first));
    expect(again.response.dbg_info.warnings.join()).toContain('Idempotency-Key');
    expect(await priorityOf(id)).toBe(2);
  });

  test('gives the first answer where the object was in the state that If-Match names only before', async () => {
    const { id, etag } = await newTier();
    const underKey = { ...newKey(), 'if-match': etag };
    const put = () => send('PUT', `/ym-auction-tier?id=${id}`, { headers: underKey, body: { priority: 9 } });
    const first = expectOk(await put());
    expect(contentOf(expectOk(await put()))).toEqual(contentOf(first));
  });

  test('removes once, and says so again', async () => {
    const id = await newTierId();
    const underKey = newKey();
    const remove = () => send('DELETE', `/ym-auction-tier?id=${id}`, { headers: underKey });
    const first = expectOk(await remove());
    expect(contentOf(expectOk(await remove()))).toEqual(contentOf(first));
    expect((await send('DELETE', `/ym-auction-tier?id=${id}`, { headers: newKey() })).status).toBe(404);
  });

  test('is refused for another change, another object and another method', async () => {
    const [one, other] = [await newTierId(), await newTierId()];
    const underKey = newKey();
    const put = (id: number, priority: number) =>
      send('PUT', `/ym-auction-tier?id=${id}`, { headers: underKey, body: { priority } });
    expectOk(await put(one, 9));
    const refusals = [
      await put(one, 8),
      await put(other, 9),
      await send('DELETE', `/ym-auction-tier?id=${one}`, { headers: underKey }),
      await send('POST', '/ym-auction-tier', { headers: underKey, body: { name: 'T', ym_profile_id: ymProfileId } }),
    ];
    for (const { status, response } of refusals) {
      expect([status, response.error_code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect([await priorityOf(one), await priorityOf(other)]).toEqual([9, 5]);
  });
});

test.for(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('the Idempotency-Key %j is refused', async (name) => {
  const text = Buffer.from(name, 'utf8').toString('latin1');
  const answer = await create(text);
  expect(answer.status).toBe(400);
});

test('over tRPC the name goes with one call, and several under it are refused', async () => {
  const headers = { 'idempotency-key': newName(), authorization: service.people.seller1.api_key };
  const input = { name: 'Once', ym_profile_id: ymProfileId };
  const call = () => send('POST', '/trpc/tier.create', { headers, body: input });
  const [first, again] = [await call(), await call()];
  expect(again.json).toEqual(first.json);
  const batch = await send('POST', '/trpc/tier.create,tier.create?batch=1', { headers, body: { 0: input, 1: input } });
  expect(batch.status).toBe(400);
  expect(batch.text).toContain('idempotency-key');
});

const newTier = async () => {
  const answer = expectOk(await create(newName()));
  return { id: answer.response.id, etag: String(answer.headers.get('etag')) };
};
const change = (id: number, etag: string, body: Row = { priority: 9 }) =>
  send('PUT', `/ym-auction-tier?id=${id}`, { headers: { 'if-match': etag }, body });

describe('If-Match', () => {
  test('lets a change of what was read through, and refuses one of what has changed since', async () => {
    const { id, etag } = await newTier();
    const read = await send('GET', `/ym-auction-tier?id=${id}`);
    expect(read.headers.get('etag')).toBe(etag);
    const changed = expectOk(await change(id, etag));
    const stale = await change(id, etag, { priority: 2 });
    expect([stale.status, stale.response.error_id, stale.response.error_code]).toEqual([
      412,
      'INTEGRITY',
      'PRECONDITION_FAILED',
    ]);
    expect(rowOf(await send('GET', `/ym-auction-tier?id=${id}`), 'ym-auction-tier').priority).toBe(9);
    expectOk(await change(id, String(changed.headers.get('etag')), { priority: 3 }));
  });

  test('refuses a restore, also as a dry run, where the tiers are not those that the caller has seen', async () => {
    const { id: ofProfile } = await createYmProfile(send);
    const { id } = await createTier(send, { ym_profile_id: ofProfile, priority: 1 });
    const { revision } = await exportOf(send, ofProfile);
    const restore = async (tag: string, query = '') =>
      send('POST', `/ym-profile/restore?id=${ofProfile}&revision=${revision}${query}`, {
        headers: { 'if-match': tag },
      });
    const seen = async () => String((await send('GET', `/ym-profile/export?id=${ofProfile}`)).headers.get('etag'));
    const tag = await seen();
    expectOk(await send('PUT', `/ym-auction-tier?id=${id}`, { body: { priority: 2 } }));
    for (const query of ['', '&dry_run=true']) {
      const stale = await restore(tag, query);
      expect([stale.status, stale.response.error_code]).toEqual([412, 'PRECONDITION_FAILED']);
    }
    expect((await exportOf(send, ofProfile)).tiers).toMatchObject([{ id, priority: 2 }]);
    expectOk(await restore(await seen()));
    expect((await exportOf(send, ofProfile)).tiers).toMatchObject([{ id, priority: 1 }]);
    // What was deleted has no state that a caller could name.
    expectOk(await send('DELETE', `/ym-auction-tier?id=${id}`));
    expectOk(await send('DELETE', `/ym-profile?id=${ofProfile}`));
    expect((await restore('*')).status).toBe(412);
  });

  test('of many changes of the same state lets one through', async () => {
    const { id, etag } = await newTier();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change(id, etag, { description: `change ${index}` })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(412)]);
  });

  test('guards a delete', async () => {
    const { id, etag } = await newTier();
    expectOk(await change(id, etag));
    const erase = (tag: string) => send('DELETE', `/ym-auction-tier?id=${id}`, { headers: { 'if-match': tag } });
    expect((await erase(etag)).status).toBe(412);
    const read = await send('GET', `/ym-auction-tier?id=${id}`);
    expectOk(await erase(String(read.headers.get('etag'))));
  });

  test('takes a list and a star; what is no tag of the object matches nothing', async () => {
    const { id, etag } = await newTier();
    expectOk(await change(id, '*', { description: null }));
    expect((await change(id, 'nonsense')).status).toBe(412);
    expect((await change(id, `W/${etag}`)).status).toBe(412);
    const now = String((await send('GET', `/ym-auction-tier?id=${id}`)).headers.get('etag'));
    expectOk(await change(id, `"other", ${now}`));
    expect((await change(999_999, etag)).status).toBe(404);
  });

  test('is asked over tRPC with what getTagged gives', async () => {
    const { id } = await newTier();
    const client = createClient(service.url, service.people.seller1.api_key);
    const { etag, item } = await client.tier.getTagged.query({ id });
    expect(item.id).toBe(id);
    await client.tier.update.mutate({ id, changes: { priority: 8 }, if_match: etag });
    const failure = await failureOf(client.tier.update.mutate({ id, changes: { priority: 1 }, if_match: etag }));
    expect(failure.data).toMatchObject({ httpStatus: 412, error_code: 'PRECONDITION_FAILED' });
  });
});

test('a caller that has the present state is answered 304', async () => {
  const { response, headers } = expectOk(await create(newName()));
  const read = (tag: string) =>
    send('GET', `/ym-auction-tier?id=${response.id}`, { headers: { 'if-none-match': tag } });
  expect((await read(String(headers.get('etag')))).status).toBe(304);
  expect((await read('"another"')).status).toBe(200);
});
