import { readSamples } from '@auction-tiers/tools/sample';
import { beforeAll, expect, test } from 'vitest';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row, Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
/** The second seller, whose currency the other tests leave alone. */
const send: Send = (method, path, options) =>
  service.send(method, path, { key: service.people.seller2.api_key, ...options });

const seats: Readonly<Record<string, number>> = { appnexus: 101, rubicon: 102, audienceNetwork: 103, pubmatic: 104 };
const seatsQuery = Object.entries(seats).map(([seat, id]) => `${seat}:${id}`);
const usdInEur = 0.92;
let ymProfileId: number;

interface Auction extends Row {
  readonly imp_id: string;
  readonly seed: string;
  readonly winner: Row | null;
  readonly bids: readonly Row[];
}

beforeAll(async () => {
  expectOk(await send('PUT', '/member', { body: { currency: 'EUR', currency_rates: { USD: String(usdInEur) } } }));
  ymProfileId = (await createYmProfile(send)).id;
  const tier = { ym_profile_id: ymProfileId, member_action: 'include', buyer_members: [{ id: 101 }, { id: 103 }] };
  const deal = await createProfile(send, { deal_action: 'include', deal_targets: [{ code: 'deal-4' }] });
  await createTier(send, { ...tier, name: 'The deal', priority: 9, min_price: 0, profile_id: deal.id });
  // 0.3 USD less the fee is below it, 0.51 USD is not.
  await createTier(send, { ...tier, name: 'At a price', priority: 5, min_price: 0.3 });
  const buyer_members = [{ id: 102 }];
  await createTier(send, { ...tier, name: 'None', member_action: 'exclude', min_price: 0.4, buyer_members });
});

/** A USD price in EUR, as the specification rounds it: bids up, floors down, to whole micros. */
function toEur(price: number, round: (micros: number) => number): number {
  const hundredths = Math.round(price * 1_000_000) * Math.round(usdInEur * 100);
  return round(hundredths / 100) / 1_000_000;
}

const decidedOf = ({ bids, winner }: Auction) => ({
  winner: winner && [winner['price'], winner['net_price'], winner['clearing_price'], winner['tier_id']],
  bids: bids.map(({ outcome, tier_id, net_price, rank }) => ({ outcome, tier_id, net_price, rank })),
});

async function decide(sample: ReturnType<typeof readSamples>[number]): Promise<readonly Auction[]> {
  const { bid_request, bid_responses = [] } = sample;
  const path = `/openrtb2/auction?ym_profile_id=${ymProfileId}&seats=${seatsQuery.join()}`;
  const answer = expectOk(await send('POST', path, { body: { bid_request, bid_responses } }));
  return answer.response['auctions'] as readonly Auction[];
}

const recorded = readSamples('auctions');

test('auctions recorded by Prebid Server, in USD, are decided for a seller in EUR as /auction decides them by hand', async () => {
  let sold = 0;
  for (const sample of recorded) {
    const auctions = await decide(sample);
    const byHand = sample.bid_request.imp.map(({ id, bidfloor }, at) => ({
      ym_profile_id: ymProfileId,
      seed: auctions[at]!.seed,
      auction_type: sample.bid_request.at === 1 ? 1 : 2,
      ...(bidfloor !== undefined && { bid_floor: toEur(bidfloor, Math.floor) }),
      bids: (sample.bid_responses ?? [])
        .flatMap(({ seatbid }) => seatbid)
        .flatMap(({ seat, bid }) => bid.map((one) => ({ seat, ...one })))
        .filter(({ impid }) => impid === id)
        .map(({ seat, price, dealid }, index) => ({
          id: `b${index}`,
          member_id: seats[seat] ?? 900 + seat.length,
          price: toEur(price, Math.ceil),
          ...(dealid !== undefined && { deal: dealid }),
        })),
    }));
    const answer = expectOk(await send('POST', '/auction/batch', { body: { auctions: byHand } }));
    const expected = (answer.response['auctions'] as readonly Auction[]).map(decidedOf);
    expect([sample.name, auctions.map(decidedOf)]).toEqual([sample.name, expected]);
    sold += auctions.filter(({ winner }) => winner !== null).length;
  }
  expect(sold).toBeGreaterThan(50);
});

const sampleOf = (name: string) => recorded.find((one) => one.name === name)!;

test('a deal of a USD partner wins in its tier, at its price in EUR', async () => {
  const [first] = await decide(sampleOf('targeting-always-include-deals.json'));
  expect(first).toMatchObject({
    winner: { seat: 'audienceNetwork', price: 0.4692, member_id: 103 },
    bids: [{ outcome: 'outranked' }, { outcome: 'outranked' }, { outcome: 'won', priority: 9 }],
  });
});

