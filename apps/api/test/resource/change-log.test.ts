import type { ChangeLogEntry } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowsOf, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient, createScopedKey, failureOf } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;
/** The whole log of the first demo seller, newest first, read without a filter. */
let log: readonly ChangeLogEntry[];
let ymProfileId: number;
let tierId: number;

const other = 'member-1-read-write';

beforeAll(async () => {
  const key = await createScopedKey(service, 1, ['read', 'write']);
  const traced: Send = (method, path, options) =>
    send(method, path, { ...options, key, headers: { 'x-request-id': 'batch-7' } });
  ({ id: ymProfileId } = await createYmProfile(send));
  ({ id: tierId } = await createTier(traced, { ym_profile_id: ymProfileId, code: 'logged' }));
  await createProfile(traced, { name: 'Targets' });
  for (const priority of [1, 2, 3]) {
    expectOk(await send('PUT', `/ym-auction-tier?id=${tierId}`, { body: { priority } }));
  }
  expectOk(await send('DELETE', `/ym-auction-tier?id=${tierId}`));
  log = await entries('num_elements=1000');
});

const list = async (query: string, options = {}) => expectOk(await send('GET', `/change-log?${query}`, options));
const entries = async (query: string) => rowsOf(await list(query), 'change-logs');

test('the log lists every change of an object, newest first', async () => {
  const found = await entries(`service=ym-auction-tier&resource_id=${tierId}`);
  expect(found).toMatchObject([
    { operation: 'delete', user: 'demo-seller-1', before: { priority: 3 }, after: null },
    { operation: 'update', before: { priority: 2 }, after: { priority: 3 } },
    { operation: 'update', before: { priority: 1 }, after: { priority: 2 } },
    { operation: 'update', before: { priority: 5 }, after: { priority: 1 } },
    { operation: 'create', user: other, request_id: 'batch-7', before: null, after: { code: 'logged' } },
  ]);
  expect(new Set(found.map(({ revision }) => revision)).size).toBe(5);
});

/** What each query must find, said once more as a condition on the entries. */
const searches: readonly (readonly [string, (entry: ChangeLogEntry) => boolean])[] = [
  ['service=ym-profile', ({ service: name }) => name === 'ym-profile'],
  ['service=ym-profile,profile', ({ service: name }) => name === 'ym-profile' || name === 'profile'],
  ['not_service=ym-auction-tier', ({ service: name }) => name !== 'ym-auction-tier'],
  [`user=${other}`, ({ user }) => user === other],
  [`not_user=${other}`, ({ user }) => user !== other],
  ['operation=update', ({ operation }) => operation === 'update'],
  ['operation=create,delete', ({ operation }) => operation !== 'update'],
  ['request_id=batch-7', ({ request_id }) => request_id === 'batch-7'],
  ['request_id=batch-7&operation=create&service=profile', (entry) => isBatch(entry) && entry.service === 'profile'],
  ['resource_id=2,3', ({ resource_id }) => resource_id === 2 || resource_id === 3],
  ['like_user=SELLER', ({ user }) => user.includes('seller')],
  ['request_id=nothing', () => false],
  ['user=demo-seller-2', () => false],
  ['min_created_on=2020-01-01', () => true],
  ['min_created_on=2999-01-01 00:00:00', () => false],
  ['max_created_on=2020-01-01+00:00:00', () => false],
  ['max_created_on=2999-01-01', () => true],
];
const isBatch = ({ request_id }: ChangeLogEntry) => request_id === 'batch-7';

test.for(searches)('%s finds all it should and nothing else', async ([query, isWanted]) => {
  const answer = await list(query);
  const wanted = log.filter(isWanted);
  expect(rowsOf(answer, 'change-logs')).toEqual(wanted);
  expect(answer.response).toMatchObject({ count: wanted.length, start_element: 0, num_elements: 100 });
});

test('every time in the log can bound a search from both sides', async () => {
  for (const moment of new Set(log.map(({ created_on }) => created_on))) {
    const sinceThen = log.filter(({ created_on }) => created_on >= moment);
    expect(await entries(`num_elements=1000&min_created_on=${moment}`)).toEqual(sinceThen);
    const untilThen = log.filter(({ created_on }) => created_on <= moment);
    expect(await entries(`num_elements=1000&max_created_on=${moment}`)).toEqual(untilThen);
    const then = log.filter(({ created_on }) => created_on === moment);
    expect(await entries(`num_elements=1000&created_on=${moment}`)).toEqual(then);
  }
});

