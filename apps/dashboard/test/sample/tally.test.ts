import { toTierSetSource } from '@auction-tiers/contract/tier-set';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { compile, explainAuction, type TierSetSource } from '@auction-tiers/tier-engine';
import { type RecordedAuction, RecordedReader } from '@auction-tiers/recorded/line';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AuctionFilter, findAuctions } from '../../src/sample/find-auctions.ts';
import { decideMinimum, findCase, intervalOf } from '../../src/sample/minimum.ts';
import { curveOf } from '../../src/sample/minimum-curve.ts';
import { partOf, unpack } from '../../src/sample/unpack.ts';
import { type Tally, tallyOf } from '../../src/sample/tally.ts';
import { compiled, recordedLine, syntheticBodies, toContent } from './recorded.ts';

const file = demoTierSet();
const tierSet = compiled(file);
const lines = syntheticBodies(600, 2).map((body) => recordedLine(tierSet, JSON.stringify(body)));
const auctions: RecordedAuction[] = [];
new RecordedReader().readPacked(partOf(toContent(lines).toString('base64')), unpack, (auction) =>
  auctions.push(auction),
);
const requests = auctions.map(({ request }) => request);
const explained = requests.map((request) => explainAuction(tierSet, request));
const bids = explained.flatMap(({ bids: each }) => each);

const tally = tallyOf(requests, tierSet);
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

test('the funnel of each tier counts what the engine explains of each bid', () => {
  for (const tier of tally.tiers) {
    const results = bids.map((bid) => bid.tiers.find(({ tierId }) => tierId === tier.tierId)!.result);
    const count = (...kinds: readonly string[]) => results.filter((result) => kinds.includes(result)).length;
    expect(tier).toMatchObject({
      listed: count('below_min_price', 'profile_mismatch', 'matched'),
      pricedIn: count('profile_mismatch', 'matched'),
      targeted: count('matched'),
      inTier: bids.filter(({ tierId }) => tierId === tier.tierId).length,
      won: bids.filter(({ tierId, outcome }) => tierId === tier.tierId && outcome === 'won').length,
      excluded: bids.filter(({ tierId, outcome }) => tierId === tier.tierId && outcome === 'excluded').length,
    });
  }
  expect(tally.forgoneMicros).toBe(sum(explained.map(({ forgoneMicros }) => forgoneMicros)));
  expect(tally.forgoneMicros).toBeGreaterThan(0);
});

test('what buyers did adds up to what all bids did, and their quantiles are prices that were bid', () => {
  expect(sum(tally.buyers.map((buyer) => buyer.bids))).toBe(tally.bids);
  expect(sum(tally.buyers.map(({ netMicros }) => netMicros))).toBe(tally.netMicros);
  for (const buyer of tally.buyers) {
    const own = bids.filter(({ memberId }) => memberId === buyer.buyerId);
    const nets = own.map(({ netMicros }) => netMicros).toSorted((one, other) => one - other);
    expect(sum(Object.values(buyer.outcomes))).toBe(own.length);
    expect(buyer.outcomes.below_floor).toBe(own.filter(({ outcome }) => outcome === 'below_floor').length);
    expect(nets).toContain(buyer.medianMicros);
    expect(nets.filter((net) => net <= buyer.medianMicros).length).toBeGreaterThanOrEqual(nets.length / 2);
    expect(nets.filter((net) => net < buyer.medianMicros).length).toBeLessThan(nets.length / 2);
    expect(nets.filter((net) => net <= buyer.ninetiethMicros).length).toBeGreaterThanOrEqual(nets.length * 0.9);
  }
});

