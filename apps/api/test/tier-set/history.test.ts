import { createClient } from '@auction-tiers/client';
import type { HistoryStep } from '@auction-tiers/contract';
import { createClient as connectRedis } from 'redis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf, importAnswer, sendFile } from '../fixture/tier-set-file.ts';
import { createScopedKey } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;
const include = { member_action: 'include', min_price: '1.00', buyer_members: [{ id: 101 }] };
const change = async (path: string, body: object, options = {}) =>
  expectOk(await send('PUT', path, { body, ...options }));
const asked = async (id: number, query = '') =>
  expectOk(await send('GET', `/ym-profile/history?id=${id}${query}`)).response;
const historyOf = async (id: number, query = '') =>
  (await asked(id, query))['ym-profile-history'] as readonly HistoryStep[];
const summaries = async (id: number) => (await historyOf(id)).map(({ summary }) => summary);

const openRedis = () => connectRedis({ url: service.redisUrl }).connect();

async function redisDo<T>(act: (redis: Awaited<ReturnType<typeof openRedis>>) => Promise<T>): Promise<T> {
  const redis = await openRedis();
  try {
    return await act(redis);
  } finally {
    redis.destroy();
  }
}

/** A ym-profile with some steps, and what they are in words, newest first. */
async function madeHistory() {
  const { id } = await createYmProfile(send);
  const profile = await createProfile(send, { name: 'P' });
  const tier = await createTier(send, { ...include, name: 'Gold', ym_profile_id: id, profile_id: profile.id });
  await change(`/ym-auction-tier?id=${tier.id}`, { min_price: '2.50' }, { headers: { 'x-change-note': 'dearer' } });
  await change(`/profile?id=${profile.id}`, { name: 'Q' });
  await change(`/ym-auction-tier?id=${tier.id}`, { profile_id: null });
  // Not needed any more.
  await change(`/profile?id=${profile.id}`, { name: 'R' });
  await change(`/ym-profile?id=${id}`, { name: 'Site' });
  const words = [
    [`ym-profile ${id} Site: name "Empty" -> "Site"`],
    [`tier ${tier.id} Gold: profile_id ${profile.id} -> null`],
    [`profile ${profile.id} Q: name "P" -> "Q"`],
    [`tier ${tier.id} Gold: min_price 1.000000 -> 2.500000`],
    [`adds tier ${tier.id} Gold`],
    [`adds ym-profile ${id} Empty`],
  ];
  return { id, profile, tier, words };
}

/** Repeats the newest change of member 1, which touched a ym-profile, so many times as steps of several users in turn. */
const repeatChange = `
local prefix, ym_profile, count = KEYS[1], ARGV[1], tonumber(ARGV[2])
local entry = redis.call('XREVRANGE', prefix .. 'changes', '+', '-', 'COUNT', 1)[1]
local first, fields, mark = tonumber(string.match(entry[1], '^%d+')), entry[2], ''
local user
for i = 1, #fields, 2 do
  if fields[i] == 'user' then user = i + 1 end
  if fields[i] == 'mark' then mark = fields[i + 1] end
end
for i = 1, count do
  local revision = string.format('%.0f', first + i)
  fields[user] = ARGV[3 + i % (#ARGV - 2)]
  redis.call('XADD', prefix .. 'changes', revision .. '-0', unpack(fields))
  redis.call('ZADD', prefix .. 'member:1:changes', revision, revision)
  redis.call('ZADD', prefix .. 'member:1:steps:' .. ym_profile, revision, revision .. ' ' .. revision .. ' 0 1 0')
end
redis.call('SET', prefix .. 'revision', string.format('%.0f', first + count))
redis.call('SET', prefix .. 'head', string.format('%.0f', first + count) .. ' ' .. mark)
`;

const pageOf1000 = '&num_elements=1000';

/** All steps that a filter finds, as a client reads them, and how many the first answer counted. */
async function readAll(id: number, query: string) {
  const first = await asked(id, `${query}${pageOf1000}`);
  const revisions: string[] = [];
  let next: string | null = '';
  for (let answer = first; next !== null; answer = await asked(id, `${query}${pageOf1000}&before=${next}`)) {
    const page = answer['ym-profile-history'] as readonly HistoryStep[];
    revisions.push(...page.map(({ revision }) => revision));
    const { count, dbg_info } = answer as unknown as { count: number; dbg_info: { next_before: string | null } };
    const isPart = answer === first && count > page.length;
    next = isPart ? page.at(-1)!.revision : dbg_info.next_before;
    if (next === null) break;
  }
  return { revisions, count: (first as unknown as { count: number }).count };
}

