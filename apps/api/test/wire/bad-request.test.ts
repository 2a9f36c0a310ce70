import { describe, expect, test } from 'vitest';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { rawRequest, sendRaw } from '../fixture/raw.ts';
import type { Content, Method } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { storedState } from '../fixture/stored-state.ts';

const service = useService();
const { send } = service;

const raw = (line: string, headers: Readonly<Record<string, string>> = {}, body = '') =>
  sendRaw(service.url, rawRequest(line, { authorization: service.people.seller1.api_key, ...headers }, body));

const allow: readonly [string, readonly Method[]][] = [
  ['/ym-auction-tier', ['GET', 'POST', 'PUT', 'DELETE']],
  ['/ym-profile', ['GET', 'POST', 'PUT', 'DELETE']],
  ['/profile', ['GET', 'POST', 'PUT', 'DELETE']],
  ['/platform-member', ['GET', 'POST', 'PUT', 'DELETE']],
  ['/member', ['GET', 'POST', 'PUT']],
  ['/api-key', ['GET', 'POST', 'DELETE']],
  ['/dma', ['GET']],
  ['/country', ['GET']],
  ['/change-log', ['GET']],
  ['/ym-auction-tier/meta', ['GET']],
  ['/dma/meta', ['GET']],
  ['/auction', ['POST']],
  ['/auction/explain', ['POST']],
  ['/auction/batch', ['POST']],
  ['/openrtb2/auction', ['POST']],
  ['/auth', ['POST', 'DELETE']],
];

test.for(allow)('%s has no other methods than %j', async ([path, methods]) => {
  const before = await storedState(send);
  const allowed = [...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'];
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const) {
    if (allowed.includes(method)) continue;
    for (const prefix of ['', '/v1']) {
      const answer = await send(method, `${prefix}${path}`, method === 'POST' ? { body: {} } : {});
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe(allowed.join(', '));
      if (method !== 'HEAD') expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'SYNTAX', method });
    }
  }
  expect(await storedState(send)).toEqual(before);
});

test.for([
  '/nothing',
  '/ym-auction-tiers',
  '/ym-auction-tier/7',
  '/YM-AUCTION-TIER',
  '/ym-auction-tier/meta/meta',
  '/v2/ym-auction-tier',
  '/v1',
  '/v1/v1/dma',
  '/auction/unknown',
  '/__proto__',
  '/constructor',
  '/..%2f..%2fetc%2fpasswd',
  '/%00',
  '/.env',
])('%s is a 404', async (path) => {
  for (const method of ['GET', 'POST'] as const) {
    const answer = await send(method, path, method === 'POST' ? { body: {} } : {});
    expect(answer.status).toBe(404);
    expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'SYNTAX', error_code: 'NOTFOUND' });
  }
});

test.for<[string, number]>([
  ['/ym-auction-tier?id=1&id=2', 400],
  ['/ym-auction-tier?name=a&name=a', 400],
  ['/ym-auction-tier?sort=id.asc&sort=id.desc', 400],
  ['/ym-auction-tier?name[]=a', 400],
  ['/ym-auction-tier?name[$ne]=a', 400],
  ['/ym-auction-tier?=x', 400],
  ['/ym-auction-tier?__proto__=1', 400],
  ['/ym-auction-tier?constructor=1', 400],
  ['/ym-auction-tier?hasOwnProperty=1', 400],
  ['/ym-auction-tier?like___proto__=1', 400],
  ['/ym-auction-tier?fields=', 400],
  ['/ym-auction-tier?sort=', 400],
  ['/ym-auction-tier?member_id=x', 400],
  ['/ym-auction-tier?member_id=0', 400],
  ['/ym-auction-tier?name=%', 400],
  ['/ym-auction-tier?name=%zz', 400],
  ['/ym-auction-tier?name=%ff%fe', 400],
  ['/ym-auction-tier?name=%00', 200],
  ['/ym-auction-tier?name=%F0%9F%8E%AF', 200],
  ['/ym-auction-tier?', 200],
  ['/ym-auction-tier?&', 200],
  ['/dma?id=501&id=501', 400],
  ['/dma/meta?x=1', 400],
  ['/ym-auction-tier/meta?id=1', 400],
  ['/country?start_element=9007199254740993', 400],
  ['/change-log?service=profile', 200],
  ['/change-log?after=1', 400],
  ['/change-log?member_id=1&search=x', 400],
  ['/change-log?resource_id=x', 400],
  ['/%zz', 404],
  ['/ym-auction-tier%', 404],
])('GET %s is a %i', async ([path, status]) => {
  const answer = await raw(`GET ${path}`);
  expect(answer.status).toBe(status);
  const { response } = JSON.parse(answer.text) as { response: object };
  expect(response).toMatchObject(status === 200 ? { status: 'OK' } : { status: 'ERROR', error_id: 'SYNTAX' });
});

test('a query longer than the limit of headers is refused', async () => {
  const { status } = await raw(`GET /ym-auction-tier?name=${'x'.repeat(20_000)}`);
  expect(status).toBe(431);
});

