import { readSamples } from '@auction-tiers/tools/sample';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Answer, issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

interface BidAnswer extends Row {
  readonly outcome: string;
  readonly seat: string | null;
  readonly member_id: number | null;
}
interface Auction extends Row {
  readonly imp_id: string;
  readonly winner: BidAnswer | null;
  readonly bids: readonly BidAnswer[];
}
const service = useService();
const { send } = service;
let ymProfileId: number;
let tierId: number;

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send, { publisher_ids: [4242] })).id;
  const body = { ym_profile_id: ymProfileId, member_action: 'include', min_price: 1, buyer_members: [{ id: 101 }] };
  tierId = (await createTier(send, body)).id;
});

const post = (body: unknown, query = `?ym_profile_id=${ymProfileId}`) =>
  send('POST', `/openrtb2/auction${query}`, { body });
const auctionsOf = (answer: Answer) => expectOk(answer).response['auctions'] as readonly Auction[];
const outcomes = ['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor', 'invalid'];

describe.for([
  ['auctions', 42],
  ['requests', 33],
] as const)('%s', ([file, count]) => {
  test('every sample gives an auction an impression and an outcome a bid', async () => {
    const all = readSamples(file);
    expect(all).toHaveLength(count);
    for (const { name, bid_request, bid_responses = [] } of all) {
      const answer = await post({ bid_request, bid_responses });
      expect([name, answer.status]).toEqual([name, 200]);
      const auctions = auctionsOf(answer);
      expect([name, auctions.map(({ imp_id }) => imp_id)]).toEqual([name, bid_request.imp.map(({ id }) => id)]);
      const bids = bid_responses.flatMap(({ seatbid }) => seatbid.flatMap(({ bid }) => bid));
      const judged = [
        ...auctions.flatMap((auction) => auction.bids),
        ...(answer.response.dbg_info.stray_bids as readonly BidAnswer[]),
      ];
      expect([name, judged.length]).toEqual([name, bids.length]);
      for (const { outcome } of judged) expect(outcomes).toContain(outcome);
      for (const { winner, bids: own } of auctions) {
        expect(own.filter(({ outcome }) => outcome === 'won')).toHaveLength(winner === null ? 0 : 1);
      }
    }
  });
});

const seatBid = (seat: string | undefined, ...bids: readonly Row[]) => ({
  seatbid: [{ ...(seat === undefined ? {} : { seat }), bid: bids }],
});
const request = (more: Row = {}) => ({
  id: 'r',
  imp: [
    { id: '1', banner: { w: 300, h: 250 } },
    { id: '2', bidfloor: 2 },
  ],
  ...more,
});

describe('a seat', () => {
  test.for<[string, string | undefined, string, number | null]>([
    ['is a buyer by its id', '101', '', 101],
    ['is a buyer by its name in the directory', 'Northwind Media', '', 101],
    ['is found in any case', 'nORTHWIND mEDIA', '', 101],
    ['is mapped by the call', 'appnexus', '&seats=rubicon:102,appnexus:101', 101],
    ['is mapped by the call before the directory is asked', 'Northwind Media', '&seats=Northwind%20Media:102', 102],
    ['that is unknown bids for no member', 'appnexus', '', null],
    ['that is missing bids for no member', undefined, '', null],
    ['that is 0 is no buyer', '0', '', null],
  ])('%s', async ([, seat, query, memberId]) => {
    const body = { bid_request: request(), bid_responses: [seatBid(seat, { id: 'b', impid: '1', price: 3 })] };
    const [first] = auctionsOf(await post(body, `?ym_profile_id=${ymProfileId}${query}`));
    expect(first?.bids).toMatchObject([
      { member_id: memberId, seat: seat ?? null, outcome: 'won', tier_id: memberId === 101 ? tierId : null },
    ]);
  });

  test.for<[string, (string | undefined)[], number]>([
    ['of one buyer does not set its own second price', ['101', '101', '102'], 3],
    ['that is unknown does not either', ['acme', 'acme', 'other'], 3],
    ['of a long name does not either', ['a'.repeat(300), 'a'.repeat(300), 'b'.repeat(300)], 3],
    ['that is missing is of a buyer of its own', [undefined, undefined, undefined], 4],
  ])('%s', async ([, seats, clearing]) => {
    const other = await createYmProfile(send, { name: 'No tiers' });
    const bid_responses = seats.map((seat, at) => seatBid(seat, { id: String(at), impid: '1', price: 5 - at }));
    const [first] = auctionsOf(await post({ bid_request: request(), bid_responses }, `?ym_profile_id=${other.id}`));
    expect(first?.winner).toMatchObject({ bid_id: '0', clearing_price: clearing });
  });

  test('that is mapped in a way that cannot be read is a 400', async () => {
    for (const seats of ['appnexus', 'appnexus:', 'appnexus:x', ':101', 'a:0']) {
      const answer = await post({ bid_request: request() }, `?ym_profile_id=${ymProfileId}&seats=${seats}`);
      expect(answer.status).toBe(400);
      expect(issuePaths(answer)).toEqual(['seats']);
    }
  });
});