describe('another minimum', () => {
  const source = toTierSetSource(file);
  const withMinimum = (tierId: number, minPriceMicros: number): TierSetSource => ({
    ...source,
    tiers: source.tiers.map((tier) => (tier.id === tierId ? { ...tier, minPriceMicros } : tier)),
  });

  test('does what the whole sample, decided by the changed tiers, does', () => {
    const cases = new Map(source.tiers.map(({ id }) => [id, findCase(requests, source, tierSet, id)] as const));
    fc.assert(
      fc.property(
        fc.constantFrom(...source.tiers.map(({ id }) => id)),
        fc.integer({ min: 0, max: 8_000_000 }),
        (tierId, minimum) => {
          const answer = decideMinimum(cases.get(tierId)!, source, minimum);
          const changed = compile(withMinimum(tierId, minimum));
          const whole: Tally = tallyOf(requests, changed.ok ? changed.tierSet : tierSet);
          const tier = whole.tiers.find((one) => one.tierId === tierId)!;
          const { inTier, won, netMicros, forgoneMicros, excluded, excludedMicros } = tier;
          expect(answer).toEqual({
            minPriceMicros: minimum,
            inTier,
            won,
            netMicros,
            forgoneMicros,
            excluded,
            excludedMicros,
            whole: { sold: whole.sold, netMicros: whole.netMicros, forgoneMicros: whole.forgoneMicros },
            gain: expect.objectContaining({ value: whole.netMicros - tally.netMicros }),
          });
        },
      ),
      { numRuns: 20 },
    );
  });

  test('has a curve of net that is, at each minimum, what that minimum brings, with the same band', () => {
    for (const { id, minPriceMicros } of source.tiers) {
      const found = findCase(requests, source, tierSet, id);
      const { points, best } = curveOf(found, source);
      for (const { minPriceMicros: minimum, ...estimated } of points.filter((_, at) => at % 5 === 0)) {
        expect(estimated).toEqual(decideMinimum(found, source, minimum).gain);
      }
      const present = points.find(({ minPriceMicros: minimum }) => minimum === (minPriceMicros ?? 0));
      expect(present).toMatchObject({ value: 0, low: 0, high: 0, changed: 0 });
      const most = Math.max(...points.map(({ value }) => value));
      expect(points.find(({ minPriceMicros: minimum }) => minimum === best.atMicros)!.value).toBe(most);
      expect(best.fromMicros).toBeLessThanOrEqual(best.atMicros);
      expect(best.toMicros).toBeGreaterThanOrEqual(best.atMicros);
    }
  });

  test('is not told apart from the best by few auctions', () => {
    const few = requests.slice(0, 9);
    for (const { id } of source.tiers) {
      const { points, best } = curveOf(findCase(few, source, tierSet, id), source);
      expect([best.fromMicros, best.toMicros]).toEqual([points[0]!.minPriceMicros, points.at(-1)!.minPriceMicros]);
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
    for (const { tierId, listed } of tally.tiers) {
      const { nets, otherBids } = findCase(requests, source, tierSet, tierId);
      expect(nets.length + otherBids).toBe(listed);
      const pricedOut = bids.filter((bid) =>
        bid.tiers.some((tier) => tier.tierId === tierId && ['matched', 'below_min_price'].includes(tier.result)),
      );
      expect(nets.length).toBeLessThanOrEqual(pricedOut.length);
    }
  });
});

const lost = new Set(['outranked', 'outbid', 'lost_tie']);
const isRequired = ({ grossMicros }: { readonly grossMicros: number }) => grossMicros === 2_352_942;
const find = (filter: AuctionFilter) => findAuctions(auctions, tierSet, filter);

describe('a search', () => {
  test('for nothing finds all, the latest first, decided as they were then', () => {
    const { found, count } = find({});
    expect(count).toBe(auctions.length);
    expect(found.map(({ timeMs }) => timeMs)).toEqual(
      found.map(({ timeMs }) => timeMs).toSorted((one, other) => other - one),
    );
    expect(found.every(({ isAsThen }) => isAsThen)).toBe(true);
  });

  test.for([
    [{ buyerId: 107 }, (bid) => bid.memberId === 107],
    [{ buyerId: 107, outcome: 'lost' }, (bid) => bid.memberId === 107 && lost.has(bid.outcome)],
    [{ tierId: 5, outcome: 'won' }, (bid) => bid.tierId === 5 && bid.outcome === 'won'],
    [{ outcome: 'below_floor' }, (bid) => bid.outcome === 'below_floor'],
    [
      { missedTierId: 5 },
      (bid) =>
        bid.tierId !== 5 && bid.tiers.some(({ tierId, result }) => tierId === 5 && result !== 'buyer_not_listed'),
    ],
    [{ net: { fromMicros: 1_000_000, toMicros: 2_000_000 } }, ({ netMicros: net }) => net >= 1e6 && net <= 2e6],
  ] satisfies [AuctionFilter, (bid: (typeof bids)[number]) => boolean][])(
    'for %j finds the auctions with such a bid',
    ([filter, matches]) => {
      const expected = explained.filter(({ bids: each }) => each.some(matches)).length;
      expect(expected).toBeGreaterThan(0);
      expect(find(filter).count).toBe(expected);
    },
  );

  test('for a gross price finds bids of that price', () => {
    const range = { fromMicros: 2_352_942, toMicros: 2_352_942 };
    const expected = requests.filter((request) => request.bids.some(isRequired)).length;
    const { found, count } = find({ gross: range });
    expect([expected > 0, count, found.every(({ bid }) => bid !== null && isRequired(bid))]).toEqual([
      true,
      expected,
      true,
    ]);
  });

  test('is sorted over all that is found, not over the latest', () => {
    const nets = bids.filter(({ memberId }) => memberId === 107).map(({ netMicros }) => netMicros);
    const { found } = find({ buyerId: 107, sort: { id: 'net', desc: true } });
    expect(found.map(({ bid }) => bid!.netMicros)).toEqual(nets.toSorted((one, other) => other - one).slice(0, 500));
    // Of all 600 auctions, of which 500 are listed, the cheapest is the first.
    const paid = explained.flatMap(({ winner }) => (winner === null ? [] : [winner.clearingMicros]));
    expect(find({ sort: { id: 'pays', desc: false } }).found[0]?.winner?.clearingMicros).toBe(
      Math.min(...paid.map(Number)),
    );
  });

  test('for moments finds those from the first on and before the last', () => {
    const times = requests.map(({ timeMs }) => timeMs);
    const [fromMs, beforeMs] = [times[1]!, times[1]! + 3_600_000];
    expect(find({ fromMs, beforeMs }).count).toBe(times.filter((ms) => ms >= fromMs && ms < beforeMs).length);
  });

  test('under other tiers says which auctions are decided otherwise', () => {
    const changed = { ...file, tiers: file.tiers.filter(({ id }) => id !== 2) };
    const { found } = findAuctions(auctions, compiled(changed), {});
    const same = found.filter(({ isAsThen }) => isAsThen).length;
    expect(same).toBeGreaterThan(0);
    expect(same).toBeLessThan(found.length);
  });
});