test('a floor of 20 USD is one of 18.40 EUR, and both bids are below it', async () => {
  const [only] = await decide(sampleOf('floors_deal_enforcement.json'));
  expect(only).toMatchObject({ winner: null, bids: [{ outcome: 'below_floor' }, { outcome: 'below_floor' }] });
  const sample = sampleOf('floors_deal_enforcement.json');
  const [imp] = sample.bid_request.imp;
  for (const [price, outcome] of [
    [20, 'won'],
    [19.999_998, 'below_floor'],
  ] as const) {
    const bid_responses = [{ cur: 'USD', seatbid: [{ seat: 'appnexus', bid: [{ id: 'a', impid: imp!.id, price }] }] }];
    const [auction] = await decide({ ...sample, bid_responses });
    expect(auction!.bids).toMatchObject([{ outcome }]);
  }
});

/** An impression that is refused for a floor in JPY. */
const refused = (imp_id: string, at: string) => ({
  imp_id,
  error: {
    error_id: 'SYNTAX',
    error_code: 'INVALID',
    error: expect.stringContaining('JPY'),
    issues: [{ path: at, message: expect.stringMatching(/JPY.*allowed: EUR, USD/) }],
  },
});

test('a bid in a currency without a rate is invalid, and an impression with a floor in one is refused alone', async () => {
  const bid_request = { id: 'r', imp: [{ id: '1' }] };
  const bid_responses = [{ cur: 'JPY', seatbid: [{ seat: 'appnexus', bid: [{ id: 'a', impid: '1', price: 90 }] }] }];
  const path = `/openrtb2/auction?ym_profile_id=${ymProfileId}&seats=appnexus:101`;
  const { auctions } = expectOk(await send('POST', path, { body: { bid_request, bid_responses } })).response;
  expect(auctions).toMatchObject([{ winner: null, bids: [{ outcome: 'invalid', reason: 'currency_unsupported' }] }]);
  const floored = { ...bid_request, imp: [{ id: '1', bidfloor: 90, bidfloorcur: 'JPY' }] };
  const only = expectOk(await send('POST', path, { body: { bid_request: floored, bid_responses } })).response;
  expect(only['auctions']).toEqual([refused('1', 'bid_request.imp[0].bidfloor')]);
  // A floor of a deal is one too, and the neighbour goes on.
  const deal = { id: 'd', bidfloor: 90, bidfloorcur: 'JPY' };
  const two = { ...bid_request, imp: [{ id: '1', pmp: { deals: [deal] } }, { id: '2' }] };
  const bids = [{ cur: 'EUR', seatbid: [{ seat: 'appnexus', bid: [{ id: 'a', impid: '2', price: 1 }] }] }];
  const answer = expectOk(await send('POST', path, { body: { bid_request: two, bid_responses: bids } })).response;
  expect(answer['auctions']).toMatchObject([
    refused('1', 'bid_request.imp[0].pmp.deals[0].bidfloor'),
    { imp_id: '2', winner: { member_id: 101, price: 1 } },
  ]);
});

test.for(['one', 'two', 'three', 'four'])(
  'of 1 USD and 2 EUR, the first is told what to bid in USD: bid it and win, a micro less and do not (seed %s)',
  async (seed) => {
    const { id } = await createYmProfile(send);
    const run = async (price: number): Promise<Auction> => {
      const bid_request = { id: 'r', at: 1, imp: [{ id: '1' }] };
      const bid_responses = [
        { cur: 'USD', seatbid: [{ seat: 'appnexus', bid: [{ id: 'a', impid: '1', price }] }] },
        { cur: 'EUR', seatbid: [{ seat: 'rubicon', bid: [{ id: 'b', impid: '1', price: 2 }] }] },
      ];
      const path = `/openrtb2/auction?ym_profile_id=${id}&seats=appnexus:101,rubicon:102&seed=${seed}`;
      const { response } = expectOk(await send('POST', path, { body: { bid_request, bid_responses } }));
      return (response['auctions'] as readonly Auction[])[0]!;
    };
    const lost = await run(1);
    expect(lost).toMatchObject({
      winner: { seat: 'rubicon', auction_price: '2', auction_currency: 'EUR' },
      bids: [
        { outcome: 'outbid', auction_currency: 'USD' },
        { outcome: 'won', auction_currency: 'EUR' },
      ],
    });
    const told = Number(lost.bids[0]!['auction_min_to_win']);
    expect(told).toBeCloseTo(2.173913, 5);
    // What it pays is what it bid, in its currency.
    expect((await run(told)).winner).toMatchObject({ seat: 'appnexus', auction_price: String(told) });
    expect((await run(Math.round(told * 1e6 - 1) / 1e6)).winner).toMatchObject({ seat: 'rubicon' });
  },
);
