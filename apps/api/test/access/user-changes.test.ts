import { beforeAll, describe, expect, test } from 'vitest';
import { newColleaguesKey } from '../fixture/colleague.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { logIn, tokenOf } from '../fixture/log-in.ts';
import { type Row, rowOf, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { createClient } from '../fixture/trpc-client.ts';
import type { Untold } from '../../src/handlers/request/act-on-user.ts';
import { BrowserSession } from '../page/browser-session.ts';

const service = useService();
const { send } = service;
const password = 'a colleague of the seller';

/** What a log-in says. */
const warningsOf = async (username: string) => {
  const body = { auth: { username, password } };
  return expectOk(await send('POST', '/auth', { key: null, body })).response.dbg_info.warnings;
};

let manager: string;
let pat: Awaited<ReturnType<typeof newColleaguesKey>>;
let madeKey: Row;
beforeAll(async () => {
  manager = await tokenOf(service);
  await createYmProfile(send);
  pat = await newColleaguesKey(service, 'pat');
  expectOk(await send('PUT', `/user?id=${pat.id}`, { key: manager, body: { access: 'editor' } }));
  const body = { user_id: pat.id, scopes: ['read'], end_date: '2099-01-01 00:00:00' };
  madeKey = rowOf(expectOk(await send('POST', '/api-key', { key: manager, body })), 'api-key');
  await createYmProfile(send);
  expectOk(await send('DELETE', `/api-key?id=${String(madeKey.id)}`, { key: manager }));
  expectOk(await send('PUT', '/member?id=1', { key: manager, body: { revenue_share_pct: 3 } }));
});

const log = async (key: string, query = 'num_elements=1000') => {
  const answer = expectOk(await send('GET', `/change-log?${query}`, { key }));
  return { rows: rowsOf(answer, 'change-logs'), count: answer.response.count };
};

describe("a member's change log has its users, keys and settings", () => {
  test('a manager reads who changed whom, with whose key it is, its scopes and its end, and no secret', async () => {
    const { rows } = await log(manager, 'service=user,api-key,member&num_elements=4');
    expect(rows).toMatchObject([
      { service: 'member', operation: 'update', user: 'demo-seller-1', after: { revenue_share_pct: 3 } },
      { service: 'api-key', operation: 'delete', resource_id: madeKey.id, before: { user_id: pat.id } },
      {
        service: 'api-key',
        operation: 'create',
        user: 'demo-seller-1',
        after: { user_id: pat.id, scopes: ['read'], end_date: '2099-01-01 00:00:00' },
      },
      { service: 'user', operation: 'update', resource_id: pat.id, after: { access: 'editor' } },
    ]);
    const all = JSON.stringify((await log(manager)).rows);
    expect(all).not.toMatch(/password_hash|sha256|argon2/);
    expect(all).not.toContain(String(madeKey.key));
  });

  test('the whole log is one, newest first, and its pages cover each entry once', async () => {
    const { rows, count } = await log(manager);
    expect(count).toBe(rows.length);
    const times = rows.map(({ created_on: on }) => on);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(rows.map(({ service: name }) => name))).toContain('ym-profile');
    const paged: Row[] = [];
    for (let start = 0; start < rows.length; start += 3)
      paged.push(...(await log(manager, `start_element=${start}&num_elements=3`)).rows);
    expect(paged).toEqual(rows);
    expect(await createClient(service.url, manager).changeLog.list.query({ num_elements: 1000 })).toMatchObject({
      count,
    });
  });

  test('a user who is no manager finds only itself among users and keys; another member finds nothing', async () => {
    await newColleaguesKey(service, 'sam');
    const { rows } = await log(await logIn(send, { username: 'pat', password }), 'service=user,api-key');
    const own = rows.map(({ service: name, resource_id: id, before, after }) => {
      const { user_id: whose } = (after ?? before) as Row;
      return name === 'user' ? id : whose;
    });
    expect(new Set(own)).toEqual(new Set([pat.id]));
    const others = await log(service.people.seller2.api_key, 'service=user,api-key&num_elements=1000');
    const shown = JSON.stringify(others.rows);
    for (const word of ['"pat"', '"sam"', 'demo-seller-1']) expect(shown).not.toContain(word);
    const admin = await log(service.people.admin.api_key, 'member_id=1&service=user&num_elements=1000');
    expect(JSON.stringify(admin.rows)).toContain('"pat"');
  });
});

