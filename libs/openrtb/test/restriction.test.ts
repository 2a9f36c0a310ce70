import { decideAuction, Decision, minToWin, runAuction } from '@auction-tiers/tier-engine';
import { settleGroups, toOpenRtbAnswer } from '@auction-tiers/openrtb';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaults, emptyTierSet, map, winnerOf } from './build.ts';
import { decide, type Imp, type OneBid, type Request, type SeatBids } from './independent-decider.ts';

const tierSet = emptyTierSet();
type Given = Readonly<Record<string, unknown>>;

/** The outcomes of bids by seat, and who won at which price, of a request with one impression. */
function run(request: object, imp: object, bids: readonly object[], given = defaults) {
  const bidResponses = bids.map((sent) => {
    const { seat, cur, ...bid } = sent as Given;
    return { cur, seatbid: [{ seat, bid: [{ impid: '1', ...bid }] }] };
  });
  const { auctions, exchange, warnings } = map({ at: 1, ...request, imp: [{ id: '1', ...imp }] }, bidResponses, given);
  const [auction] = auctions;
  const answer = toOpenRtbAnswer(auction!, runAuction(tierSet, auction!.request), exchange);
  return {
    outcomes: answer.bids.map(({ outcome, reason }) => reason ?? outcome),
    winner: answer.winner && [answer.winner.seat, answer.winner.clearing_price],
    price: answer.winner?.auction_price,
    warnings,
  };
}

describe('floors by the length of an ad', () => {
  const video = {
    mincpmpersec: 0.5,
    durfloors: [
      { mindur: 1, maxdur: 15, bidfloor: 5 },
      { mindur: 16, maxdur: 30, bidfloor: 11 },
    ],
  };

  test.for<[string, Given, Given, number, string]>([
    ['of its length', { video }, { dur: 30 }, 1, 'below_floor'],
    ['of its length, met', { video }, { dur: 30 }, 11, 'won'],
    ['of a shorter one', { video }, { dur: 15 }, 5, 'won'],
    ['per second, of a length without a floor', { video }, { dur: 40 }, 19.99, 'below_floor'],
    ['per second, met', { video }, { dur: 40 }, 20, 'won'],
    ['the dearest, without a length', { video: { ...video, maxduration: 30 } }, {}, 10.99, 'below_floor'],
    ['the dearest of what is allowed', { video: { ...video, minduration: 1, maxduration: 15 } }, {}, 5, 'won'],
    ['the dearest of the lengths listed', { video: { ...video, rqddurs: [6, 15] } }, {}, 5, 'won'],
    ['per second, of the longest allowed', { video: { mincpmpersec: 0.5, maxduration: 30 } }, {}, 14.99, 'below_floor'],
    [
      "the impression's, without a length, where it is the dearest",
      { bidfloor: 8, video: { maxduration: 30, durfloors: [{ mindur: 1, maxdur: 15, bidfloor: 5 }] } },
      {},
      7.99,
      'below_floor',
    ],
    ["the impression's, where no length has one", { bidfloor: 2, video: { durfloors: [] } }, { dur: 5 }, 2, 'won'],
    ['none for a banner beside the video', { banner: {}, video }, { mtype: 1, dur: 30 }, 1, 'won'],
    ['that of audio', { audio: video }, { mtype: 3, dur: 20 }, 10.99, 'below_floor'],
  ])('%s', ([, imp, bid, price, outcome]) => {
    expect(run({}, imp, [{ seat: 'm1', price, ...bid }]).outcomes).toEqual([outcome]);
  });

  test('a deal has its own per second', () => {
    const deals = [{ id: 'D', mincpmpersec: 0.25 }];
    const bids = [7.49, 7.5].map((price) => ({ seat: 'm1', price, dur: 30, dealid: 'D' }));
    expect(run({}, { video: {}, pmp: { deals } }, bids).outcomes).toEqual(['below_floor', 'won']);
  });

  test('a deal has its own, and its currency', () => {
    const given = { ...defaults, currency: 'USD', rates: { EUR: '2' } };
    const deals = [{ id: 'D', bidfloorcur: 'EUR', durfloors: [{ mindur: 1, maxdur: 30, bidfloor: 3 }] }];
    const bids = [5.99, 6].map((price) => ({ seat: 'm1', price, dur: 10, dealid: 'D' }));
    expect(run({}, { video, pmp: { deals } }, bids, given).outcomes).toEqual(['below_floor', 'won']);
  });
});

