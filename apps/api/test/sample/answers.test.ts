import type { FindRecorded, RecordedAnswer } from '@auction-tiers/contract';
import { toTierSetSource } from '@auction-tiers/contract/tier-set';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { type RecordedAuction, readRecordedAuctions } from '@auction-tiers/recorded';
import { compile, explainAuction, formatMoney, type TierSetSource } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findAuctions } from '../../src/sample/find-auctions.ts';
import { findCase, intervalOf } from '../../src/sample/minimum.ts';
import { curveOf } from '../../src/sample/minimum-curve.ts';
import { type Questions, SampleAnswers } from '../../src/sample/sample-answers.ts';
import { compiled, recordedLine, syntheticBodies, toContent } from './recorded.ts';

const file = demoTierSet();
const tierSet = compiled(file);
const lines = syntheticBodies(600, 2).map((body) => recordedLine(tierSet, JSON.stringify(body)));
const content = toContent(lines);
const auctions: RecordedAuction[] = [];
readRecordedAuctions(content, (auction) => auctions.push(auction));
const requests = auctions.map(({ request }) => request);
const explained = requests.map((request) => explainAuction(tierSet, request));
const bids = explained.flatMap(({ bids: each }) => each);

/** Decided auctions per auction of the sample. */
const weight = 4;
const ask = (questions: Questions, tiers: TierSetSource = toTierSetSource(file)): Omit<RecordedAnswer, 'sample'> => {
  const sample = new SampleAnswers();
  sample.addPart(content, 1, 1000);
  sample.addTiers('tiers', tiers);
  return sample.answer('tiers', questions, weight);
};
const tierOf = (id: number, tiers?: TierSetSource) => ask({ tier_id: id }, tiers).tier!;
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const earned = (micros: number) => expect.closeTo(micros * weight * 1e-9, 9);

test('the funnel and the figures of each tier count what the engine explains of each bid', () => {
  const forgone = sum(explained.map(({ forgoneMicros }) => forgoneMicros));
  expect(forgone).toBeGreaterThan(0);
  for (const { id, memberAction } of toTierSetSource(file).tiers) {
    const results = bids.map((bid) => bid.tiers.find(({ tierId }) => tierId === id)!.result);
    const count = (...kinds: readonly string[]) => weight * results.filter((result) => kinds.includes(result)).length;
    const own = bids.filter(({ tierId }) => tierId === id);
    const of = (outcome: string) => own.filter((bid) => bid.outcome === outcome);
    const tier = tierOf(id);
    expect(tier.funnel).toEqual({
      seen: weight * bids.length,
      listed: count('below_min_price', 'profile_mismatch', 'matched'),
      priced_in: count('profile_mismatch', 'matched'),
      targeted: count('matched'),
      within_limit: count('matched'),
      in_tier: weight * own.length,
      won: weight * of('won').length,
    });
    expect(tier.own).toMatchObject({
      bids_in: weight * own.length,
      won: weight * of('won').length,
      excluded: memberAction === 'exclude' ? weight * own.length : 0,
      excluded_net: earned(sum(of('excluded').map(({ netMicros }) => netMicros))),
      all_forgone: earned(forgone),
    });
  }
});

test('the hours of a buyer have all its bids, at their mean net price', () => {
  const { buyer_id: id } = ask({ buyers: true }).buyers!.find(({ buyer_id: one }) => one !== null)!;
  const own = requests.flatMap((request, at) =>
    request.bids.flatMap(({ memberId }, index) =>
      memberId === id
        ? [{ hour: Math.floor(request.timeMs / 3_600_000), net: explained[at]!.bids[index]!.netMicros }]
        : [],
    ),
  );
  const hours = [...new Set(own.map(({ hour }) => hour))].toSorted((one, other) => one - other);
  expect(ask({ buyer_id: id! }).buyer_hours).toEqual(
    hours.map((hour) => {
      const nets = own.filter((bid) => bid.hour === hour).map(({ net }) => net);
      return {
        starts_ms: hour * 3_600_000,
        bids: nets.length,
        mean_net: expect.closeTo(sum(nets) / nets.length / 1e6, 9),
      };
    }),
  );
  expect(ask({ buyer_id: 999_999 }).buyer_hours).toEqual([]);
});

test('quantiles of buyers are prices that were bid', () => {
  const buyers = ask({ buyers: true }).buyers!;
  expect(sum(buyers.map((buyer) => buyer.bids))).toBe(bids.length);
  for (const buyer of buyers) {
    const own = bids.filter(({ memberId }) => memberId === buyer.buyer_id);
    const nets = own.map(({ netMicros }) => netMicros / 1e6);
    expect(buyer.below_floor).toBe(own.filter(({ outcome }) => outcome === 'below_floor').length);
    expect(nets).toContain(buyer.median_net);
    expect(nets.filter((net) => net <= buyer.median_net).length).toBeGreaterThanOrEqual(nets.length / 2);
    expect(nets.filter((net) => net < buyer.median_net).length).toBeLessThan(nets.length / 2);
    expect(nets.filter((net) => net <= buyer.ninetieth_net).length).toBeGreaterThanOrEqual(nets.length * 0.9);
  }
});