describe('a user is told at its log-in what others did to it', () => {
  test('once, with the author, whose key it is and its scopes', async () => {
    const { id } = await newColleaguesKey(service, 'kim');
    expectOk(await send('PUT', `/user?id=${id}`, { key: manager, body: { access: 'editor' } }));
    expectOk(await send('POST', '/api-key', { key: manager, body: { user_id: id, scopes: ['read', 'write'] } }));
    const told = await warningsOf('kim');
    expect(told).toEqual([
      expect.stringContaining('demo-seller-1 changed your access'),
      expect.stringMatching(/demo-seller-1 made your API key \d+ \(scopes read, write\)/),
    ]);
    expect(await warningsOf('kim')).toEqual([]);
  });

  test('by the page once the user says that it has seen it, and not by a log-in that shows nothing', async () => {
    const { id } = await newColleaguesKey(service, 'lea');
    expectOk(await send('PUT', `/user?id=${id}`, { key: manager, body: { access: 'editor' } }));
    await createClient(service.url, '').auth.login.mutate({ username: 'lea', password });
    const page = new BrowserSession(service.url);
    expectOk(await page.logIn({ username: 'lea', password }));
    const path = '/app/session/untold';
    const read = async () => expectOk(await page.send('GET', path)).response['untold'] as Untold | null;
    const shown = (await read())!;
    expect(shown.only_made).toBe(false);
    expect(shown.acts.map(({ words }) => words)).toEqual(['demo-seller-1 changed your access']);
    expect(await read()).toEqual(shown);
    // What comes after the page has read is still to be told.
    expectOk(await send('PUT', `/user?id=${id}`, { key: manager, body: { access: 'viewer' } }));
    const body = { untold: { told_revision: shown.revision } };
    const headers = { 'x-auction-tiers-page': '1' };
    expect((await page.send('POST', path, { body })).status).toBe(403);
    expectOk(await page.send('POST', path, { body, headers }));
    const later = (await read())!;
    expect(later.acts).toHaveLength(1);
    const wrong = { untold: { told_revision: '0-999999' } };
    expect((await page.send('POST', path, { body: wrong, headers })).status).toBe(400);
    expectOk(await page.send('POST', path, { body: { untold: { told_revision: later.revision } }, headers }));
    expect(await read()).toBeNull();
    expect(await warningsOf('lea')).toEqual([]);
  });
});

describe('a follower', () => {
  test('gets the changes of users and keys that its user sees, and goes on after each', async () => {
    const { id, key } = await newColleaguesKey(service, 'uma');
    const [managers, own] = [
      await ChangeFollower.open(service.url, manager),
      await ChangeFollower.open(service.url, key),
    ];
    await newColleaguesKey(service, 'other');
    expectOk(await send('PUT', `/user?id=${id}`, { key: manager, body: { access: 'editor' } }));
    const first = await own.next();
    const { id: made } = await createYmProfile(send);
    expect(first.entry).toMatchObject({ service: 'user', resource_id: id, after: { access: 'editor' } });
    expect((await own.next()).entry).toMatchObject({ service: 'ym-profile', resource_id: made });
    // A user is made, told of that at its log-in, and makes a key.
    const seen = [await managers.next(), await managers.next(), await managers.next()];
    expect(seen.map(({ entry }) => entry.service)).toEqual(['user', 'user', 'api-key']);
    own.close();
    managers.close();
    const next = await ChangeFollower.open(service.url, key, first.id);
    expect((await next.next()).entry).toMatchObject({ service: 'ym-profile', resource_id: made });
    next.close();
  });
});