describe('the history of a ym-profile', () => {
  test('has the steps that touched it, its tiers and the profiles that they need, newest first', async () => {
    const { id, words } = await madeHistory();
    const found = await historyOf(id);
    expect(found.map(({ summary }) => summary)).toEqual(words);
    expect(found[3]).toMatchObject({
      note: 'dearer',
      kind: 'write',
      draft_id: null,
      user: 'demo-seller-1',
      changes: { created: 0, updated: 1, deleted: 0 },
    });
    for (const { revision, request_id } of found) {
      const log = expectOk(await send('GET', `/change-log?request_id=${request_id}`)).response[
        'change-logs'
      ] as readonly { revision: string }[];
      expect(log.map((entry) => entry.revision)).toContain(revision);
    }
    expect((await exportOf(send, id)).revision).toBe(found[0]?.revision);
    const client = createClient({ url: service.url, apiKey: service.people.seller1.api_key });
    const { items, count } = await client.ymProfile.history.query({ id, num_elements: 2, start_element: 1 });
    expect([count, items]).toEqual([6, found.slice(1, 3)]);
  });

  test('shows a tier that moves in both, and an import and a restore as one step each', async () => {
    const { id, tier } = await madeHistory();
    const { id: other } = await createYmProfile(send);
    await change(`/ym-auction-tier?id=${tier.id}`, { ym_profile_id: other });
    const moved = [`tier ${tier.id} Gold: ym_profile_id ${id} -> ${other}`];
    expect([(await summaries(id))[0], (await summaries(other))[0]]).toEqual([moved, moved]);
    const before = await exportOf(send, other);
    const tiers = Array.from({ length: 25 }, (_, index) => ({ name: `T${index}`, profile_id: 7, priority: 1 }));
    const answer = importAnswer(await sendFile(send, other, { tiers, profiles: [{ id: 7, name: 'New' }] }));
    const [step] = await historyOf(other);
    expect(step).toMatchObject({
      revision: answer.revision,
      kind: 'import',
      changes: { created: 26, updated: 0, deleted: 1 },
    });
    expect([step?.summary.length, step?.summary.at(-1)]).toEqual([21, 'and 7 more changes']);
    expectOk(
      await send('POST', `/ym-profile/restore?id=${other}&revision=${before.revision}`, { body: { note: 'back' } }),
    );
    const [restored, ...rest] = await historyOf(other);
    expect(restored).toMatchObject({ kind: 'restore', note: 'back', changes: { created: 1, updated: 0, deleted: 26 } });
    expect(rest[0]).toEqual(step);
  });

  test('is paged, and filtered by user and time; what is none of it is refused', async () => {
    const { id } = await madeHistory();
    const key = await createScopedKey(service, 1, ['read', 'write']);
    await change(`/ym-profile?id=${id}`, { name: 'By another' }, { key });
    const all = await historyOf(id);
    const pages = await Promise.all([0, 3, 6].map((start) => historyOf(id, `&start_element=${start}&num_elements=3`)));
    expect(pages.flat()).toEqual(all);
    expect(await asked(id, '&num_elements=3')).toMatchObject({ count: 7, start_element: 0, num_elements: 3 });
    expect(await historyOf(id, '&user=member-1-read-write')).toEqual(all.slice(0, 1));
    expect((await asked(id, '&user=demo-seller-1'))['count']).toBe(6);
    const day = all[0]?.time.slice(0, 10) ?? '';
    expect(await historyOf(id, `&start_date=${day}&end_date=${day}`)).toEqual(all);
    expect(await historyOf(id, '&end_date=2020-01-01')).toEqual([]);
    expect(await historyOf(id, '&start_date=2199-01-01')).toEqual([]);
    for (const wrong of ['start_date=x', 'end_date=2026-02-30', 'user=', 'num_elements=0', 'colour=red']) {
      const answer = await send('GET', `/ym-profile/history?id=${id}&${wrong}`);
      expect([wrong, answer.status, issuePaths(answer)]).toEqual([wrong, 400, [wrong.split('=')[0]]]);
    }
    expect((await send('GET', '/ym-profile/history?id=999999')).status).toBe(404);
  });

  test('of 30,000 steps is read page by page by user and date, each step once', async () => {
    const { id } = await madeHistory();
    const [steps, users] = [30_000, ['ann', 'bob', 'cleo']] as const;
    await redisDo((redis) =>
      redis.eval(repeatChange, { keys: ['at:{p1}:'], arguments: [String(id), String(steps), ...users] }),
    );
    // What one request reads: the newest 20,000.
    const ofUser = Math.floor(20_000 / users.length);
    const days = '&start_date=2020-01-01&end_date=2199-01-01';
    for (const [query, wanted, least] of [
      [`&user=bob${days}`, steps / users.length, ofUser],
      ['&user=demo-seller-1', 6, 0],
    ] as const) {
      const { revisions, count } = await readAll(id, query);
      expect([query, revisions.length, new Set(revisions).size]).toEqual([query, wanted, wanted]);
      expect(count - least).toBeLessThanOrEqual(1);
      expect(count).toBeGreaterThanOrEqual(least);
    }
    // Without a filter nothing is searched.
    expect(await asked(id, '&num_elements=1')).toMatchObject({ count: steps + 6 });
    const [oldest] = await historyOf(id, `&start_element=${steps + 5}&num_elements=1`);
    expect(await asked(id, `&before=${oldest?.revision}`)).toMatchObject({ count: 0, 'ym-profile-history': [] });
    for (const wrong of ['x', '2-7', '']) {
      const answer = await send('GET', `/ym-profile/history?id=${id}&before=${wrong}`);
      expect([wrong, answer.status, issuePaths(answer)]).toEqual([wrong, 400, ['before']]);
    }
  }, 60_000);

  test('behind a step has no later one, while others make steps', async () => {
    const { id, tier } = await madeHistory();
    const [, second, ...rest] = await historyOf(id);
    const { store } = service.opened;
    const read = store.stepsOf.bind(store);
    const priorities = [6, 7, 8, 9];
    const colleague = vi.spyOn(store, 'stepsOf').mockImplementation(async (...place) => {
      const found = await read(...place);
      const priority = priorities.shift();
      if (priority !== undefined) await change(`/ym-auction-tier?id=${tier.id}`, { priority });
      return found;
    });
    onTestFinished(() => colleague.mockRestore());
    const page = await historyOf(id, `&before=${second!.revision}`);
    expect(page.map(({ revision }) => revision)).toEqual(rest.map(({ revision }) => revision));
  });

  test('stays when the ym-profile is deleted, and goes with the change stream', async () => {
    const { id, tier } = await madeHistory();
    expectOk(await send('DELETE', `/ym-auction-tier?id=${tier.id}`));
    expectOk(await send('DELETE', `/ym-profile?id=${id}`));
    const found = await historyOf(id);
    expect(found.slice(0, 2).map(({ summary }) => summary)).toEqual([
      [`removes ym-profile ${id} Site`],
      [`removes tier ${tier.id} Gold`],
    ]);
    const [partition = '0', number] = found[1]?.revision.split('-') ?? [];
    const owner = `at:{p${partition}}:member:1`;
    const bounds = { beforeMs: Date.now() + 60_000, keptNewest: 2, most: 100_000 };
    // On a busy machine Redis may take longer than a command may; what is trimmed twice is trimmed.
    await vi.waitFor(() => service.opened.store.trimChanges(Number(partition), bounds), { timeout: 60_000 });
    expect((await historyOf(id)).map(({ revision }) => revision.split('-')[1])).toContain(number);
    expect(await redisDo((redis) => redis.zCard(`${owner}:steps:${id}`))).toBe(2);
  });
});

test('how the tiers of a member may change is a step of each of its ym-profiles', async () => {
  const [one, other] = [await createYmProfile(send), await createYmProfile(send)];
  const put = async (publishing: string, note: string) =>
    expectOk(await send('PUT', '/member?id=1', { body: { publishing }, headers: { 'x-change-note': note } }));
  await put('approved', 'four eyes');
  await put('direct', 'in a hurry');
  expectOk(await send('PUT', '/member?id=1', { body: { timezone: 'UTC' } }));
  for (const { id } of [one, other]) {
    const steps = expectOk(await send('GET', `/ym-profile/history?id=${id}`)).response['ym-profile-history'];
    expect(steps).toMatchObject([
      { note: 'in a hurry', summary: ['publishing approved -> direct'], user: service.people.seller1.username },
      { note: 'four eyes', summary: ['publishing direct -> approved'], changes: { updated: 1 } },
      { changes: { created: 1 } },
    ]);
  }
});