describe('another minimum', () => {
  const source = toTierSetSource(file);
  const withMinimum = (tierId: number, minPriceMicros: number): TierSetSource => ({
    ...source,
    tiers: source.tiers.map((tier) => (tier.id === tierId ? { ...tier, minPriceMicros } : tier)),
  });

  test('does what the whole sample, decided by the changed tiers, does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...source.tiers.map(({ id }) => id)),
        fc.integer({ min: 0, max: 8_000_000 }),
        (tierId, minimum) => {
          const {
            gain,
            min_price: price,
            ...figures
          } = ask({ tier_id: tierId, min_price: formatMoney(minimum) }).minimum!;
          const changed = tierOf(tierId, withMinimum(tierId, minimum)).own;
          expect(price).toBe(minimum / 1e6);
          expect(figures).toEqual(changed);
          expect(gain.value).toBeCloseTo(changed.all_net - tierOf(tierId).own.all_net, 9);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('of a tier beside others with limits does the same, and so has a curve, and the funnel ends at the limit', () => {
    const limited: TierSetSource = {
      ...source,
      tiers: source.tiers.map((one) => (one.memberAction === 'include' ? { ...one, maxForgoneMicros: 500_000 } : one)),
    };
    const limitedSet = compile(limited);
    if (!limitedSet.ok) throw new Error(JSON.stringify(limitedSet.issues));
    const explainedBids = requests.flatMap((request) => explainAuction(limitedSet.tierSet, request).bids);
    const kept: number[] = [];
    for (const { id, memberAction } of source.tiers) {
      const { funnel, curve, own } = tierOf(id, limited);
      const results = explainedBids.map(({ tiers }) => tiers.find(({ tierId }) => tierId === id)!.result);
      const count = (result: string) => weight * results.filter((one) => one === result).length;
      expect(funnel).toMatchObject({
        targeted: count('matched') + count('too_costly'),
        within_limit: count('matched'),
      });
      if (memberAction === 'include') kept.push(count('too_costly'));
      for (const { price, value } of curve.points.filter((_, at) => at % 20 === 0)) {
        const minPriceMicros = Math.round(price * 1e6);
        const asked = ask({ tier_id: id, min_price: formatMoney(minPriceMicros) }, limited).minimum!;
        const tiers = limited.tiers.map((one) => (one.id === id ? { ...one, minPriceMicros } : one));
        const changed = tierOf(id, { ...limited, tiers }).own;
        expect(asked).toMatchObject(changed);
        expect(value).toBeCloseTo(changed.all_net - own.all_net, 9);
      }
    }
    expect(Math.max(...kept)).toBeGreaterThan(0);
  });

  test('has a curve of net that is, at each minimum, what that minimum brings, with the same band', () => {
    for (const { id, minPriceMicros } of source.tiers) {
      const { points, best } = tierOf(id).curve;
      for (const { price, ...estimated } of points.filter((_, at) => at % 5 === 0)) {
        const minimum = formatMoney(Math.round(price * 1e6));
        expect(estimated).toEqual(ask({ tier_id: id, min_price: minimum }).minimum!.gain);
      }
      const present = points.find(({ price }) => price === (minPriceMicros ?? 0) / 1e6);
      expect(present).toMatchObject({ value: 0, low: 0, high: 0, changed: 0 });
      const most = Math.max(...points.map(({ value }) => value));
      expect(points.find(({ price }) => price === best.at)!.value).toBe(most);
      expect(best.from).toBeLessThanOrEqual(best.at);
      expect(best.to).toBeGreaterThanOrEqual(best.at);
    }
  });

  test('is not told apart from the best by few auctions', () => {
    const few = requests.slice(0, 9);
    for (const { id } of source.tiers) {
      const { points, best } = curveOf(findCase(few, source, tierSet, id), source, 1);
      expect([best.from, best.to]).toEqual([points[0]!.price, points.at(-1)!.price]);
    }
  });

  test('has a band that holds what other auctions of the kind bring about 95 times of 100', () => {
    // Of auctions that differ by 1 with a chance of 0.3, else by nothing; drawn by a fixed sequence.
    const [count, chance, rounds] = [400, 0.3, 500];
    let state = 1;
    const next = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    let held = 0;
    for (let round = 0; round < rounds; round++) {
      const drawn = sum(Array.from({ length: count }, () => Number(next() < chance)));
      const { low, high } = intervalOf(drawn, drawn, count);
      if (low <= count * chance && count * chance <= high) held++;
    }
    expect(held / rounds).toBeGreaterThan(0.92);
    expect(held / rounds).toBeLessThan(0.98);
  });

  test('decides over the bids of its buyers that its profile matches', () => {
    for (const { id: tierId } of source.tiers) {
      const { funnel, prices, other_bids: otherBids } = tierOf(tierId);
      const nets = { length: sum(prices.map(({ count }) => count)) };
      expect(weight * (nets.length + otherBids)).toBe(funnel.listed);
      const pricedOut = bids.filter((bid) =>
        bid.tiers.some((tier) => tier.tierId === tierId && ['matched', 'below_min_price'].includes(tier.result)),
      );
      expect(nets.length).toBeLessThanOrEqual(pricedOut.length);
    }
  });
});

const lost = new Set(['outranked', 'outbid', 'lost_tie']);
const isRequired = ({ grossMicros }: { readonly grossMicros: number }) => grossMicros === 2_352_942;
type Filter = Partial<FindRecorded>;
const findUnder = (tiers: typeof tierSet, filter: Filter) =>
  findAuctions(auctions, tiers, { sort: 'time.desc', ...filter });
const find = (filter: Filter) => findUnder(tierSet, filter);

describe('a search', () => {
  test('for nothing finds all, the latest first, decided as they were then', () => {
    const { auctions: found, count } = find({});
    expect(count).toBe(auctions.length);
    expect(found.map(({ time_ms: timeMs }) => timeMs)).toEqual(
      found.map(({ time_ms: timeMs }) => timeMs).toSorted((one, other) => other - one),
    );
    expect(found.every(({ is_as_then: isAsThen }) => isAsThen)).toBe(true);
  });

  test.for([
    [{ buyer_id: 107 }, (bid) => bid.memberId === 107],
    [{ buyer_id: 107, outcome: 'lost' }, (bid) => bid.memberId === 107 && lost.has(bid.outcome)],
    [{ tier_id: 5, outcome: 'won' }, (bid) => bid.tierId === 5 && bid.outcome === 'won'],
    [{ outcome: 'below_floor' }, (bid) => bid.outcome === 'below_floor'],
    [
      { missed_tier_id: 5 },
      (bid) =>
        bid.tierId !== 5 && bid.tiers.some(({ tierId, result }) => tierId === 5 && result !== 'buyer_not_listed'),
    ],
    [{ net_from: '1.000000', net_to: '2.000000' }, ({ netMicros: net }) => net >= 1e6 && net <= 2e6],
  ] satisfies [Filter, (bid: (typeof bids)[number]) => boolean][])(
    'for %j finds the auctions with such a bid',
    ([filter, matches]) => {
      const expected = explained.filter(({ bids: each }) => each.some(matches)).length;
      expect(expected).toBeGreaterThan(0);
      expect(find(filter).count).toBe(expected);
    },
  );

  test('for a gross price finds bids of that price', () => {
    const price = '2.352942';
    const expected = requests.filter((request) => request.bids.some(isRequired)).length;
    const { auctions: found, count } = find({ gross_from: price, gross_to: price });
    expect([expected > 0, count, found.every(({ bid }) => bid?.gross === 2.352942)]).toEqual([true, expected, true]);
  });

  test('is sorted over all that is found, not over the latest', () => {
    const nets = bids.filter(({ memberId }) => memberId === 107).map(({ netMicros }) => netMicros / 1e6);
    const { auctions: found } = find({ buyer_id: 107, sort: 'net.desc' });
    expect(found.map(({ bid }) => bid!.net)).toEqual(nets.toSorted((one, other) => other - one).slice(0, 500));
    // Of all 600 auctions, of which 500 are listed, the cheapest is the first.
    const paid = explained.flatMap(({ winner }) => (winner === null ? [] : [winner.clearingMicros]));
    expect(find({ sort: 'pays.asc' }).auctions[0]?.winner?.pays).toBe(Math.min(...paid.map(Number)) / 1e6);
  });

  test('for a second and a seed finds the auction, whose id gives its body', () => {
    for (const { timeMs, seed } of requests.slice(0, 5)) {
      const time = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');
      const same = requests.filter(
        (one) => Math.floor(one.timeMs / 1000) === Math.floor(timeMs / 1000) && one.seed === seed,
      );
      const { auctions: found, count } = find({ time, seed });
      expect(count).toBe(same.length);
      expect(ask({ auction: found[0]!.id }).auction).toMatchObject({ seed, ym_profile_id: 1 });
    }
    expect(() => ask({ auction: 'none' })).toThrow('is none, which is not among the auctions that were read');
  });

  test('under other tiers says which auctions are decided otherwise', () => {
    const changed = { ...file, tiers: file.tiers.filter(({ id }) => id !== 2) };
    const { auctions: found } = findUnder(compiled(changed), {});
    const same = found.filter(({ is_as_then: isAsThen }) => isAsThen).length;
    expect(same).toBeGreaterThan(0);
    expect(same).toBeLessThan(found.length);
  });
});
