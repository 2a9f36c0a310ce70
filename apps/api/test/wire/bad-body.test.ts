import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { openRaw, rawRequest, sendRaw } from '../fixture/raw.ts';
import { type Answer, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { storedState } from '../fixture/stored-state.ts';

const mebibyte = 1024 * 1024;
const service = useService();
const { send } = service;
let ymProfileId: number;
let tierId: number;

beforeAll(async () => {
  ymProfileId = (await demoYmProfile(send)).id;
  const tier = { name: 'Unharmed', ym_profile_id: ymProfileId };
  tierId = expectOk(await send('POST', '/ym-auction-tier', { body: tier })).response.id;
});

/** Every path that takes a body. */
const writes = () =>
  [
    ['POST', '/ym-auction-tier'],
    ['PUT', `/ym-auction-tier?id=${tierId}`],
    ['POST', '/ym-profile'],
    ['POST', '/profile'],
    ['PUT', '/member'],
    ['POST', '/auction'],
    ['POST', '/auction/explain'],
    ['POST', '/auction/batch'],
    ['POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`],
    ['POST', '/auth'],
  ] as const;

function expectError(answer: Answer, status: number, method: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.response).toMatchObject({
    status: 'ERROR',
    error_id: 'SYNTAX',
    error: expect.stringMatching(/\S/) as string,
    error_description: null,
    method,
    dbg_info: { request_id: answer.headers.get('x-request-id') },
  });
}

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

test.for<[string, string | Uint8Array, number, Record<string, string>]>([
  ['that is empty', '', 400, {}],
  ['of blanks', ' \n', 400, {}],
  ['that is cut off', '{"name":"x","ym_profile_id":', 400, {}],
  ['with a comma too many', '{"name":"x",}', 400, {}],
  ['with two values', '{} {}', 400, {}],
  ['that is JavaScript, not JSON', "{name:'x'}", 400, {}],
  ['with NaN', '{"name":NaN,"price":Infinity}', 400, {}],
  ['that is null', 'null', 400, {}],
  ['that is a list', '[]', 400, {}],
  ['that is a list of objects', '[{"name":"x"}]', 400, {}],
  ['that is text', '"text"', 400, {}],
  ['that is a number', '7', 400, {}],
  ['that wraps null', '{"ym-auction-tier":null,"auth":null}', 400, {}],
  ['nested a thousand deep', deep(1000), 400, {}],
  ['nested a hundred thousand deep', deep(100_000), 400, {}],
  ['of objects nested very deep', deepObject(50_000), 400, {}],
  ['that is not UTF-8', new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), 400, {}],
  ['in UTF-16', new Uint8Array(Buffer.from('{"name":"x"}', 'utf16le')), 400, {}],
  ['whose keys are those of every object', '{"__proto__":{"name":"x"},"constructor":1,"toString":2}', 400, {}],
  ['with a field of 100,000 characters', `{"${'k'.repeat(100_000)}":1}`, 400, {}],
  ['as a form', 'name=x', 400, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['as a form of several parts', '{"name":"x"}', 415, { 'content-type': 'multipart/form-data; boundary=x' }],
  ['of a type that only looks like JSON', '{"name":"x"}', 415, { 'content-type': 'application/jsonp' }],
  ['of a type that is garbage', '{"name":"x"}', 415, { 'content-type': ';;;' }],
  ['that is compressed', new Uint8Array(gzipSync('{"name":"x"}')), 415, { 'content-encoding': 'gzip' }],
])('a body %s is refused wherever one is taken', async ([, body, status, headers]) => {
  const before = await storedState(send);
  for (const [method, path] of writes()) {
    const answer = await send(method, path, { body, headers });
    const isTooLong = path === '/auth' && body.length > 16_384;
    // OpenRTB may be packed; what is in this body is none.
    const isUnpacked = path.startsWith('/openrtb2/') && headers['content-encoding'] === 'gzip';
    expectError(answer, isTooLong ? 413 : isUnpacked ? 400 : status, method);
  }
  expect(await storedState(send)).toEqual(before);
});

const padded = (bytes: number) => {
  const start = `{"name":"Padded","ym_profile_id":${ymProfileId},"description":"`;
  return `${start}${'d'.repeat(bytes - start.length - 2)}"}`;
};

describe('a body over its limit', () => {
  test('of one mebibyte is read, and one byte more is refused', async () => {
    expect(padded(mebibyte)).toHaveLength(mebibyte);
    const allowed = await send('POST', '/ym-auction-tier', { body: padded(mebibyte) });
    expect(allowed.status).toBe(400);
    expect(allowed.response.dbg_info.issues).toMatchObject([{ path: 'description' }]);
    const before = await storedState(send);
    for (const [method, path] of writes()) {
      if (path === '/auction/batch' || path.startsWith('/openrtb2/')) continue;
      expectError(await send(method, path, { body: padded(mebibyte + 1) }), 413, method);
    }
    expect(await storedState(send)).toEqual(before);
  });

  test('is refused though its length is not told in advance', async () => {
    const part = 'x'.repeat(64 * 1024);
    const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
    const head = `POST /ym-auction-tier HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: ${service.people.seller1.api_key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const { status } = await sendRaw(service.url, `${head}${chunk.repeat(20)}0\r\n\r\n`);
    expect(status).toBe(413);
  });

  test('of a batch is 16 mebibytes', async () => {
    const answer = await send('POST', '/auction/batch', { body: `{"auctions":[],"x":"${'x'.repeat(4 * mebibyte)}"}` });
    expectError(answer, 413, 'POST');
  });
});

test.for(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset=iso-8859-1'])(
  'a body of type %s is read as UTF-8',
  async (type) => {
    const body = JSON.stringify({ name: 'Größe', ym_profile_id: ymProfileId });
    const answer = expectOk(await send('POST', '/ym-auction-tier', { body, headers: { 'content-type': type } }));
    expect(rowOf(answer, 'ym-auction-tier')['name']).toBe('Größe');
  },
);

test.for<[string, string]>([
  ['1e400', 'priority'],
  ['-0.5', 'priority'],
  ['1e21', 'ym_profile_id'],
  ['9007199254740993', 'ym_profile_id'],
  ['-1', 'profile_id'],
  ['1.0000000000000001e0', 'code'],
  ['{"$ne":null}', 'name'],
  ['true', 'priority'],
  ['[5]', 'priority'],
  ['"5\\u0000"', 'priority'],
])('the value %s is refused for %s', async ([value, field]) => {
  const before = await storedState(send);
  const good = { name: '"T"', ym_profile_id: String(ymProfileId) };
  const text = Object.entries({ ...good, [field]: value }).map(([name, sent]) => `"${name}":${sent}`);
  const answer = await send('POST', '/ym-auction-tier', { body: `{${text.join(',')}}` });
  expectError(answer, 400, 'POST');
  expect(answer.response.dbg_info.issues).toMatchObject([{ path: field }]);
  expect(await storedState(send)).toEqual(before);
});

test('negative zero is zero', async () => {
  const body = `{"name":"Zero","ym_profile_id":${ymProfileId},"min_price":-0}`;
  const answer = await send('POST', '/ym-auction-tier', { body });
  expect(answer.status).toBe(200);
  expect(rowOf(answer, 'ym-auction-tier')['min_price']).toBe('0.000000');
  const auction = await send('POST', '/auction', {
    body: `{"ym_profile_id":${ymProfileId},"bid_floor":-0,"bids":[{"id":"a","member_id":101,"price":-0}]}`,
  });
  expect(auction.text).not.toMatch(/:-0[,}.]/);
});

test('of a repeated key the last value counts', async () => {
  const body = `{"name":"First","name":"Last","ym_profile_id":${ymProfileId}}`;
  expect(rowOf(expectOk(await send('POST', '/ym-auction-tier', { body })), 'ym-auction-tier')['name']).toBe('Last');
});

test('a caller that breaks off in the middle of a body stores nothing', async () => {
  const before = await storedState(send);
  const { api_key: authorization } = service.people.seller1;
  const headers = { authorization, 'content-type': 'application/json', 'content-length': '1000' };
  for (const path of ['/ym-auction-tier', '/auction', '/auction/batch', '/auth', '/trpc/tier.create']) {
    const { socket } = await openRaw(
      service.url,
      rawRequest(`POST ${path}`, headers, '{"name":"Half","ym_profile_id":'),
    );
    socket.destroy();
    await once(socket, 'close');
  }
  expect(await storedState(send)).toEqual(before);
});
