import { beforeAll, expect, test } from 'vitest';
import { createTier, demoYmProfile } from '../fixture/demo-tier.ts';
import { type RawAnswer, rawRequest, sendRaw } from '../fixture/raw.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
let id: number;
let etag: string;

beforeAll(async () => {
  const ymProfile = await demoYmProfile(service.send);
  ({ id } = await createTier(service.send, { ym_profile_id: ymProfile.id, name: 'Größe 😀' }));
  etag = (await service.send('GET', `/ym-auction-tier?id=${id}`)).headers.get('etag') ?? '';
});

interface Asked {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const json = { 'content-type': 'application/json' };

/**
 * A path that ends in a slash is the same service's, and is left to express. What the clock decides is taken out: an
 * time of the last update is part of the object and of its tag.
 */
async function ask(
  slash: '' | '/',
  method: string,
  { query = '', headers = {}, body }: Asked,
): Promise<Omit<RawAnswer, 'headers'>> {
  const key = service.people.seller1.api_key;
  const all = { authorization: `Bearer ${key}`, 'x-request-id': 'the-same', ...headers };
  const answer = await sendRaw(service.url, rawRequest(`${method} /ym-auction-tier${slash}${query}`, all, body));
  const text = answer.text
    .replace(/"time":\d+(\.\d+)?,"request_id"/, '"time":0,"request_id"')
    .replace(/"last_modified":"[^"]+"/g, '"last_modified":""');
  const head = answer.head
    .replace(/^date: .*$/im, 'date')
    .replace(/^content-length: \d+$/im, 'content-length')
    .replace(/^etag: "[\w-]{22}"$/im, 'etag');
  return { status: answer.status, head, text };
}

const cases: readonly (readonly [rule: string, status: number, method: string, asked: () => Asked])[] = [
  ['one object', 200, 'GET', () => ({ query: `?id=${id}` })],
  ['the head of one object', 200, 'HEAD', () => ({ query: `?id=${id}` })],
  ['an object that the caller has', 304, 'GET', () => ({ query: `?id=${id}`, headers: { 'if-none-match': etag } })],
  ['an object in another state', 200, 'GET', () => ({ query: `?id=${id}`, headers: { 'if-none-match': '"x"' } })],
  ['a list', 200, 'GET', () => ({ query: '?sort=id.desc' })],
  ['a list, whatever it is, that the caller has', 304, 'GET', () => ({ headers: { 'if-none-match': '*' } })],
  [
    'the same from beyond every cache',
    200,
    'GET',
    () => ({ headers: { 'if-none-match': '*', 'cache-control': 'no-cache' } }),
  ],
  ['an object that is not there', 404, 'GET', () => ({ query: '?id=999999999' })],
  ['an unknown parameter', 400, 'GET', () => ({ query: '?colour=red' })],
  ['a parameter that is no UTF-8', 400, 'GET', () => ({ query: '?name=%ff' })],
  ['a caller that is not known', 401, 'GET', () => ({ headers: { authorization: 'Bearer atk_unknown' } })],
  ['what cannot be answered as JSON', 406, 'GET', () => ({ headers: { accept: 'text/html' } })],
  ['what can be answered as JSON too', 200, 'GET', () => ({ headers: { accept: 'text/html, */*;q=0.1' } })],
  ['a method that there is not', 405, 'PATCH', () => ({})],
  ['a create without a body', 400, 'POST', () => ({})],
  ['a create of another type', 415, 'POST', () => ({ headers: { 'content-type': 'text/csv' }, body: 'x' })],
  ['a create that is no JSON', 400, 'POST', () => ({ headers: json, body: '{' })],
  [
    'a create whose type names its encoding',
    400,
    'POST',
    () => ({ headers: { 'content-type': 'Application/JSON; charset=utf-8' }, body: '{}' }),
  ],
  [
    'an update',
    200,
    'PUT',
    () => ({ query: `?id=${id}`, headers: json, body: JSON.stringify({ description: 'Changed' }) }),
  ],
  [
    'an update of another state',
    412,
    'PUT',
    () => ({ query: `?id=${id}`, headers: { ...json, 'if-match': '"x"' }, body: '{}' }),
  ],
  ['a delete without an id', 400, 'DELETE', () => ({})],
];

test.for(cases)('%s is answered before express, byte for byte as behind it: %i', async ([, status, method, asked]) => {
  const answer = await ask('', method, asked());
  expect(answer.status).toBe(status);
  expect(answer).toEqual(await ask('/', method, asked()));
});
