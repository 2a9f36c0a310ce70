import { beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/auth/clock.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { rawRequest, sendRaw } from '../fixture/raw.ts';
import { useService } from '../fixture/service.ts';
import { type BrowserSession, cookieName, cookieOf, openSession, ownPage } from './browser-session.ts';

const service = useService();
const { send } = service;
let browser: BrowserSession;

beforeAll(async () => {
  browser = await openSession(service, systemClock, 'demo-seller-1');
});

const unauthenticated = { status: 401, response: { status: 'ERROR', error_id: 'NOAUTH' } };
const forbidden = { status: 403, response: { status: 'ERROR', error_id: 'UNAUTH' } };

describe('Authorization', () => {
  test('wins over the cookie', async () => {
    const { seller2 } = service.people;
    const headers = { ...cookieOf(browser.token), authorization: seller2.api_key };
    const { response } = expectOk(await send('GET', '/app/session', { key: null, headers }));
    expect(response['session']).toMatchObject({ member_id: 2 });
    const members = await send('GET', '/trpc/member.list', { key: null, headers });
    expect(members.json).toMatchObject({ result: { data: { items: [{ id: 2 }] } } });
    const garbage = { ...headers, authorization: 'garbage' };
    expect(await send('GET', '/app/session', { key: null, headers: garbage })).toMatchObject(unauthenticated);
    expect((await send('GET', '/trpc/member.list', { key: null, headers: garbage })).status).toBe(401);
  });

  test('needs no header of the page, and may come from anywhere', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const made = await send('POST', '/trpc/ymProfile.create', { body: { name: 'By a key' }, headers });
    const { id } = (made.json as { result: { data: { id: number } } }).result.data;
    expectOk(await send('DELETE', `/ym-profile?id=${id}`));
  });
});

const write = (headers: Readonly<Record<string, string>>) =>
  browser.send('POST', '/trpc/ymProfile.create', { body: { name: 'Forged' }, headers });
const count = async () => expectOk(await send('GET', '/ym-profile?name=Forged')).response.count;

describe('a write with the cookie', () => {
  test.for<[string, Readonly<Record<string, string>>]>([
    ['without the header of the page', {}],
    ['with another value of it', { 'x-auction-tiers-page': 'yes' }],
    ['of another origin', { ...ownPage, origin: 'https://elsewhere.example' }],
    ['of an origin that the browser keeps secret', { ...ownPage, origin: 'null' }],
    ['of another port of the host', { ...ownPage, origin: 'http://127.0.0.1:1' }],
    ['of another site, as the browser says', { ...ownPage, 'sec-fetch-site': 'cross-site' }],
  ])('%s is a 403, and does nothing', async ([, headers]) => {
    const answer = await write(headers);
    expect([answer.status, answer.json]).toEqual([
      403,
      { error: expect.objectContaining({ data: expect.objectContaining({ httpStatus: 403, error_id: 'UNAUTH' }) }) },
    ]);
    expect(await count()).toBe(0);
    const out = await browser.send('DELETE', '/app/session', { headers });
    expect(out).toMatchObject(forbidden);
    expectOk(await browser.send('GET', '/app/session'));
  });

  test('of the own origin is done', async () => {
    for (const headers of [
      { ...ownPage, origin: service.url },
      { ...ownPage, origin: 'https://tiers.example', 'sec-fetch-site': 'same-origin' },
    ]) {
      const { json } = await write(headers);
      expectOk(await send('DELETE', `/ym-profile?id=${(json as { result: { data: { id: number } } }).result.data.id}`));
    }
  });

  test('cannot be asked for by a page of another origin, for no preflight is granted', async () => {
    for (const path of ['/trpc/ymProfile.create', '/app/session']) {
      const answer = await send('OPTIONS', path, {
        key: null,
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-auction-tiers-page',
        },
      });
      const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'));
      expect([path, answer.status, cors]).toEqual([path, 204, []]);
    }
  });
});

test.for<[string, string]>([
  ['empty', `${cookieName}=`],
  ['of another form', `${cookieName}=at_../../x`],
  ['an API key', 'KEY'],
  ['followed by control characters', `${cookieName}=TOKEN\t\x01`],
  ['in quotes', `${cookieName}="TOKEN"`],
  ['of 12,000 characters', `${cookieName}=at_${'x'.repeat(12_000)}`],
  ['sent twice', `${cookieName}=TOKEN; ${cookieName}=TOKEN`],
  ['sent twice, once wrong', `${cookieName}=at_other; a=b; ${cookieName}=TOKEN`],
  ['under a name that ends alike', `x${cookieName}=TOKEN`],
  ['under a name of another case', `${cookieName.toUpperCase()}=TOKEN`],
])('a cookie that is %s opens nothing', async ([, written]) => {
  const text = written
    .replaceAll('TOKEN', browser.token)
    .replace('KEY', `${cookieName}=${service.people.seller1.api_key}`);
  for (const path of ['/app/session', '/trpc/member.list', '/report?ym_profile_id=1']) {
    const answer = await sendRaw(service.url, rawRequest(`GET ${path}`, { cookie: text }));
    if (path === '/app/session' && !text.startsWith(cookieName)) {
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"session":null')]);
      continue;
    }
    // Node itself refuses a header with control characters.
    expect([path, answer.status]).toEqual([path, text.includes('\x01') ? 400 : 401]);
    expect(answer.text).not.toContain(browser.token);
  }
});

test('other cookies beside it do not matter', async () => {
  const text = `theme=dark; ${cookieName}=${browser.token};other="a b"`;
  expectOk(await send('GET', '/app/session', { key: null, headers: { cookie: text } }));
});

describe('an object that is gone', () => {
  const input = encodeURIComponent(JSON.stringify({ id: 999_999 }));
  const calls: readonly (readonly ['GET' | 'POST', string, Row?])[] = [
    ['GET', `/trpc/experiment.result?input=${input}`],
    ['POST', '/trpc/draft.watch', { id: 999_999 }],
  ];

  test.for([
    ['the page, whose browser would report a 404 as a fault', ownPage, 207],
    ['everybody else', {}, 404],
  ] as const)('is answered to %s with the same error', async ([, headers, expected]) => {
    for (const [method, path, body] of calls) {
      const answer = await send(method, path, { headers, ...(body && { body }) });
      expect([path, answer.status, answer.json]).toMatchObject([
        path,
        expected,
        { error: { data: { httpStatus: 404 } } },
      ]);
    }
  });

  test('changes the status of no other refusal', async () => {
    const answer = await send('POST', '/trpc/draft.watch', { headers: ownPage, body: { id: 'one' } });
    expect(answer.status).toBe(400);
  });
});
