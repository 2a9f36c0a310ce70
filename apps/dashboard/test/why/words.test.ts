import { findServiceWord } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { toTierSetSource } from '@auction-tiers/contract/tier-set';
import { compile, type TierSet } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { choiceWords, clearingOf, changeWords, forgoneWords } from '../../src/room/why/decision-words.ts';
import { type Body, explainBody, type Explained } from '../../src/room/why/explain-body.ts';
import type { Names } from '../../src/room/why/names.ts';
import { problemPlace } from '../../src/room/why/problem-place.ts';
import { failedCondition, verdictOf } from '../../src/room/why/verdict-words.ts';
import { clockText, momentOfClock } from '../../src/figure/date.ts';

const names: Names = {
  tier: (id) => `T${id}`,
  buyer: (id) => `B${id}`,
  profile: (id) => `the profile P${id}`,
  timeZone: 'America/New_York',
};
const source = toTierSetSource(demoTierSet());
const made = compile(source);
const tierSet: TierSet = made.ok ? made.tierSet : (undefined as never);
const defaults = { seed: 'drawn', timeMs: Date.UTC(2026, 10, 21, 8), feePpm: 150_000 };

function explained(body: Body): Explained {
  const answer = explainBody({ ym_profile_id: 1, ...body }, tierSet, defaults);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems));
  return answer;
}
const bid = (id: string, member_id: number, price: number) => ({ id, member_id, price });
const verdictsOf = (body: Body) => explained(body).explanation.bids[0]!.tiers.map((tier) => verdictOf(tier, names));

describe('what a tier saw and needed', () => {
  test('a bid that nets too little says what it had to bid', () => {
    const verdict = verdictsOf({ bids: [bid('a', 107, 2)] }).find((one) => one?.saw.startsWith('net'));
    expect(verdict).toMatchObject({ saw: 'net 1.70 USD CPM', needed: '2.00 USD CPM' });
    expect(verdict?.note).toContain('bid 2.36 USD CPM gross');
  });

  test.for([
    [{ dma: 803 }, 'Los Angeles CA (803)', 'New York NY (501)'],
    [{}, 'no dma', 'New York NY (501)'],
  ] as const)('an impression with %j elsewhere', ([impression, saw, needed]) => {
    const verdict = verdictsOf({ impression, bids: [bid('a', 102, 9)] }).find((one) => one?.needed === needed);
    expect(verdict?.saw).toContain(saw);
  });

  test.for([
    [104, { sizes: [{ width: 728, height: 90 }] }, '728×90', '300×250'],
    [117, { time: '2026-11-21T12:00:00Z' }, '7', '18:00–24:00'],
    [108, { country: 'GB' }, 'GB', 'US'],
  ] as const)('buyer %j on %j', ([buyer, impression, saw, needed]) => {
    const verdict = verdictsOf({ impression, bids: [bid('a', buyer, 5)] }).find((one) => one?.needed.includes(needed));
    expect(verdict?.saw).toContain(saw);
  });

  test('names the first condition that failed', () => {
    const { explanation } = explained({ impression: { dma: 803 }, bids: [bid('a', 102, 1)] });
    const failed = new Map(explanation.bids[0]!.tiers.map((tier) => [tier.tierId, failedCondition(tier)]));
    expect(failed.get(3)).toBe('price');
    expect(failed.get(2)).toBe('buyer');
  });
});

test('the arithmetic of the clearing price ends at the clearing price', () => {
  const prices = fc.constantFrom(0.5, 1, 1.176471, 2.352942, 2.5, 3.529412, 5);
  const bids = fc.array(fc.integer({ min: 101, max: 120 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2),
      fc.option(prices),
      bids,
      fc.infiniteStream(prices),
      (type, floor, buyers, stream) => {
        const body = {
          auction_type: type,
          bid_floor: floor,
          bids: buyers.map((id, at) => ({
            ...bid(`b${at}`, id, stream.next().value),
            revenue_share_pct: at % 2 === 0 ? null : 20,
            bid_floor: at % 3 === 0 ? 2.352942 : null,
            first_price: at % 5 === 0,
          })),
        };
        const { request, explanation } = explained(body);
        const clearing = clearingOf(request, explanation, tierSet.tiers, names);
        expect(clearing?.clearingMicros).toBe(explanation.winner?.clearingMicros);
      },
    ),
  );
});