describe('deals', () => {
  test('whose ids are numbers have their floors', () => {
    const imp = { pmp: { deals: [{ id: 7, bidfloor: 6 }] } };
    const bids = [
      { seat: 'm1', price: 5.99, dealid: 7 },
      { seat: 'm2', price: 6, dealid: '7' },
    ];
    expect(run({}, imp, bids).outcomes).toEqual(['below_floor', 'won']);
  });

  test('of a private auction alone take part, of the seats and advertisers that they name', () => {
    const deals = [
      { id: 'D1', bidfloor: 4, wseat: ['105'] },
      { id: 'D2', wadomain: ['https://www.Brand.example/x'] },
    ];
    const bids = [
      { seat: '105', price: 4.5, dealid: 'D1' },
      { seat: '106', price: 7 },
      { seat: '106', price: 8, dealid: 'D1' },
      { seat: '106', price: 9, dealid: 'NOPE' },
      { seat: '106', price: 9, dealid: 'D2', adomain: ['brand.example', 'other.example'] },
      { seat: '106', price: 9, dealid: 'D2' },
      { seat: '106', price: 1, dealid: 'D2', adomain: ['brand.example:443'] },
    ];
    const { outcomes, winner } = run({}, { pmp: { private_auction: 1, deals } }, bids);
    expect(outcomes).toEqual([
      'won',
      'private_auction',
      'deal_seat',
      'private_auction',
      'deal_advertiser',
      'deal_advertiser',
      'outbid',
    ]);
    expect(winner).toEqual(['105', 4.5]);
    expect(run({}, { pmp: { deals } }, bids.slice(1, 4)).outcomes).toEqual(['won', 'deal_seat', 'deal_unknown']);
  });

  test('are open where the impression lists none', () => {
    expect(run({}, {}, [{ seat: 'm1', price: 1, dealid: 'D' }]).outcomes).toEqual(['won']);
  });

  test.for([1, 2])('at an agreed price are settled at it, and count with it, in an auction of type %i', (at) => {
    const imp = { pmp: { deals: [{ id: 'D', at: 3, bidfloor: 4 }] } };
    const bid = { seat: 'm1', price: 6, dealid: 'D' };
    expect(run({ at }, imp, [bid])).toMatchObject({ winner: ['m1', 4], price: '4', warnings: [] });
    expect(run({ at: 1 }, imp, [bid, { seat: 'm2', price: 5 }]).winner).toEqual(['m2', 5]);
    expect(run({ at }, imp, [{ ...bid, price: 3.99 }]).outcomes).toEqual(['below_floor']);
    const given = { ...defaults, currency: 'EUR', rates: { USD: '0.92' } };
    const inEuros = { pmp: { deals: [{ id: 'D', at: 3, bidfloor: 4, bidfloorcur: 'EUR' }] } };
    // 4.347826 USD are 3.99999992 EUR.
    expect(run({ at }, inEuros, [{ ...bid, cur: 'USD' }], given)).toMatchObject({
      winner: ['m1', 4],
      price: '4.347826',
    });
  });

  test.for<[requestAt: number, dealAt: unknown, onDeal: number, onNone: number]>([
    [1, 2, 5, 5],
    [1, '2', 5, 5],
    [1, 1, 6, 5],
    [2, 1, 6, 4],
    [2, 2, 5, 4],
    [2, null, 5, 4],
  ])('of an auction of type %i with type %j settle their bids by it, and no other', ([at, dealAt, onDeal, onNone]) => {
    const imp = { pmp: { deals: [{ id: 'D', at: dealAt, bidfloor: 1 }] } };
    const [deal, other, third] = [
      { seat: 'm1', price: 6, dealid: 'D' },
      { seat: 'm2', price: 5 },
      { seat: 'm3', price: 4, dealid: 'D' },
    ];
    expect(run({ at }, imp, [deal, other, third])).toMatchObject({ winner: ['m1', onDeal], warnings: [] });
    expect(run({ at }, imp, [other, third])).toMatchObject({ winner: ['m2', onNone], warnings: [] });
    // Below its floor a bid is out, however it would be settled.
    expect(run({ at }, imp, [{ ...deal, price: 0.99 }]).outcomes).toEqual(['below_floor']);
  });

  test('of another auction type change no price but that of the winner', () => {
    const bids = [
      { seat: 'm2', price: 5 },
      { seat: 'm1', price: 6, dealid: 'D' },
    ];
    const least = [1, 2].map((dealAt) => {
      const imp = { id: '1', pmp: { deals: [{ id: 'D', at: dealAt, bidfloor: 1 }] } };
      const sent = bids.map(({ seat, ...bid }) => ({ seatbid: [{ seat, bid: [{ impid: '1', ...bid }] }] }));
      const { request } = map({ at: 2, imp: [imp] }, sent).auctions[0]!;
      const decision = new Decision();
      decideAuction(tierSet, request, decision);
      return { paid: decision.clearingMicros, least: minToWin(tierSet, request, decision) };
    });
    expect(least.map(({ paid }) => paid)).toEqual([6_000_000, 5_000_000]);
    expect(least[0]!.least).toEqual(least[1]!.least);
    expect(least[0]!.least[1]!.grossMicros).toBeLessThanOrEqual(5_000_002);
  });

  test('of an unknown auction type, or that cannot be read, are named', () => {
    const deals = [{ id: 'D', at: 4 }, { bidfloor: 3 }, 'D3', { id: 'E', at: 3 }];
    const { warnings } = run({ at: 1 }, { pmp: { deals } }, []);
    expect(warnings.map(({ path }) => path)).toEqual([
      'bid_request.imp[0].pmp.deals[0].at',
      'bid_request.imp[0].pmp.deals[1]',
      'bid_request.imp[0].pmp.deals[2]',
      'bid_request.imp[0].pmp.deals[3].at',
    ]);
  });
});

