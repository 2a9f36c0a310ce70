import { expect, test } from 'vitest';
import { AuctionCount } from '../../src/load/auction-count.ts';

const request = { method: 'POST' as const, path: '/auction', bids: [3, 4] };
const auction = { winner: null, bids: [], seed: 'a "winner":null in a text is none' };
const refusal = { error: { error_id: 'SYNTAX', error_code: 'NOTFOUND', error: 'no "such" profile' } };

function judge(status: number, body: unknown) {
  const count = new AuctionCount();
  const problem = count.judge(request, status, typeof body === 'string' ? body : JSON.stringify(body));
  const { auctions, bids, refusals } = count;
  return { problem, auctions, bids, refusals };
}

test('answered auctions are counted with their bids', () => {
  const all = { problem: undefined, auctions: 2, bids: 7, refusals: [] };
  expect(judge(200, { response: { status: 'OK', auctions: [auction, auction] } })).toEqual(all);
  expect(
    judge(
      200,
      [auction, auction].map((data) => ({ result: { data } })),
    ),
  ).toEqual(all);
});

test.for([
  ['a batch', { response: { status: 'OK', auctions: [refusal, auction] } }],
  ['tRPC', [{ error: { message: 'no "such" profile', data: refusal.error } }, { result: { data: auction } }]],
] as const)('refused auctions in the answer of %s are counted apart', ([, body]) => {
  const refusals = [{ kind: 'refused SYNTAX NOTFOUND', count: 1, example: 'no "such" profile' }];
  expect(judge(207, body)).toEqual({ problem: undefined, auctions: 1, bids: 4, refusals });
});

test.for([
  [503, '<html>busy</html>', 'HTTP 503'],
  [401, { response: { status: 'ERROR', error_id: 'NOAUTH', error_code: null } }, 'HTTP 401 NOAUTH'],
  [302, '', 'HTTP 302'],
  [200, 'hello', 'HTTP 200 without as many answers as auctions'],
  [200, { response: { status: 'OK', auctions: [auction] } }, 'HTTP 200 without as many answers as auctions'],
  [200, 'null', 'HTTP 200 without as many answers as auctions'],
] as const)('HTTP %i with %j is no answer', ([status, body, problem]) => {
  expect(judge(status, body)).toEqual({ problem, auctions: 0, bids: 0, refusals: [] });
});

test('kinds of errors are bounded, whatever the answers say', () => {
  const count = new AuctionCount();
  for (let number = 0; number < 200; number++) {
    const refused = { error: { error_id: `E${number}`, error: 'no' } };
    count.judge(request, 200, JSON.stringify([refused, { result: { data: auction } }]));
  }
  expect(count.refusals).toHaveLength(51);
  expect(count.refusals.at(-1)).toEqual({ kind: 'others', count: 150, example: null });

  const other = new AuctionCount();
  const kind = other.judge(request, 500, '{"error":"a\nline and \\x","error_id":"SYSTEM"}');
  expect(kind).toBe('HTTP 500 SYSTEM');
  expect(other.exampleOf('HTTP 500 SYSTEM')).toBe('a\nline and \\x');
});
