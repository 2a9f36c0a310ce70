import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isChosen } from '@auction-tiers/auction-codec';
import { beforeAll, expect, test } from 'vitest';
import { bid, createThreeLevels, runAuction } from '../fixture/auction-body.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { startService, useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';
import { decideAgain, type Found, recordedAuctions, recordedFiles } from './recorded-lines.ts';

const eightMs = Date.UTC(2026, 10, 21, 8);
let nowMs = eightMs;
const service = useService({ RECORD_AUCTIONS: '1' }, { recordClock: () => nowMs });
let memberId: number;

beforeAll(() => {
  memberId = service.people.seller1.member_id!;
});

async function found(ymProfileId: number): Promise<Found[]> {
  await service.opened.recorder?.settle();
  return recordedAuctions(service.dataDir, memberId, ymProfileId);
}

const tierSetOf = (ymProfileId: number) => service.opened.tierSets.get(ymProfileId).tierSet;

test('an auction is recorded as it was sent, with what the service filled in and decided', async () => {
  const { ymProfileId } = await createThreeLevels(service.send);
  const body = { ym_profile_id: ymProfileId, unit: 'user 7', bids: [bid('a', 801, 2), bid('b', 501, 9)] };
  const answer = await runAuction(service.send, body);
  const [one, ...others] = await found(ymProfileId);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ row: body, unit: 'user 7' });
  expect(one?.decided).toMatchObject({
    revision: answer.revision,
    seed: answer.seed,
    timeMs: Date.parse(answer.time),
    feePpm: 150_000,
    winner: 'a',
    clearingMicros: 2_000_000,
  });
});

/** Bodies that programs write in unusual ways. All name the seed `s`. */
const bodies: readonly [string, (id: number) => string][] = [
  ['plain', (id) => `{"ym_profile_id":${id},"seed":"s","bids":[{"id":"a","member_id":801,"price":2.5}]}`],
  ['spread over lines', (id) => JSON.stringify({ ym_profile_id: id, seed: 's', bids: [bid('a', 801, 2)] }, null, 2)],
  [
    'with nulls',
    (id) => `{"ym_profile_id":${id},"seed":"s","unit":null,"revenue_share_pct":null,"impression":null,"bids":[]}`,
  ],
  [
    'with a null seed and time',
    (id) =>
      `{"ym_profile_id":${id},"seed":null,"impression":{"time":null},"bids":[{"id":"a","member_id":801,"price":2}]}`,
  ],
  [
    'with a key that comes twice',
    (id) =>
      `{"ym_profile_id":9,"ym_profile_id":${id},"seed":"x","seed":"s","bids":[],"bids":[{"id":"b","member_id":501,"price":3}]}`,
  ],
  [
    'in other scripts',
    (id) =>
      JSON.stringify({
        ym_profile_id: id,
        seed: 'ś东',
        unit: '\u{1F600}',
        impression: { city: '東京', key_values: { ключ: ['ä"\\'] } },
        bids: [bid('é\u2028', 801, 2), bid('"},', 501, 2)],
      }),
  ],
  [
    'with __proto__',
    (id) =>
      `{"ym_profile_id":${id},"seed":"s","impression":{"key_values":{"__proto__":["x"],"constructor":[]}},"bids":[{"id":"__proto__","member_id":801,"price":2}]}`,
  ],
  [
    'with numbers as text',
    (id) => `{"ym_profile_id":"${id}","seed":"s","bids":[{"id":"a","member_id":"801","price":"2.0000005"}]}`,
  ],
  [
    'with a fee, a floor and second price',
    (id) =>
      JSON.stringify({
        ym_profile_id: id,
        seed: 's',
        auction_type: 2,
        bid_floor: 1.5,
        revenue_share_pct: 12.3456,
        bids: [bid('a', 801, 3), bid('b', 802, 2.1, { revenue_share_pct: 0 }), bid('c', 501, 1)],
      }),
  ],
  [
    'with escapes',
    (id) => `{"ym_profile_id":${id},"seed":"\\u0073\\n","bids":[{"id":"\\ud800","member_id":801,"price":1e0}]}`,
  ],
  [
    'as large as it may be',
    (id) =>
      JSON.stringify({
        ym_profile_id: id,
        seed: 's',
        bids: Array.from({ length: 1000 }, (_, at) => bid(`${'x'.repeat(240)}${at}`, 801, 2)),
      }),
  ],
];

test.for(bodies)('a body %s is recorded, and decided again from the line to the same bytes', async ([, body]) => {
  const { ymProfileId } = await createThreeLevels(service.send);
  const answer = await runAuction(service.send, body(ymProfileId) as unknown as Row);
  const all = await found(ymProfileId);
  expect(all.map(({ decided }) => [decided.seed, decided.winner])).toEqual([
    [answer.seed, answer.winner?.bid_id ?? null],
  ]);
  for (const one of all) expect(decideAgain(tierSetOf(ymProfileId), one)).toBe(one.decided.answerCrc32);
});