describe('the ym-profile', () => {
  test.for(['site', 'app', 'dooh'])("is that of the request's %s.publisher", async (place) => {
    const bid_request = request({ [place]: { publisher: { id: '4242' } } });
    for (const auction of auctionsOf(await post({ bid_request }, '')))
      expect(auction['ym_profile_id']).toBe(ymProfileId);
  });

  test('of the query comes before that of the publisher', async () => {
    const other = await createYmProfile(send, { name: 'Other' });
    const bid_request = request({ site: { publisher: { id: '4242' } } });
    const [first] = auctionsOf(await post({ bid_request }, `?ym_profile_id=${other.id}`));
    expect(first?.['ym_profile_id']).toBe(other.id);
  });

  test('of an unknown publisher is a 404, of none a 400', async () => {
    expect((await post({ bid_request: request({ site: { publisher: { id: '9999' } } }) }, '')).status).toBe(404);
    expect((await post({ bid_request: request() }, '')).status).toBe(400);
    expect((await post({ bid_request: request() }, '?ym_profile_id=999999')).status).toBe(404);
  });
});

test('each impression is an auction of its own, with its own floor and its own bids', async () => {
  const bid_responses = [
    seatBid('101', { id: 'a', impid: '1', price: 1.5 }, { id: 'b', impid: '2', price: 1.5 }),
    seatBid('102', { id: 'c', impid: '2', price: 9 }),
  ];
  const [first, second] = auctionsOf(await post({ bid_request: request(), bid_responses }));
  expect(first).toMatchObject({ imp_id: '1', winner: { bid_id: 'a', seat: '101' }, bids: [{ bid_id: 'a' }] });
  expect(second).toMatchObject({
    imp_id: '2',
    winner: { bid_id: 'c', seat: '102' },
    bids: [
      { bid_id: 'b', outcome: 'below_floor' },
      { bid_id: 'c', outcome: 'won' },
    ],
  });
});

test('a bid without a price, or on no impression, is invalid with a reason; the others go on', async () => {
  const bid_responses = [
    seatBid(
      '101',
      { id: 'good', impid: '1', price: 3 },
      { id: 'free', impid: '1' },
      { id: 'odd', impid: '1', price: 'much' },
    ),
    seatBid('102', { id: 'lost', impid: 'nowhere', price: 3 }),
  ];
  const answer = await post({ bid_request: request(), bid_responses });
  const [first] = auctionsOf(answer);
  const reason = expect.stringMatching(/\S/) as string;
  expect(first?.bids).toMatchObject([
    { bid_id: 'good', outcome: 'won' },
    { bid_id: 'free', outcome: 'invalid', reason },
    { bid_id: 'odd', outcome: 'invalid', reason },
  ]);
  expect(answer.response.dbg_info.stray_bids).toMatchObject([
    { bid_id: 'lost', outcome: 'invalid', reason, imp_id: 'nowhere' },
  ]);
});

const bids = (...prices: readonly number[]) => prices.map((price, at) => ({ impid: String(at + 1), price }));

test('a group of bids that wins one of its impressions wins none', async () => {
  const { id } = await createYmProfile(send, { name: 'Groups' });
  await createTier(send, { ym_profile_id: id, member_action: 'include', min_price: 0, buyer_members: [{ id: 102 }] });
  const [group] = seatBid('101', ...bids(9, 9)).seatbid;
  const bid_responses = [
    { seatbid: [{ ...group, group: 1 }] },
    seatBid('103', ...bids(3, 3)),
    seatBid('102', ...bids(2)),
  ];
  const answer = await post({ bid_request: request(), bid_responses }, `?ym_profile_id=${id}`);
  const split = { seat: '101', outcome: 'invalid', reason: 'group_split', loss_reason: 102 };
  expect(auctionsOf(answer)).toMatchObject([
    { winner: { seat: '102', price: 2 }, bids: [split, { outcome: 'outranked' }, { outcome: 'won' }] },
    { winner: { seat: '103', price: 3 }, bids: [split, { outcome: 'won' }] },
  ]);
  expect(answer.response.dbg_info.warnings).toEqual([]);
});

