import { expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { openRaw, rawRequest, sendRaw } from '../fixture/raw.ts';
import { issuePaths, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService();
const { send } = service;

test('of four log-ins at once with one one-time password one succeeds', async () => {
  const body = { username: 'newcomer', role: 'seller', member_id: 1 };
  const made = rowOf(expectOk(await send('POST', '/user', { key: await tokenOf(service, 'admin'), body })), 'user');
  const password = made.one_time_password ?? '';
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, at) => {
      const auth = { username: 'newcomer', password, new_password: `a new password ${at}` };
      return send('POST', '/auth', { key: null, body: { auth } });
    }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401 || status === 409)).toHaveLength(3);
});

test('a manager is not told whose a taken username is, and finds out ten an hour at most', async () => {
  const { people } = service;
  const key = await tokenOf(service);
  const make = (username: string, more = {}) => send('POST', '/user', { key, body: { username, ...more } });
  const { users } = expectOk(await send('GET', '/user', { key: people.admin.api_key })).response;
  const ids = (users as readonly { id: number }[]).map(({ id }) => id);
  // Another member's, an administrator's, its own, and another member's in another case.
  const taken = [people.seller2.username, people.admin.username, people.seller1.username, 'DEMO-Seller-2'];
  const told = new Set<string>();
  for (const username of taken) {
    const answer = await make(username);
    expect([answer.status, issuePaths(answer)]).toEqual([409, ['username']]);
    const { error } = answer.response;
    for (const id of ids) expect(error.replace(username, '')).not.toMatch(new RegExp(`\\b${id}\\b`));
    told.add(error.replace(username, ''));
  }
  expect([...told]).toHaveLength(1);
  const headers = { 'idempotency-key': 'made-once' };
  for (let twice = 0; twice < 2; twice++)
    expectOk(await send('POST', '/user', { key, body: { username: 'free' }, headers }));
  for (let tries = taken.length; tries < 10; tries++) expect((await make('admin')).status).toBe(409);
  const [onTaken, onFree] = [await make('admin'), await make('also free')];
  expect([onTaken.status, onFree.status]).toEqual([429, 429]);
  expect(Number(onTaken.headers.get('retry-after'))).toBeGreaterThan(0);
  // The other member's managers, and administrators, go on.
  const others = await tokenOf(service, 'seller2');
  expectOk(await send('POST', '/user', { key: others, body: { username: 'of the other' } }));
  const admin = await tokenOf(service, 'admin');
  expectOk(await send('POST', '/user', { key: admin, body: { username: 'also free', member_id: 1 } }));
});

test('every answer of an auction says that it is not to be stored, nor taken for a page', async () => {
  const { id } = await demoYmProfile(send);
  const auction = { ym_profile_id: id, bids: [bid('a', 101, 3)] };
  for (const [path, body] of [
    ['/auction', auction],
    ['/auction/batch', { auctions: [auction] }],
    ['/auction/explain', auction],
    ['/trpc/auction.run', auction],
    ['/auction', { ...auction, bids: 7 }],
  ] as const) {
    const { headers } = await send('POST', path, { body });
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
  }
});

test('a second Host header is a 400, and a transfer coding that is not known a 501', async () => {
  const doubled = 'GET /dma HTTP/1.1\r\nHost: one\r\nhost: two\r\nConnection: close\r\n\r\n';
  expect((await sendRaw(service.url, doubled)).status).toBe(400);
  for (const coding of ['gzip, chunked', 'rot13, chunked']) {
    const head = `POST /auth HTTP/1.1\r\nHost: one\r\nConnection: close\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`;
    const { answers } = await openRaw(service.url, head);
    expect((await answers)[0]?.status).toBe(501);
  }
  expect((await sendRaw(service.url, rawRequest('GET /healthz', {}))).status).toBe(200);
});

test('a view of a room that does not exist is a 400', async () => {
  const refused = await send('POST', '/view', { body: { name: 'V', address: '/cellar?from=-7&to=0' } });
  expect([refused.status, issuePaths(refused)]).toEqual([400, ['address']]);
  expectOk(await send('POST', '/view', { body: { name: 'V', address: '/tiers/7?from=-7&to=0' } }));
});
