import { beforeAll, describe, expect, test } from 'vitest';
import { bid } from '../fixture/auction-body.ts';
import { createYmProfile, demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { rawRequest, sendRaw } from '../fixture/raw.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { exportOf } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;
let auction: Row;
/** With the status of their answer, where that is not 200. */
let bodies: readonly (readonly [path: string, body: unknown, status?: number])[];

beforeAll(async () => {
  const { id } = await demoYmProfile(send);
  const { id: emptyId } = await createYmProfile(send);
  auction = { ym_profile_id: id, seed: 's', impression: { time: '2026-11-21T08:00:00Z' }, bids: [bid('a', 112, 3)] };
  const seat = { seatbid: [{ seat: '112', bid: [{ id: 'a', impid: '1', price: 3 }] }] };
  const synthetic = { kind: 'synthetic', auctions: 1, bids: 1, seed: 's' };
  bodies = [
    ['/ym-auction-tier', { name: 'Of any type', ym_profile_id: emptyId }],
    ['/profile', { profile: { name: 'Of any type' } }],
    [`/ym-profile/import?id=${emptyId}&dry_run=true`, await exportOf(send, emptyId)],
    ['/simulation', { ym_profile_id: 999_999, draft: { tiers: [] }, log: synthetic }, 404],
    ['/auth', { auth: { username: service.people.seller1.username, password: service.people.seller1.password } }],
    ['/auction', auction],
    ['/auction/explain', auction],
    ['/auction/batch', { auctions: [auction, {}] }],
    [`/openrtb2/auction?ym_profile_id=${id}`, { bid_request: { id: 'r', imp: [{ id: '1' }] }, bid_responses: [seat] }],
    ['/trpc/auction.run', auction],
    ['/trpc/auction.run?batch=1', { 0: auction }],
    ['/trpc/profile.create', { name: 'Of any type' }],
  ];
});

/** Sends a body as a client that says nothing more than it must; no type is no header. */
const post = (path: string, type: string | undefined, body: unknown) => {
  const { api_key: authorization } = service.people.seller1;
  const headers = { authorization, ...(type === undefined ? {} : { 'content-type': type }) };
  return sendRaw(service.url, rawRequest(`POST ${path}`, headers, JSON.stringify(body)));
};

const read = [
  undefined,
  '',
  'application/json',
  'Application/JSON ; charset=utf-8',
  'application/vnd.api+json',
  'text/json',
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
];

test.for(read)('JSON of the type %s is read wherever a body is taken', async (type) => {
  for (const [path, body, expected = 200] of bodies) {
    const { status, text } = await post(path, type, body);
    expect([path, status, text]).toEqual([path, expected, text]);
  }
});

/** What answers to the same auction differ in. */
const withoutRequest = (text: string) =>
  text.replace(/"time":\d+(\.\d+)?,"request_id":"\w+"/, '"time":0,"request_id":""');

test.for(['/auction', '/trpc/auction.run'])('%s answers alike whatever the type', async (path) => {
  const usual = withoutRequest((await post(path, 'application/json', auction)).text);
  for (const type of read) expect(withoutRequest((await post(path, type, auction)).text)).toBe(usual);
});

describe('any other type is a 415', () => {
  const others = [
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/octet-stream',
  ];

  test.for([...others, 'text/html', 'application/json-seq', 'application', ';;;'])('%s', async (type) => {
    for (const [path, body] of bodies) {
      const { status, text } = await post(path, type, body);
      expect([path, status]).toEqual([path, 415]);
      const answer = JSON.parse(text) as { readonly response: Row; readonly error: Row };
      const message = path.startsWith('/trpc') ? answer.error['message'] : answer.response['error'];
      for (const named of [type, 'application/json', 'text/plain', 'application/x-www-form-urlencoded'])
        expect(message).toContain(named);
    }
  });

  test('lines of JSON are refused, as a body and as an answer, and the refusals name JSON', async () => {
    const type = 'application/x-ndjson';
    const sent = await post('/auction/batch', type, auction);
    expect([sent.status, sent.text]).toEqual([415, expect.stringContaining('allowed: application/json')]);
    const wanted = await service.send('POST', '/auction/batch', { body: { auctions: [] }, headers: { accept: type } });
    expect([wanted.status, wanted.text]).toEqual([406, expect.stringContaining('allowed: application/json')]);
  });
});

test('what curl sends by default is read as JSON, and a real form is no JSON', async () => {
  const form = 'application/x-www-form-urlencoded';
  expectOk(await send('POST', '/auction', { body: auction, headers: { 'content-type': form } }));
  const refused = await send('POST', '/auction', { body: 'ym_profile_id=1', headers: { 'content-type': form } });
  expect([refused.status, refused.response.error_id]).toEqual([400, 'SYNTAX']);
});

test('a type without a body is not asked about: the body is', async () => {
  const { api_key: authorization } = service.people.seller1;
  const { status } = await sendRaw(service.url, rawRequest('POST /ym-auction-tier', { authorization }, ''));
  expect(status).toBe(400);
});
