import { beforeAll, describe, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { demoYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;
let ym_profile_id: number;

beforeAll(async () => {
  ym_profile_id = (await demoYmProfile(send)).id;
});

const auctions = async (bodies: readonly unknown[]): Promise<readonly Row[]> => {
  const answer = expectOk(await send('POST', '/auction/batch', { body: { auctions: bodies } }));
  return answer.response['auctions'] as readonly Row[];
};
const seeded = (seed: string) => ({
  ym_profile_id,
  seed,
  impression: { time: '2026-11-21T08:00:00Z' },
  bids: [bid('a', 112, 3), bid('b', 113, 3)],
});

test('a batch answers each body as /auction does, in order', async () => {
  const bodies = ['first', 'second', 'third'].map(seeded);
  const expected = [];
  for (const body of bodies) expected.push(await runAuction(send, body));
  expect(await auctions(bodies)).toEqual(expected);
});

test('an invalid auction of a batch does not affect the others', async () => {
  const bad: readonly [unknown, object][] = [
    [null, { error_id: 'SYNTAX' }],
    ['text', { error_id: 'SYNTAX' }],
    [[], { error_id: 'SYNTAX' }],
    [{}, { error_id: 'SYNTAX' }],
    [
      { ym_profile_id: 999_999, bids: [] },
      { error_id: 'SYNTAX', error_code: 'NOTFOUND' },
    ],
    [{ ym_profile_id, bids: [bid('a', 101, -1)] }, { issues: [{ path: 'bids.0.price' }] }],
    [{ ym_profile_id, bids: [], colour: 'red' }, { issues: [{ path: 'colour' }] }],
  ];
  const given = await auctions(bad.flatMap(([body], index) => [seeded(`s${index}`), body]));
  expect(given).toHaveLength(2 * bad.length);
  for (const [index, [, error]] of bad.entries()) {
    expect(given[2 * index]).toMatchObject({ seed: `s${index}`, ym_profile_id });
    expect(given[2 * index + 1]).toMatchObject({ error });
    expect(Object.keys(given[2 * index + 1] ?? {})).toEqual(['error']);
  }
});

test.for([
  ['in front of a batch', (text: string) => `\uFEFF${text}`, 200],
  ['in front of an auction of a batch', (text: string) => text.replace('[{', '[\uFEFF{'), 400],
  ['in front of a later auction', (text: string) => text.replace('},{"ym', '},\uFEFF{"ym'), 400],
] as const)('a byte order mark %s is read as by any JSON parser', async ([, marked, status]) => {
  const body = JSON.stringify({ auctions: [seeded('a'), seeded('b')] });
  expect(marked(body)).not.toBe(body);
  for (let time = 0; time < 2; time++) {
    expect((await send('POST', '/auction/batch', { body: marked(body) })).status).toBe(status);
  }
});

test('an empty batch is answered by an empty list', async () => {
  expect(await auctions([])).toEqual([]);
});

test('a batch holds at most 1000 auctions', async () => {
  const body = { ym_profile_id, bids: [] };
  expect(await auctions(Array.from({ length: 1000 }, () => body))).toHaveLength(1000);
  const answer = await send('POST', '/auction/batch', { body: { auctions: Array.from({ length: 1001 }, () => body) } });
  expect(answer.status).toBe(400);
  expect(issuePaths(answer)).toEqual(['auctions']);
});

test('a batch may be larger than one object may be', async () => {
  const wide = {
    ...seeded('w'),
    impression: { content_categories: Array.from({ length: 900 }, () => 'x'.repeat(900)) },
  };
  expect(await auctions([wide, wide, wide])).toMatchObject([{ seed: 'w' }, { seed: 'w' }, { seed: 'w' }]);
});

describe.for<[string, unknown]>([
  ['no list', { auctions: {} }],
  ['a bare list', []],
  ['an unknown field', { auctions: [], colour: 'red' }],
  ['nothing', {}],
])('%s is refused as a batch', ([, body]) => {
  test('400', async () => {
    const answer = await send('POST', '/auction/batch', { body });
    expect(answer.status).toBe(400);
    expect(answer.response.error_id).toBe('SYNTAX');
  });
});

test('the answer carries no other list or object than the auctions', async () => {
  const { response } = await send('POST', '/auction/batch', { body: { auctions: [seeded('x')] } });
  expect(Object.keys(response).toSorted()).toEqual(['auctions', 'dbg_info', 'status']);
});

test('tRPC runs the same batch', async () => {
  const client = createClient(service.url, service.people.seller1.api_key);
  const given = await client.auction.runMany.mutate({ auctions: [seeded('t'), null] });
  expect(given.auctions[0]).toEqual(await runAuction(send, seeded('t')));
  expect(given.auctions[1]).toMatchObject({ error: { error_id: 'SYNTAX' } });
});