test('auctions are recorded however they come, once each', async () => {
  const { ymProfileId } = await createThreeLevels(service.send);
  const body = (seed: string) => ({ ym_profile_id: ymProfileId, seed, bids: [bid('a', 801, 2), bid('b', null, 3)] });
  const { send } = service;
  await runAuction(send, body('rest'));
  expectOk(
    await send('POST', '/auction/batch', { body: { auctions: [body('batch 1'), { bids: 7 }, body('batch 2')] } }),
  );
  await createClient(service.url, service.people.seller1.api_key).auction.run.mutate({
    ...body('trpc'),
    bids: [{ id: 'a', member_id: 801, price: 2 }],
  });
  const bid_request = { id: 'r', imp: [{ id: '1' }, { id: '2', bidfloor: 1 }], user: { id: 'u' } };
  const bids = [
    { id: 'x', impid: '1', price: 2 },
    { id: 'y', impid: '2', price: 3 },
  ];
  const openrtb = { bid_request, bid_responses: [{ seatbid: [{ seat: '801', bid: bids }] }], seed: 'rtb' };
  expectOk(await send('POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, { body: openrtb }));
  // Explained is not decided.
  expectOk(await send('POST', '/auction/explain', { body: body('explained') }));
  const all = await found(ymProfileId);
  const seeds = ['batch 1', 'batch 2', 'rest', 'rtb/0', 'rtb/1', 'trpc'];
  expect(all.map(({ decided }) => decided.seed).toSorted()).toEqual(seeds);
  expect(all.filter(({ unit }) => unit === 'u')).toHaveLength(2);
  for (const one of all) expect(decideAgain(tierSetOf(ymProfileId), one)).toBe(one.decided.answerCrc32);
});

test('unknown seats are recorded, so that an auction decided again has the same second price', async () => {
  const { id } = await createYmProfile(service.send);
  const seatbid = [5, 4, 3].map((price, at) => ({ seat: at < 2 ? 'acme' : 'other', bid: [{ impid: '1', price }] }));
  const body = { bid_request: { id: 'r', imp: [{ id: '1' }] }, bid_responses: [{ seatbid }] };
  expectOk(await service.send('POST', `/openrtb2/auction?ym_profile_id=${id}`, { body }));
  const [one] = await found(id);
  expect(one?.decided.clearingMicros).toBe(3_000_000);
  expect(decideAgain(tierSetOf(id), one!)).toBe(one!.decided.answerCrc32);
});

test('an auction that names a publisher is recorded with the ym-profile that it was resolved to', async () => {
  const { id } = await createYmProfile(service.send, { publisher_ids: [777_001] });
  await runAuction(service.send, { publisher_id: 777_001, seed: 'p', bids: [] });
  expect((await found(id)).map(({ row }) => row['ym_profile_id'])).toEqual([id]);
});

test('each hour has a file of its own, which nobody else may read', async () => {
  const { id } = await createYmProfile(service.send);
  nowMs = eightMs + 3_599_999;
  await runAuction(service.send, { ym_profile_id: id, seed: 'late', bids: [] });
  nowMs = eightMs + 3_600_000;
  await runAuction(service.send, { ym_profile_id: id, seed: 'early', bids: [] });
  expect((await found(id)).map(({ decided }) => decided.seed)).toEqual(['late', 'early']);
  const files = await recordedFiles(service.dataDir, memberId, id);
  expect(files.map((name) => name.slice(0, 13))).toEqual(['2026-11-21T08', '2026-11-21T09']);
  const folder = join(service.dataDir, 'logs', String(memberId), String(id));
  const modes = await Promise.all([folder, ...files.map((name) => join(folder, name))].map((path) => stat(path)));
  expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
});

test('of a share, the chosen seeds are recorded and no others', async () => {
  const some = await startService({ RECORD_AUCTIONS: '0.3' });
  try {
    const { id } = await createYmProfile(some.send);
    const seeds = Array.from({ length: 60 }, (_, at) => `seed ${at}`);
    const auctions = seeds.map((seed) => ({ ym_profile_id: id, seed, bids: [] }));
    expectOk(await some.send('POST', '/auction/batch', { body: { auctions } }));
    await some.opened.recorder?.settle();
    const recorded = await recordedAuctions(some.dataDir, some.people.seller1.member_id!, id);
    expect(recorded.map(({ decided }) => decided.seed)).toEqual(seeds.filter((seed) => isChosen(seed, 0.3)));
  } finally {
    await some.close();
  }
});
