import { compile, decideAuction, Decision, minToWin, runAuction } from '@auction-tiers/tier-engine';
import { toOpenRtbAnswer } from '@auction-tiers/openrtb';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaults, map } from './build.ts';

const microsOf = (price: string): bigint => {
  const [whole = '', fraction = ''] = price.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};

const textOf = (micros: bigint): string => {
  const digits = micros.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

function tierSetOf(tiers: Tiers) {
  const compiled = compile({ ymProfileId: 42, revision: 'r1', tiers, profiles: [] });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.issues));
  return compiled.tierSet;
}

type Tiers = Parameters<typeof compile>[0]['tiers'];

interface Case {
  readonly rate: string;
  /** In the currency with the rate. */
  readonly price: string;
  /** In the seller's. */
  readonly rival: string;
  readonly floor?: string;
  readonly at?: 1 | 2;
  readonly seed?: string;
  readonly feePpm?: number;
  readonly tiers?: Tiers;
}

/** Seat m1 bids in USD, seat m2 in EUR, for a seller in EUR. */
function decide({ rate, price, rival, floor = '0', at = 1, seed = 's', feePpm = 0, tiers = [] }: Case) {
  const tierSet = tierSetOf(tiers);
  const mapped = map(
    { at, imp: [{ id: '1', bidfloor: floor, bidfloorcur: 'EUR' }] },
    [
      { cur: 'USD', seatbid: [{ seat: 'm1', bid: [{ id: 'a', impid: '1', price }] }] },
      { cur: 'EUR', seatbid: [{ seat: 'm2', bid: [{ id: 'b', impid: '1', price: rival }] }] },
    ],
    { ...defaults, feePpm, seed, currency: 'EUR', rates: { USD: rate } },
  );
  const { exchange } = mapped;
  const auction = mapped.auctions[0]!;
  const decision = new Decision();
  decideAuction(tierSet, auction.request, decision);
  const any = minToWin(tierSet, auction.request, decision);
  const own = minToWin(tierSet, auction.request, decision, (index, micros) =>
    exchange.nextBid(micros, index === 0 ? 'USD' : 'EUR'),
  );
  return toOpenRtbAnswer(auction, runAuction(tierSet, auction.request), exchange, { any, own });
}

/** What the macro tells a bid that lost, in its own currency; undefined: it won. */
const toldTo = (one: Case) => decide(one).bids[0]!.auction_min_to_win;
const wins = (one: Case) => decide(one).winner?.seat === 'm1';

test.for(['draw-1', 'draw-2', 'draw-3', 'draw-4'])(
  'a bid of 1 USD against 2 EUR at 0.92 needs some 2.173913 USD, whoever wins the draw (seed %s)',
  (seed) => {
    const sent = { rate: '0.92', price: '1', rival: '2', seed };
    expect(decide(sent).bids[0]).toMatchObject({ outcome: 'outbid', auction_currency: 'USD' });
    const told = toldTo(sent)!;
    expect(Number(told)).toBeCloseTo(2.173913, 5);
    expect(wins({ ...sent, price: told })).toBe(true);
    expect(wins({ ...sent, price: textOf(microsOf(told) - 1n) })).toBe(false);
    // In the seller's currency, beside it: the price itself, or a micro above where the other one wins the draw.
    expect([2, 2.000001]).toContain(decide(sent).bids[0]!.min_to_win);
  },
);

const rate = fc.oneof(
  fc.constantFrom('0.92', '1.0869565217391304347826', '155.31', '0.0000379', '1', '0.333333333333', '7'),
  fc.integer({ min: 1, max: 10 ** 9 }).map((units) => textOf(BigInt(units))),
);
const price = (max: number) => fc.integer({ min: 1, max }).map((micros) => textOf(BigInt(micros)));
const tier = fc.record({
  priority: fc.integer({ min: 1, max: 3 }),
  memberAction: fc.constantFrom('include' as const, 'exclude' as const),
  minPriceMicros: fc.integer({ min: 0, max: 6_000_000 }),
  buyerMemberIds: fc.constantFrom([1], [2], [1, 2]),
});

test('at every rate, bidding what a bid is told wins, and a micro less does not', () => {
  let told = 0;
  fc.assert(
    fc.property(
      rate,
      price(5_000_000),
      price(5_000_000),
      price(2_000_000),
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom(0, 150_000, 125_000),
      fc.array(tier, { maxLength: 3 }),
      (usd, bid, rival, floor, seed, feePpm, rules) => {
        const tiers = rules.map((rule, at) => ({ ...rule, id: at + 1, profileId: null }));
        const sent = { rate: usd, price: bid, rival, floor, seed, feePpm, tiers };
        const least = toldTo(sent);
        if (least === undefined || least === '') return;
        told++;
        expect(wins({ ...sent, price: least })).toBe(true);
        const less = microsOf(least) - 1n;
        if (less >= 0n) expect(wins({ ...sent, price: textOf(less) })).toBe(false);
      },
    ),
    { numRuns: 2000 },
  );
  expect(told).toBeGreaterThan(100);
});

test('where a micro of the bid is many of the seller, the price told is one that the bid can have', () => {
  // From 2.0001 on the bid would be excluded. A bid in USD moves in steps of 155 micros, and none lies between.
  const exclude = { id: 1, priority: 5, memberAction: 'exclude', buyerMemberIds: [1], profileId: null } as const;
  const sent = { rate: '155', price: '0.01', rival: '2.00001', tiers: [{ ...exclude, minPriceMicros: 2_000_050 }] };
  expect(toldTo(sent)).toBe('');
  expect(decide(sent).bids[0]!.min_to_win).not.toBeNull();
});

test('what the winner pays is told in the currency of its bid, at first and at second price', () => {
  const sent = { rate: '0.92', price: '3.000001', rival: '2' };
  expect(decide(sent).winner).toMatchObject({
    price: 2.760001,
    clearing_price: 2.760001,
    auction_price: '3.000001',
    auction_currency: 'USD',
  });
  const second = decide({ ...sent, at: 2 });
  // 2.173912 USD are the least that is 2 EUR; 2.173911 USD are 1.999999 EUR.
  expect(second.winner).toMatchObject({ clearing_price: 2, auction_price: '2.173912', auction_currency: 'USD' });
});
