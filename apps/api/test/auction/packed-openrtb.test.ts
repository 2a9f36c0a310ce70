import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { withoutMarkup } from '../../src/doors/http/open-rtb-body.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const mebibyte = 1024 * 1024;
const service = useService();
let path: string;

beforeAll(async () => {
  path = `/openrtb2/auction?ym_profile_id=${(await createYmProfile(service.send, { name: 'Packed' })).id}`;
});

const bodyOf = (responses: number, adm: string, extra = {}) =>
  JSON.stringify({
    bid_request: { id: 'r', at: 1, imp: [{ id: '1' }], ...extra },
    bid_responses: Array.from({ length: responses }, (_, at) => ({
      seatbid: [{ seat: '101', bid: [{ id: String(at), impid: '1', price: 1 + at, adm }] }],
    })),
  });

const post = (body: string | Uint8Array, query = '', headers: Record<string, string> = {}) =>
  service.send('POST', path + query, { body, headers });
const packed = (text: string) => new Uint8Array(gzipSync(text));
const byHeader = { 'content-encoding': 'gzip' };

test.for<[string, string, Record<string, string>]>([
  ['by its header', '', byHeader],
  ['by the query, as Prebid.js sends it', '&gzip=1', { 'content-type': 'text/plain' }],
  ['by both', '&gzip=1', byHeader],
])('a body packed by gzip, told %s, is decided', async ([, query, headers]) => {
  const { response } = expectOk(await post(packed(bodyOf(2, '<div>')), query, headers));
  expect(response['auctions']).toMatchObject([{ winner: { bid_id: '1', clearing_price: 2 } }]);
});

test('20 responses with 80 kB of markup each are decided, packed or not', async () => {
  const body = bodyOf(20, `<a href="x">\\"adm\\":"é${'x'.repeat(80_000)}\\`);
  for (const answer of [await post(body), await post(packed(body), '', byHeader)]) {
    const [auction] = expectOk(answer).response['auctions'] as Row[];
    expect(auction).toMatchObject({ winner: { bid_id: '19' } });
    expect(auction!['bids']).toHaveLength(20);
  }
});

test.for<[string, () => [string | Uint8Array, string, Record<string, string>], number]>([
  ['of more than 4 MiB without its markup', () => [bodyOf(1, '', { x: 'x'.repeat(4 * mebibyte) }), '', {}], 413],
  ['of more than 8 MiB with it', () => [bodyOf(1, 'x'.repeat(8 * mebibyte)), '', {}], 413],
  ['that unpacks to 200 MiB', () => [new Uint8Array(gzipSync(Buffer.alloc(200 * mebibyte))), '', byHeader], 413],
  ['that is not gzip', () => [bodyOf(1, ''), '&gzip=1', {}], 400],
  ['that is cut off', () => [packed(bodyOf(1, '')).slice(0, -9), '', byHeader], 400],
  ['of another coding', () => [bodyOf(1, ''), '', { 'content-encoding': 'br' }], 415],
  ['of a coding beside the query', () => [bodyOf(1, ''), '&gzip=1', { 'content-encoding': 'br' }], 415],
])('a body %s is refused', async ([, make, status]) => {
  expect((await post(...make())).status).toBe(status);
});

test('the query takes 0 and 1', async () => {
  expectOk(await post(bodyOf(1, ''), '&gzip=0'));
  expect(issuePaths(await post(bodyOf(1, ''), '&gzip=true'))).toEqual(['gzip']);
});

describe('markup is taken out', () => {
  test.for<[string, unknown, unknown]>([
    ['wherever the key is', { adm: 'x', a: [{ adm: 'y"\\', b: 1 }] }, { adm: '', a: [{ adm: '', b: 1 }] }],
    ['only where it is a text', { adm: { native: {} }, adm2: 'x' }, { adm: { native: {} }, adm2: 'x' }],
    ['never out of a text', { a: '"adm":"x"', b: 'adm', c: '\\"adm":"' }, { a: '"adm":"x"', b: 'adm', c: '\\"adm":"' }],
  ])('%s', ([, given, left]) => {
    for (const text of [JSON.stringify(given), JSON.stringify(given, null, 2)])
      expect(JSON.parse(withoutMarkup(Buffer.from(text)).toString())).toEqual(left);
  });

  test('and a text without an end is left as it is', () => {
    expect(withoutMarkup(Buffer.from('{"adm":"x\\"')).toString()).toBe('{"adm":"x\\"');
  });
});
