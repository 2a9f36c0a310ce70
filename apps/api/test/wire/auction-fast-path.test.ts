import { EventEmitter, once } from 'node:events';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHandlers } from '../../src/handlers/handlers.ts';
import { ByteAuctions } from '../../src/doors/http/byte-auctions.ts';
import { auctionFastPath } from '../../src/doors/auction-fast-path.ts';
import { listen, type Listening } from '../../src/start/listen.ts';
import { bid } from '../fixture/auction-body.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { openRaw, rawRequest } from '../fixture/raw.ts';
import { createSend, type Answer, type Row, type Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService();
/** Emits `request` when the head of one was taken. */
const arrivals = new EventEmitter();
let fast: Listening;
let sendFast: Send;
let plain: Row;

/** The auction fast path alone: what it does not answer is answered with 501. */
beforeAll(async () => {
  const { opened, people } = service;
  const auctions = new ByteAuctions(createHandlers(opened).auction);
  const others = auctionFastPath({
    credentialIndex: opened.credentialIndex,
    auctions,
    throttle: opened.throttle,
    requests: opened.requests,
    log: opened.log,
    others: (_request, response) => response.writeHead(501).end(),
  });
  const noteAndAnswer: RequestListener = (request, response) => {
    others(request, response);
    arrivals.emit('request');
  };
  fast = await listen(noteAndAnswer, { PORT: 0, HOST: '127.0.0.1' });
  sendFast = createSend(fast.url, people.seller1.api_key);
  plain = {
    ym_profile_id: (await demoYmProfile(service.send)).id,
    auction_type: 2,
    seed: 's',
    impression: { country: 'US', dma: 501, time: '2026-11-21T08:00:00Z' },
    bids: [
      bid('a', 112, 3.25),
      bid('größer', null, 0.000001),
      bid('say "c"', 113, 3),
      bid('d', 114, 9, { revenue_share_pct: 1.5 }),
    ],
  };
});
afterAll(async () => {
  await fast.stop();
});

/** Asked in a way that the auction fast path leaves to the other doors. */
const slowly = { accept: 'application/json, text/plain' };
const known = { 'x-request-id': 'the-same' };

const withoutTime = (text: string) => text.replace(/"time":\d+(\.\d+)?,"request_id"/, '"time":0,"request_id"');

function expectSame(one: Answer, other: Answer): void {
  expect(withoutTime(one.text)).toBe(withoutTime(other.text));
  expect(one.status).toBe(other.status);
  for (const name of ['content-type', 'vary', 'x-request-id'])
    expect(one.headers.get(name)).toBe(other.headers.get(name));
}

const unescaped = (body: Row) => ({ ...body, bids: (body['bids'] as Row[]).filter(({ id }) => id !== 'say "c"') });

/** Bodies that the auction fast path answers itself. */
const bodies: Readonly<Record<string, () => readonly [path: string, body: unknown]>> = {
  'an auction': () => ['/auction', unescaped(plain)],
  'an auction under /v1': () => ['/v1/auction', unescaped(plain)],
  'an auction without a winner': () => ['/auction', { ...plain, bids: [] }],
  'a batch': () => ['/auction/batch', { auctions: [unescaped(plain), { ...plain, bids: [] }] }],
  'a batch of bad auctions': () => [
    '/auction/batch',
    {
      auctions: [
        null,
        7,
        'x',
        [],
        {},
        plain,
        { ...plain, ym_profile_id: 999_999 },
        { ...plain, colour: 'red' },
        unescaped(plain),
      ],
    },
  ],
  'an empty batch': () => ['/auction/batch', { auctions: [] }],
  "tRPC's call": () => ['/trpc/auction.run', unescaped(plain)],
  "tRPC's batch of one call": () => ['/trpc/auction.run?batch=1', { 0: unescaped(plain) }],
};

describe.for(Object.entries(bodies))('%s', ([, make]) => {
  test('is answered before express, byte for byte as express answers it', async () => {
    const [path, body] = make();
    const answer = await sendFast('POST', path, { body, headers: known });
    expect(answer.status).toBe(200);
    expectSame(answer, await service.send('POST', path, { body, headers: { ...known, ...slowly } }));
    expectSame(answer, await service.send('POST', path, { body, headers: known }));
  });
});

test.for(['application/json; charset=utf-8', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded'])(
  'JSON of the type %s is answered before express too',
  async (type) => {
    for (const path of ['/auction', '/trpc/auction.run']) {
      const request = { body: unescaped(plain), headers: { ...known, 'content-type': type } };
      const answer = await sendFast('POST', path, request);
      expect(answer.status).toBe(200);
      const other = await service.send('POST', path, { ...request, headers: { ...request.headers, ...slowly } });
      expectSame(answer, other);
    }
  },
);

/** Bodies that are read before express and then left to it. */
const others: Readonly<Record<string, () => readonly [path: string, body: unknown]>> = {
  'an auction whose text has an escape': () => ['/auction', plain],
  'an auction of an unknown ym-profile': () => ['/auction', { ...plain, ym_profile_id: 999_999 }],
  'an auction with an unknown field': () => ['/auction', { ...plain, colour: 'red' }],
  'no JSON': () => ['/auction', '{"ym_profile_id":'],
  'no UTF-8': () => ['/auction', Buffer.from('{"seed":"\xff"}', 'latin1')],
  'no batch': () => ['/auction/batch', { auctions: {} }],
  'a batch that is no JSON': () => ['/auction/batch', '{"auctions":[{},]}'],
  'a batch with an unknown field': () => ['/auction/batch', { auctions: [], colour: 'red' }],
  "tRPC's call with an escape": () => ['/trpc/auction.run', plain],
  "tRPC's call with an unknown field": () => ['/trpc/auction.run', { ...plain, colour: 'red' }],
  "tRPC's call that is no JSON": () => ['/trpc/auction.run', '{"ym_profile_id":'],
  "tRPC's batch with an escape": () => ['/trpc/auction.run?batch=1', { 0: plain }],
  "tRPC's batch of another key": () => ['/trpc/auction.run?batch=1', { 1: plain }],
  "tRPC's batch that is no UTF-8": () => ['/trpc/auction.run?batch=1', Buffer.from('{"0":"\xff"}', 'latin1')],
  "tRPC's batch that is a list": () => ['/trpc/auction.run?batch=1', [plain]],
};

describe.for(Object.entries(others))('%s', ([, make]) => {
  test('goes on to express, which answers it as if it had come there first', async () => {
    const [path, body] = make();
    expect((await sendFast('POST', path, { body })).status).toBe(501);
    const answer = await service.send('POST', path, { body, headers: known });
    expectSame(answer, await service.send('POST', path, { body, headers: { ...known, ...slowly } }));
  });
});

interface Odd {
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

test.for<[string, Odd]>([
  ['another path', { path: '/auction/explain' }],
  ['a query', { path: '/auction?colour=red' }],
  ['another method', { method: 'PUT' }],
  ['another type', { headers: { 'content-type': 'text/csv' } }],
  ['an Accept header for another type', { headers: { accept: 'text/html' } }],
  ['a coding', { headers: { 'content-encoding': 'identity' } }],
  ['no body', { body: '' }],
  ['an unknown credential', { headers: { authorization: 'atk_unknown' } }],
  [
    'a way of streaming that tRPC knows',
    { path: '/trpc/auction.run', headers: { 'trpc-accept': 'application/jsonl' } },
  ],
  ["a key of tRPC's creates", { path: '/trpc/auction.run', headers: { 'idempotency-key': 'once' } }],
])('a request with %s is left to express', async ([, { path = '/auction', headers, ...rest }]) => {
  const usual = { authorization: service.people.seller1.api_key, 'content-type': 'application/json' };
  const body = JSON.stringify(unescaped(plain));
  const sent = await fetch(`${fast.url}${path}`, { method: 'POST', body, ...rest, headers: { ...usual, ...headers } });
  expect(sent.status).toBe(501);
});

test.for([
  { name: 'is good', isRevoked: false, status: 200 },
  { name: 'was revoked meanwhile', isRevoked: true, status: 501 },
])('a body whose credential $name once it is there is answered with $status', async ({ isRevoked, status }) => {
  const body = JSON.stringify(unescaped(plain));
  const made = expectOk(
    await service.send('POST', '/api-key', { key: await tokenOf(service), body: { name: 'K', scopes: ['auction'] } }),
  ).response;
  const key = String((made['api-key'] as Row)['key']);
  await service.opened.credentialIndex.follow();
  const request = rawRequest('POST /auction', { authorization: key, 'content-type': 'application/json' }, body);
  const head = request.length - Buffer.byteLength(body);
  const arrived = once(arrivals, 'request');
  const { socket, answers } = await openRaw(fast.url, request.subarray(0, head));
  await arrived;
  if (isRevoked) expectOk(await service.send('DELETE', `/api-key?id=${made.id}`));
  socket.write(request.subarray(head));
  expect((await answers).map((answer) => answer.status)).toEqual([status]);
});
