import { describe, expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
/** A buyer of the demo. */
const saffron = { id: 107, name: 'Saffron Travel' };

async function tiered(): Promise<number> {
  const { id: ym_profile_id } = await createYmProfile(send, {});
  await createTier(send, {
    ym_profile_id,
    member_action: 'include',
    min_price: 1,
    buyer_members: [{ id: saffron.id }],
  });
  return ym_profile_id;
}

/** Runs an auction with a bid of each seat; the first one's price is the highest. */
async function run(ymProfileId: number, seats: readonly (string | number)[], query = '') {
  const seatbid = seats.map((seat, at) => ({ seat, bid: [{ id: `b${at}`, impid: '1', price: 10 - at }] }));
  const body = { bid_request: { id: 'r', at: 2, imp: [{ id: '1' }] }, bid_responses: [{ seatbid }] };
  const path = `/openrtb2/auction?ym_profile_id=${ymProfileId}${query}`;
  const { auctions, dbg_info: info } = expectOk(await send('POST', path, { body })).response;
  return { auction: (auctions as Row[])[0]!, warnings: info.warnings };
}

const setSeats = (seats: Row | null) => send('PUT', '/member', { body: { seats } });

/** The unknown seats of the last days. */
async function unknownSeats(query = ''): Promise<readonly Row[]> {
  await service.opened.liveReport.flush();
  return expectOk(await send('GET', `/unknown-seat${query}`)).response['report-rows'] as Row[];
}

describe('a seat', () => {
  test.for(['saffron travel ', 'Saffron  Travel', 'SAFFRON\u00a0TRAVEL', '\tsaffron \n travel', ' 107 ', 107])(
    '%j is the buyer Saffron Travel',
    async (seat) => {
      const { auction, warnings } = await run(await tiered(), [seat]);
      expect(auction).toMatchObject({ winner: { member_id: saffron.id, tier_id: expect.any(Number) } });
      expect(warnings).toEqual([]);
    },
  );

  test('that no buyer has is untiered, and named once in the warnings', async () => {
    const { auction, warnings } = await run(await tiered(), ['SFT-EU', 'sft-eu ', 'Another']);
    expect(auction).toMatchObject({ winner: { member_id: null, tier_id: null, seat: 'SFT-EU' } });
    expect(warnings).toEqual([expect.stringContaining('"sft-eu "'), expect.stringContaining('"Another"')]);
    // Two spellings are one buyer, which does not set its own price: the third bid does.
    expect(auction).toMatchObject({ winner: { clearing_price: 8 } });
  });

  test('is mapped to a buyer by the member, in any case and spacing, until that is taken back', async () => {
    const ymProfileId = await tiered();
    const set = expectOk(await setSeats({ ' SFT-EU  North': saffron.id }));
    expect(set.response['member']).toMatchObject({ seats: { 'sft-eu north': saffron.id } });
    const { auction, warnings } = await run(ymProfileId, ['sft-eu north']);
    expect(auction).toMatchObject({ winner: { member_id: saffron.id, tier_id: expect.any(Number) } });
    expect(warnings).toEqual([]);
    // What the call maps counts before it.
    expect(await run(ymProfileId, ['sft-eu north'], '&seats=SFT-EU north:901')).toMatchObject({
      auction: { winner: { member_id: 901 } },
    });

    expectOk(await setSeats({ other: 5 }));
    expect(expectOk(await setSeats({ 'Sft-eu north': null })).response['member']).toMatchObject({
      seats: { other: 5 },
    });
    expect((await run(ymProfileId, ['sft-eu north'])).auction).toMatchObject({ winner: { member_id: null } });
    expectOk(await setSeats(null));
  });

  test.for<[Row, string]>([
    [{ x: 0 }, 'seats.x'],
    [{ x: 'Saffron' }, 'seats.x'],
    [{ '  ': 5 }, 'seats.  '],
    [{ ['x'.repeat(256)]: 5 }, `seats.${'x'.repeat(186)}...`],
    [{ ['__proto__']: 5 }, 'seats.__proto__'],
    [{ ' __PROTO__': 5 }, 'seats. __PROTO__'],
    [Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`s${at}`, 5])), 'seats'],
  ])('that cannot be mapped is refused', async ([seats, path]) => {
    expect(issuePaths(await setSeats(seats))).toEqual([path]);
  });

  test('by a name that no object can have is refused in a query too, as is a currency of that name', async () => {
    const body = { bid_request: { id: 'r', imp: [{ id: '1' }] } };
    const answer = await send('POST', '/openrtb2/auction?ym_profile_id=1&seats=__proto__:101', { body });
    expect([answer.status, issuePaths(answer)]).toEqual([400, ['seats.__proto__']]);
    const currency_rates = { ['__proto__']: '0.92' };
    expect(issuePaths(await send('PUT', '/member', { body: { currency_rates } }))).toEqual([
      'currency_rates.__proto__',
    ]);
  });
});