test.for<[string, Given, Given, string]>([
  ['a blocked seat', { bseat: ['106'] }, { seat: '106' }, 'seat_blocked'],
  [
    'a blocked seat that is written otherwise',
    { bseat: [' Saffron  Travel'] },
    { seat: 'saffron travel ' },
    'seat_blocked',
  ],
  ['a seat of a blocked buyer', { bseat: [12] }, { seat: 'm12' }, 'seat_blocked'],
  ['a seat that is not among those allowed', { wseat: ['105'] }, { seat: '106' }, 'seat_blocked'],
  ['no seat, where some are allowed', { wseat: ['105'] }, {}, 'seat_blocked'],
  ['a seat that is allowed', { wseat: ['105'], bseat: [] }, { seat: '105' }, 'won'],
  [
    'a blocked advertiser',
    { badv: ['bad.example'] },
    { adomain: ['www.bad.example', 'x.example'] },
    'advertiser_blocked',
  ],
  [
    'a blocked advertiser in another script',
    { badv: ['bücher.example'] },
    { adomain: ['xn--bcher-kva.example'] },
    'advertiser_blocked',
  ],
  ['an advertiser of a like name', { badv: ['bad.example'] }, { adomain: ['notbad.example'] }, 'won'],
  ['a blocked category', { bcat: ['IAB7'] }, { cat: ['IAB1', 'iab7'] }, 'category_blocked'],
  ['a part of a blocked category', { bcat: ['IAB7'] }, { cat: ['IAB7-39'] }, 'category_blocked'],
  ['a category of a like name', { bcat: ['IAB7'] }, { cat: ['IAB70'] }, 'won'],
  ['a category of another taxonomy', { bcat: ['7'], cattax: 2 }, { cat: ['7'], cattax: 1 }, 'won'],
  ['a blocked app', { bapp: ['com.Bad.app'] }, { bundle: 'com.bad.app' }, 'app_blocked'],
])('%s', ([, request, bid, outcome]) => {
  expect(run(request, {}, [{ price: 9, ...bid }]).outcomes).toEqual([outcome]);
});

test('categories of another taxonomy than those of bids are not compared, which is named once', () => {
  const bids = [1, 2].map((price) => ({ price, cat: ['7'], cattax: 2 }));
  const { outcomes, warnings } = run({ bcat: ['7'], cattax: 1 }, {}, bids);
  expect(outcomes).toEqual(['outbid', 'won']);
  expect(warnings.map(({ path }) => path)).toEqual(['bid_request.bcat']);
});

test('a list that cannot be read is named, and so is an entry of one', () => {
  const { warnings } = run({ badv: 'bad.example', wseat: [{}, '105'] }, {}, []);
  expect(warnings.map(({ path }) => path)).toEqual(['bid_request.wseat', 'bid_request.badv']);
});

/** The ways in which a name is written on the wire; the independent decider only knows the first. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  'bad.example': ['bad.example', 'https://www.Bad.example/x', 'BAD.example.'],
  'bücher.example': ['bücher.example', 'xn--bcher-kva.example', 'www.bücher.example:443'],
  'Saffron Travel': ['Saffron Travel', ' saffron  travel ', 'SAFFRON\u00a0Travel'],
};

/** A value in which each name has one of its spellings, drawn by `draw`. */
const spelled = <Value>(value: Value, draw: number): Value => {
  let at = draw;
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => {
      const forms = typeof part === 'string' ? spellings[part] : undefined;
      return forms === undefined ? part : forms[at++ % forms.length];
    }),
  ) as Value;
};

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** The outcomes of bids in the order in which they are sent, and by impression what the winner pays and what that comes to. */
async function runAll({ request, imps, seats }: Plain, given: typeof defaults) {
  const bidResponses = seats.map(({ seat, cur, group, bids }) => ({
    cur,
    seatbid: [{ seat, group, bid: bids.map(({ imp, ...bid }) => ({ ...bid, impid: `${imp}` })) }],
  }));
  const bidRequest = { ...request, imp: imps.map((imp, at) => ({ ...imp, id: `${at}` })) };
  const mapped = map(bidRequest, bidResponses, given);
  const settled = await settleGroups(mapped, winnerOf);
  const answers = settled.map((auction) => {
    return toOpenRtbAnswer(auction, runAuction(tierSet, auction.request), mapped.exchange);
  });
  const placed = answers.flatMap(({ bids }) => bids);
  const sent = placed.toSorted((a, b) => a.response_index - b.response_index || a.bid_index - b.bid_index);
  return {
    outcomes: sent.map(({ outcome, reason }) => reason ?? outcome),
    sold: answers.map(({ winner }, at) => {
      const price = winner?.clearing_price ?? null;
      return { price, earned: ((price ?? 0) * (settled[at]!.request.quantityMicros ?? 1_000_000)) / 1_000_000 };
    }),
  };
}