test('pages of a search cover each entry exactly once, with the same count', async () => {
  const wanted = log.filter(({ service: name }) => name === 'ym-auction-tier');
  expect(wanted.length).toBeGreaterThan(8);
  const found: ChangeLogEntry[] = [];
  for (let start = 0; start < wanted.length + 3; start += 3) {
    const answer = await list(`service=ym-auction-tier&start_element=${start}&num_elements=3`);
    expect(answer.response).toMatchObject({ count: wanted.length, start_element: start, num_elements: 3 });
    found.push(...rowsOf(answer, 'change-logs'));
  }
  expect(found).toEqual(wanted);
});

test('a page of a search is capped and holds only the fields that are asked for', async () => {
  const answer = await list('operation=delete&num_elements=5000&fields=operation,resource_id');
  expect(answer.response).toMatchObject({ num_elements: 1000 });
  expect(answer.response.dbg_info.warnings).toHaveLength(1);
  expect(rowsOf(answer, 'change-logs')).toEqual([{ operation: 'delete', resource_id: tierId }]);
});

describe('a search lists the changes of one member', () => {
  test('for another seller its own changes only', async () => {
    const answer = await list('service=ym-auction-tier', { key: service.people.seller2.api_key });
    for (const entry of rowsOf(answer, 'change-logs')) expect(entry.member_id).toBe(2);
    const none = await list(`request_id=batch-7`, { key: service.people.seller2.api_key });
    expect(none.response).toMatchObject({ count: 0, 'change-logs': [] });
    const refused = await send('GET', '/change-log?member_id=2&service=profile');
    expect(refused.status).toBe(403);
  });

  test('for an administrator, the member that it names', async () => {
    const { api_key: key } = service.people.admin;
    expect(rowsOf(await list('member_id=1&request_id=batch-7', { key }), 'change-logs')).toEqual(log.filter(isBatch));
    // An administrator that names no member sees the changes of shared objects.
    const own = rowsOf(await list('service=platform-member', { key }), 'change-logs');
    expect(own).toHaveLength(20);
    expect(rowsOf(await list('request_id=batch-7', { key }), 'change-logs')).toEqual([]);
  });
});

test.for<[string, string]>([
  ['sort=created_on.asc', 'sort'],
  ['search=tier', 'search'],
  ['id=7', 'id'],
  ['revision=1-1', 'revision'],
  ['member_name=x', 'member_name'],
  ['before=x', 'before'],
  ['resource_id=x', 'resource_id'],
  ['created_on=yesterday', 'created_on'],
  ['min_created_on=2020-99-99', 'min_created_on'],
  ['min_created_on=2026-01-01,2026-01-02', 'min_created_on'],
])('%s is refused, and nothing is listed', async ([query, path]) => {
  const answer = await send('GET', `/change-log?${query}`);
  expect(answer.status).toBe(400);
  expect(issuePaths(answer)).toEqual([path]);
});

test('a refusal names the allowed parameters and all wrong ones', async () => {
  const answer = await send('GET', '/change-log?actor=x&sort=id&search=y');
  expect(issuePaths(answer).toSorted()).toEqual(['actor', 'search', 'sort']);
  const message = answer.response.dbg_info.issues.find(({ path }) => path === 'actor')?.message;
  for (const name of ['service', 'resource_id', 'operation', 'user', 'request_id', 'created_on']) {
    expect(message).toContain(name);
  }
  expect(message).not.toMatch(/sort|search/);
});

test('/meta names exactly what the log is searched by', async () => {
  const { fields } = expectOk(await send('GET', '/change-log/meta')).response;
  const named = (is: string) =>
    (fields as readonly Row[]).filter((field) => field[is] === true).map(({ name }) => name);
  const searched = ['service', 'resource_id', 'operation', 'user', 'request_id', 'created_on'];
  expect(named('filter_by')).toEqual(searched);
  expect(named('sort_by')).toEqual([]);
});

test('the typed client searches as well', async () => {
  const client = createClient(service.url, service.people.seller1.api_key);
  const filter = { service: 'ym-auction-tier', resource_id: tierId, operation: ['create', 'delete'] } as const;
  const page = await client.changeLog.list.query({ filter, num_elements: 1 });
  expect(page).toMatchObject({ count: 2, start_element: 0, num_elements: 1, items: [{ operation: 'delete' }] });
  const error = await failureOf(client.changeLog.list.query({ filter: { actor: 'x' } as object }));
  expect(error.data).toMatchObject({ httpStatus: 400, error_id: 'SYNTAX' });
});