describe('the Accept header', () => {
  test.for(['text/html', 'application/xml', 'image/*', 'application/json;q=0', 'text/event-stream'])(
    'accept: %s cannot be served',
    async (accept) => {
      for (const [method, path] of [
        ['GET', '/ym-auction-tier'],
        ['GET', '/dma/meta'],
        ['POST', '/auction'],
        ['GET', '/nothing'],
      ] as const) {
        const answer = await send(method, path, { headers: { accept }, ...(method === 'POST' ? { body: {} } : {}) });
        expect(answer.status).toBe(406);
        expect(answer.response).toMatchObject({ status: 'ERROR', error_id: 'SYNTAX' });
      }
    },
  );

  test.for(['*/*', 'application/*', 'application/json', 'text/html, application/json;q=0.1', 'text/html, */*;q=0.8'])(
    'accept: %s is served as JSON',
    async (accept) => {
      const answer = await send('GET', '/dma?id=501', { headers: { accept } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    },
  );
});

test.for<[string, Record<string, string>]>([
  ['a request id that is not plain', { 'x-request-id': 'a b<script>' }],
  ['a request id without end', { 'x-request-id': 'x'.repeat(5000) }],
  ['cookies', { cookie: '__proto__=1; ='.repeat(50) }],
  ['a forwarded address', { 'x-forwarded-for': "'; DROP TABLE" }],
  ['bytes beyond ASCII', { 'x-anything': '\u00ff\u00fe' }],
  ['an unknown encoding of the answer', { 'accept-encoding': 'nonsense' }],
  ['an If-None-Match', { 'if-none-match': '"abc"' }],
  ['a range', { range: 'bytes=0-1' }],
])('a request with %s is answered as without', async ([, headers]) => {
  const answer = await raw('GET /dma?id=501', headers);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('New York');
  expect(answer.head).not.toContain('<script>');
});

test.for<[string, string]>([
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['an unknown method', 'FROB /dma HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ['a header without a name', 'GET /dma HTTP/1.1\r\nhost: x\r\n: y\r\nconnection: close\r\n\r\n'],
  ['a line break in a header', 'GET /dma HTTP/1.1\r\nhost: x\r\na: b\nc\u0000: d\r\nconnection: close\r\n\r\n'],
  [
    'two lengths',
    'POST /auth HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
  ],
  [
    'a length and chunks',
    'POST /auth HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n0\r\n\r\n',
  ],
])('%s is refused, and the service goes on', async ([, text]) => {
  const { status } = await sendRaw(service.url, text);
  expect(status).toBe(400);
  expect((await send('GET', '/dma?id=501')).status).toBe(200);
});

const contentOf = (body: string) => (JSON.parse(body) as { readonly response: Content }).response;

test.for(['TRACE', 'PUT', 'DELETE'])('%s on a tRPC path is a 405', async (method) => {
  const { status, headers } = await sendRaw(service.url, rawRequest(`${method} /trpc/tier.list`, {}));
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test.for<[string, string, string]>([
  ['a batch of both kinds', '/trpc/tier.remove,member.list?batch=1', '{}'],
  ['a batch of too many', `/trpc/${Array.from({ length: 101 }, () => 'tier.list').join(',')}?batch=1`, '{}'],
  ['a path that is no encoding', '/trpc/%', '{}'],
])('%s over tRPC is refused as JSON', async ([, path, body]) => {
  const { status, headers, text } = await service.send('POST', path, { body });
  expect(status).toBe(400);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(JSON.parse(text)).toBeTypeOf('object');
});

test('a path that is no URL over tRPC is refused as JSON', async () => {
  const { status, headers, text } = await service.send('GET', '/trpc//?input=%7B%7D');
  expect(status).toBe(400);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(JSON.parse(text)).toBeTypeOf('object');
});

test('a target that is no URL is refused in the envelope', async () => {
  const { status, text } = await sendRaw(service.url, rawRequest('GET http://[/', {}));
  expect(status).toBe(400);
  expect(contentOf(text)).toMatchObject({ status: 'ERROR', error_id: 'SYNTAX' });
});

test.for(['/healthz', '/readyz', '/readyz/auctions', '/openapi.json', '/docs'])('%s is only read', async (path) => {
  const { status, headers, response } = await service.send('PUT', path, { key: null });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(response.error_code).toBe('METHOD_NOT_ALLOWED');
});

describe('a DELETE whose body is broken does nothing', () => {
  test.for<[string, number, Readonly<Record<string, string>>, string]>([
    ['by an unknown coding', 501, { 'transfer-encoding': 'gzip' }, ''],
    ['by a chunk that is none', 400, { 'transfer-encoding': 'chunked' }, 'zz\r\n\r\n'],
  ])('%s', async ([, refused, headers, body]) => {
    const { id } = await createYmProfile(service.send);
    const head = { host: 'x', connection: 'close', authorization: service.people.seller1.api_key, ...headers };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    const bytes = `DELETE /ym-profile?id=${id} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
    expect((await sendRaw(service.url, bytes)).status).toBe(refused);
    expect((await service.send('GET', `/ym-profile?id=${id}`)).status).toBe(200);
  });
});

test('a refusal is received whole although the body was not read', async () => {
  const query = Array.from({ length: 300 }, (_, index) => `unknown_parameter_${index}=1`).join('&');
  const headers = { authorization: service.people.seller1.api_key, 'content-type': 'application/json' };
  const sent = rawRequest(`POST /ym-auction-tier?${query}`, headers, ' '.repeat(1024 * 1024 - 2).concat('{}'));
  for (let attempt = 0; attempt < 10; attempt++) {
    const { status, text } = await sendRaw(service.url, sent);
    expect(status).toBe(400);
    expect(contentOf(text).dbg_info.issues).toHaveLength(101);
  }
});