/** What the independent decider is given. */
interface Plain {
  readonly request: Request;
  readonly imps: readonly Imp[];
  readonly seats: readonly SeatBids[];
}

test('20,000 random requests are decided as by an independent decider', async () => {
  const seat = fc.constantFrom('105', '106', 'Saffron Travel');
  const domain = fc.constantFrom('bad.example', 'shop.example', 'bücher.example');
  const price = fc.integer({ min: 0, max: 12 });
  const deal = fc.record({
    id: fc.constantFrom('D1', 7),
    at: optional(fc.constantFrom(1 as const, 2 as const, 3 as const)),
    bidfloor: optional(price),
    wseat: optional(fc.array(seat, { maxLength: 2 })),
    wadomain: optional(fc.array(domain, { maxLength: 2 })),
  });
  const imp: fc.Arbitrary<Imp> = fc.record({
    qty: optional(fc.record({ multiplier: fc.constantFrom(0.25, 12.5) })),
    bidfloor: optional(price),
    video: optional(
      fc.record({
        maxduration: fc.constantFrom(15, 30),
        mincpmpersec: optional(fc.constantFrom(0.25, 0.5)),
        durfloors: optional(
          fc.array(fc.record({ mindur: price, maxdur: fc.constant(20), bidfloor: price }), { maxLength: 2 }),
        ),
      }),
    ),
    pmp: optional(
      fc.record({ private_auction: fc.constantFrom(0, 1), deals: fc.uniqueArray(deal, { selector: ({ id }) => id }) }),
    ),
  });
  const request: fc.Arbitrary<Request> = fc.record({
    at: fc.constantFrom(1 as const, 2 as const),
    wseat: optional(fc.array(seat, { maxLength: 2 })),
    bseat: optional(fc.array(seat, { maxLength: 1 })),
    badv: optional(fc.array(domain, { maxLength: 1 })),
    bcat: optional(fc.array(fc.constantFrom('IAB1', 'IAB7'), { maxLength: 1 })),
  });
  const bid: fc.Arbitrary<OneBid> = fc.record({
    imp: fc.nat(2),
    price,
    dealid: optional(fc.constantFrom('D1', 7, 'NOPE')),
    adomain: optional(fc.array(domain, { maxLength: 2 })),
    cat: optional(fc.array(fc.constantFrom('IAB1', 'IAB7-39'), { maxLength: 1 })),
    dur: optional(fc.constantFrom(5, 15, 30)),
  });
  const seatBids: fc.Arbitrary<SeatBids> = fc.record({
    seat,
    cur: fc.constantFrom('USD', 'EUR'),
    group: fc.constantFrom(0 as const, 1 as const),
    bids: fc.array(bid, { maxLength: 3 }),
  });
  const asked = fc.record({
    request,
    imps: fc.array(imp, { minLength: 3, maxLength: 3 }),
    seats: fc.array(seatBids, { maxLength: 4 }),
    draw: fc.nat(99),
  });
  const given = { ...defaults, feePpm: 0, currency: 'USD', rates: { EUR: '1.25' } };
  const kinds = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(asked, async ({ request: of, imps, seats, draw }) => {
      const expected = decide(of, imps, seats, { USD: 1, EUR: 1.25 });
      fc.pre(expected !== undefined);
      const decided = await runAll(spelled({ request: of, imps, seats }, draw), given);
      for (const outcome of decided.outcomes) kinds.set(outcome, (kinds.get(outcome) ?? 0) + 1);
      const outcomes = decided.outcomes.map((one) => (/^(?:won|outbid|lost_tie)$/.test(one) ? 'valid' : one));
      expect({ outcomes, sold: decided.sold }).toEqual(expected);
    }),
    { numRuns: 20_000 },
  );
  const seen = ['won', 'below_floor', 'private_auction', 'deal_unknown', 'deal_seat', 'deal_advertiser'];
  for (const kind of [...seen, 'seat_blocked', 'advertiser_blocked', 'category_blocked', 'group_split']) {
    expect([kind, (kinds.get(kind) ?? 0) > 100]).toEqual([kind, true]);
  }
});