test('null among the responses, their seats and bids is none', async () => {
  const [answered] = seatBid('101', { id: 'a', impid: '1', price: 3 }).seatbid;
  const bid_responses = [null, { seatbid: [null, { ...answered, bid: [null, ...(answered?.bid ?? [])] }] }];
  const answer = await post({
    bid_request: request({ user: null }),
    bid_responses,
    seed: null,
    seats: null,
    time: null,
  });
  expect(auctionsOf(answer)).toMatchObject([{ bids: [{ bid_id: 'a', outcome: 'won' }] }, { bids: [] }]);
  expect([answer.response.dbg_info.warnings, answer.response.dbg_info.stray_bids]).toEqual([[], []]);
  expect(auctionsOf(await post({ bid_request: request(), bid_responses: null }))).toMatchObject([
    { bids: [] },
    { bids: [] },
  ]);
});

describe('the time beside the bid request', () => {
  test('is used for dayparts, and repeated by every auction', async () => {
    const daypart_targets = [{ day: 'saturday', start_hour: 8, end_hour: 8 }];
    const { id: profile_id } = await createProfile(send, { daypart_targets });
    const { id } = await createYmProfile(send, { name: 'By the hour' });
    await createTier(send, { ym_profile_id: id, profile_id, buyer_members: [{ id: 101 }] });
    const bid_responses = [seatBid('101', { id: 'a', impid: '1', price: 3 })];
    for (const [time, outcome] of [
      ['2026-11-21T08:30:00Z', 'excluded'],
      ['2026-11-21T09:30:00+01:00', 'excluded'],
      ['2026-11-21T09:00:00Z', 'won'],
    ] as const) {
      const auctions = auctionsOf(await post({ bid_request: request(), bid_responses, time }, `?ym_profile_id=${id}`));
      for (const auction of auctions) expect(auction['time']).toBe(new Date(time).toISOString());
      expect([time, auctions[0]?.bids[0]?.outcome]).toEqual([time, outcome]);
    }
  });

  test.for(['yesterday', '2026-11-21', '2026-02-30T08:00:00Z', 1_795_248_000, true])('%j is a 400', async (time) => {
    const answer = await post({ bid_request: request(), time });
    expect([answer.status, issuePaths(answer)]).toEqual([400, ['time']]);
  });

  test('gives the same answer again over tRPC', async () => {
    const time = '2026-11-21T08:00:00.000Z';
    const body = { bid_request: request(), ym_profile_id: ymProfileId, seed: 's', time };
    const { json } = await send('POST', '/trpc/auction.openrtb', { body });
    expect(json).toMatchObject({ result: { data: { auctions: auctionsOf(await post(body)) } } });
  });
});

test("a seed makes the same answer again, and the fee is the member's", async () => {
  const bid_responses = [seatBid('x', { id: 'a', impid: '1', price: 3 }, { id: 'b', impid: '1', price: 3 })];
  const run = async () => {
    const body = { bid_request: request(), bid_responses };
    return auctionsOf(await post(body, `?ym_profile_id=${ymProfileId}&seed=s`)).map(
      ({ time: _time, ...auction }) => auction,
    );
  };
  const first = await run();
  expect(await run()).toEqual(first);
  expect(first[0]?.bids[0]).toMatchObject({ net_price: 2.55 });
});

test.for<[string, unknown]>([
  ['no request', {}],
  ['a request that is a list', { bid_request: [] }],
  ['responses that are no list', { bid_request: { id: '1', imp: [] }, bid_responses: {} }],
  ['an unknown field', { bid_request: { id: '1', imp: [{ id: '1' }] }, colour: 'red' }],
  ['null', null],
])('%s is a 400', async ([, body]) => {
  const answer = await post(body);
  expect(answer.status).toBe(400);
  expect(answer.response.error_id).toBe('SYNTAX');
});