test('a draw among tiers can be checked by hand', () => {
  const { explanation } = explained({ bids: [bid('a', 112, 5)] });
  const words = choiceWords(explanation.bids[0]!, names);
  const [, u32, count, index] = /gave (\d+); divided by (\d+) it leaves (\d+)/.exec(words)!.map(Number);
  expect(u32! % count!).toBe(index);
  expect(words.endsWith(`T${explanation.bids[0]!.tierId}.`)).toBe(true);
});

const forgoneOf = (body: Body) => {
  const { request, explanation } = explained(body);
  return forgoneWords(request, explanation, names);
};

test('what is forgone is the difference of two figures that are named', () => {
  const bids = [bid('a', 107, 3), bid('b', 130, 5)];
  expect(forgoneOf({ bids })).toContain('4.25 − 2.55 = 1.70 USD CPM');
  expect(forgoneOf({ bids, auction_type: 2 }), 'the second price of 3.00 gross, less the minimum').toContain(
    '2.55 − 2.00 = 0.55',
  );
  expect(forgoneOf({ bids: [bid('a', 107, 3)], auction_type: 2 }), 'the minimum raised the price').toContain(
    '0.00 − 2.00 = −2.00',
  );
  expect(forgoneOf({ bids: bids.slice(1), auction_type: 2 })).toContain('nothing is forgone');
});

test('the clearing price names the best bid of another buyer, not the own next one of the winner', () => {
  const bids = [bid('a', 130, 5), bid('b', 130, 4), bid('c', 131, 3)];
  const { request, explanation } = explained({ auction_type: 2, bids });
  const clearing = clearingOf(request, explanation, tierSet.tiers, names);
  expect(clearing?.clearingMicros).toBe(3_000_000);
  expect(clearing?.steps[0]).toContain('B131’s (bid 3)');
});

test('a change says what it changed, and that nothing did', () => {
  const before = explained({ bids: [bid('a', 107, 2), bid('b', 130, 3)] }).explanation;
  const after = explained({ bids: [bid('a', 107, 2.4), bid('b', 130, 3)] }).explanation;
  const words = changeWords(before, after, 'a', names);
  for (const part of ['winner B130 → B107', 'clearing price 3.00 → 2.40 USD CPM', 'this bid outbid → won', 'T5']) {
    expect(words).toContain(part);
  }
  expect(changeWords(after, after, 'a', names)).toContain('still wins at 2.40 USD CPM');
});

test('a tier that is not yet in its flight says so in the time zone of the seller', () => {
  const [startMs, timeMs] = [Date.UTC(2026, 10, 22, 13, 15), Date.UTC(2026, 10, 21, 13, 15)];
  const base = explained({ bids: [bid('a', 107, 2)] }).explanation.bids[0]!.tiers[0]!;
  const tier = { ...base, result: 'out_of_flight' as const, detail: { timeMs, startMs, endMs: null } };
  expect(verdictOf(tier, names)).toMatchObject({
    saw: expect.stringMatching(/21.*08:15 \(America\/New_York\)$/),
    needed: expect.stringMatching(/^a time from .*22.*08:15 \(America\/New_York\)$/),
  });
});

test.for([
  ['bids.0.price', 'Bid 1, gross price:'],
  ['bids.2.member_id', 'Bid 3, buyer:'],
  ['bids', 'Bids:'],
  ['bid_floor', 'Floor, gross:'],
  ['impression.sizes.1.width', 'Impression, sizes, no. 2, width:'],
  ['', 'The auction:'],
])('what is wrong at %j is said to be at %s', ([path, words]) => {
  expect(problemPlace(path!).toLowerCase()).toBe(words!.toLowerCase());
  expect(findServiceWord(problemPlace(path!))).toBeNull();
});

test('problems of a body are named at their field', () => {
  const answer = explainBody({ ym_profile_id: 1, bid_floor: -1, bids: [{ id: 'a', member_id: 1 }] }, tierSet, defaults);
  expect(answer.ok ? [] : answer.problems.map(({ path }) => path).toSorted()).toEqual(['bid_floor', 'bids.0.price']);
});

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
test('a moment is the one that the clock of the time zone shows', () => {
  const seconds = fc.integer({ min: Date.UTC(2020, 0) / 1000, max: Date.UTC(2035, 0) / 1000 });
  fc.assert(
    fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
      const text = clockText(second * 1000, zone);
      expect(clockText(momentOfClock(text, zone)!, zone)).toBe(text);
    }),
  );
  expect(momentOfClock('2026-11-22T08:15', 'America/New_York')).toBe(Date.UTC(2026, 10, 22, 13, 15));
  expect(momentOfClock('yesterday', 'UTC')).toBeNull();
});
