import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { rawRequest, sendRaw } from '../fixture/raw.ts';
import type { Content } from '../fixture/request.ts';
import { startService, type TestService } from '../fixture/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const contentOf = (body: string) => (JSON.parse(body) as { readonly response: Content }).response;

test.for(['TRACE', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('the tRPC door has no %s', async (method) => {
  const { status, head } = await sendRaw(service.url, rawRequest(`${method} /trpc/tier.list`, {}));
  expect(status).toBe(405);
  expect(head.toLowerCase()).toContain('allow: get, post');
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
  const { status, body } = await sendRaw(service.url, rawRequest('GET http://[/', {}));
  expect(status).toBe(400);
  expect(contentOf(body)).toMatchObject({ status: 'ERROR', error_id: 'SYNTAX' });
});

test.for(['/healthz', '/readyz', '/openapi.json', '/docs'])('%s is only read', async (path) => {
  const { status, headers, response } = await service.send('PUT', path, { key: null });
  expect([status, headers.get('allow')]).toEqual([405, 'GET']);
  expect(response.error_code).toBe('METHOD_NOT_ALLOWED');
});

describe('a DELETE whose body is broken does nothing', () => {
  test.for<[string, Readonly<Record<string, string>>, string]>([
    ['by an unknown coding', { 'transfer-encoding': 'gzip' }, ''],
    ['by a chunk that is none', { 'transfer-encoding': 'chunked' }, 'zz\r\n\r\n'],
  ])('%s', async ([, headers, body]) => {
    const { id } = await createYmProfile(service.send);
    const head = { host: 'x', connection: 'close', authorization: service.people.seller1.api_key, ...headers };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    const bytes = `DELETE /ym-profile?id=${id} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
    expect((await sendRaw(service.url, bytes)).status).toBe(400);
    expect((await service.send('GET', `/ym-profile?id=${id}`)).status).toBe(200);
  });
});

test('a refusal reaches its caller whole, although the body was not read', async () => {
  const query = Array.from({ length: 300 }, (_, place) => `unknown_parameter_${place}=1`).join('&');
  const headers = { authorization: service.people.seller1.api_key, 'content-type': 'application/json' };
  const sent = rawRequest(`POST /ym-auction-tier?${query}`, headers, ' '.repeat(1024 * 1024 - 2).concat('{}'));
  for (let attempt = 0; attempt < 10; attempt++) {
    const { status, body } = await sendRaw(service.url, sent);
    expect(status).toBe(400);
    expect(contentOf(body).dbg_info.issues).toHaveLength(101);
  }
});