describe('unknown seats', () => {
  test('are counted by name over all ym-profiles: bids, wins, net', async () => {
    const [one, other] = [await tiered(), await tiered()];
    const names = ['counted seat', 'Counted  Seat', 'lesser seat'];
    await run(one, names);
    await run(other, names.slice(0, 1));
    await run(other, ['saffron travel']);
    const rows = (await unknownSeats()).filter(({ unknown_seat: name }) =>
      /(?:counted|lesser) seat/.test(String(name)),
    );
    // At second price 8, and alone the floor of 0; the fee of the demo's seller is 15 %.
    const figures = { is_other: false, excluded: 0, excluded_net: '0.000000000', forgone: '0.000000000' };
    const sold = { sold: 2, won: 2, gross: '0.008000000', net: '0.006800000', win_rate: 0.666667, net_cpm: '3.400000' };
    const unsold = { sold: 0, won: 0, gross: '0.000000000', net: '0.000000000', win_rate: 0, net_cpm: null };
    expect(rows).toEqual([
      { ...figures, ...sold, unknown_seat: 'counted seat', auctions: 2, bids: 3 },
      { ...figures, ...unsold, unknown_seat: 'lesser seat', auctions: 1, bids: 1 },
    ]);
    const report = await send('GET', `/report?ym_profile_id=${other}&group_by=day,unknown_seat`);
    expect(expectOk(report).response['report-rows']).toMatchObject([{ unknown_seat: 'counted seat', bids: 1, won: 1 }]);
    expect(await unknownSeats('?start_date=2026-01-01&end_date=2026-01-02')).toEqual([]);
  });

  test('of POST /auction are counted too', async () => {
    const ym_profile_id = await tiered();
    const bids = [{ id: 'a', member_id: null, price: 2, seat: 'Sent  as it is' }];
    expectOk(await send('POST', '/auction', { body: { ym_profile_id, bids } }));
    expect(await unknownSeats()).toContainEqual(
      expect.objectContaining({ unknown_seat: 'sent as it is', bids: 1, won: 1, net: '0.001700000' }),
    );
  });

  test('beyond 200 share a row, and 20 are named in an answer', async () => {
    const ymProfileId = await tiered();
    const { warnings } = await run(
      ymProfileId,
      Array.from({ length: 9 }, (_, at) => `few ${at}`),
    );
    expect(warnings).toHaveLength(9);
    const seats = Array.from({ length: 300 }, (_, at) => `crowd ${at}`);
    const seatbid = seats.map((seat) => ({ seat, bid: [{ id: seat, impid: '1', price: 1 }] }));
    const body = { bid_request: { id: 'r', imp: [{ id: '1' }] }, bid_responses: [{ seatbid }] };
    const answer = await send('POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, { body });
    expect(expectOk(answer).response.dbg_info.warnings).toHaveLength(21);
    const rows = await unknownSeats();
    expect(rows).toHaveLength(201);
    expect(rows.at(-1)).toMatchObject({ unknown_seat: null, is_other: true });
    const bids = rows.reduce((sum, row) => sum + (row['bids'] as number), 0);
    expect(bids).toBeGreaterThanOrEqual(309);
  });

  test.for([
    ['?start_date=x', 'start_date'],
    ['?start_date=2026-02-02&end_date=2026-02-01', 'end_date'],
    ['?by=day', 'by'],
  ] as const)('are refused with %s', async ([query, path]) => {
    expect(issuePaths(await send('GET', `/unknown-seat${query}`))).toEqual([path]);
  });
});
