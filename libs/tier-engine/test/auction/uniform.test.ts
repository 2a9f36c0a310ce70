import { runAuction } from '@auction-tiers/tier-engine';
import { describe, expect, test } from 'vitest';
import { bid, compiled, request, source, tier } from '../fixture/build.ts';
import { countKinds, unevenness } from '../fixture/chi-square.ts';

/** Always the same seeds, so that the answer is the same on every run. */
const seeds = Array.from({ length: 12_000 }, (_, at) => `seed-${at}`);
const places = seeds.map((_, index) => index);

function tiedTiers(count: number) {
  const tiers = Array.from({ length: count }, (_, at) =>
    tier({ id: at + 1, ...(at % 2 === 1 && { memberAction: 'exclude', minPriceMicros: null }) }),
  );
  return { tierSet: compiled(source(tiers)), ids: tiers.map(({ id }) => id) };
}

describe('tiers of one priority are drawn evenly, whatever their actions', () => {
  test.for([2, 3, 4, 5, 7])('%d tiers, over many seeds', (count) => {
    const { tierSet, ids } = tiedTiers(count);
    const drawn = seeds.map((seed) => runAuction(tierSet, request({ seed })).bids[0]!.tierId!);
    expect(unevenness(countKinds(ids, drawn))).toBeLessThan(1);
  });

  test.for([2, 3, 4, 5, 7])('%d tiers, over many bids of one auction', (count) => {
    const { tierSet, ids } = tiedTiers(count);
    const bids = places.map((index) => bid({ id: `b${index}` }));
    const drawn = runAuction(tierSet, request({ bids })).bids.map(({ tierId }) => tierId!);
    expect(unevenness(countKinds(ids, drawn))).toBeLessThan(1);
  });

  test('the draws of two bids of one auction have nothing to do with each other', () => {
    const { tierSet } = tiedTiers(2);
    const drawn = seeds.map((seed) => {
      const { bids } = runAuction(tierSet, request({ seed, bids: [bid(), bid({ id: 'b2' })] }));
      return bids.map(({ tierId }) => tierId).join(' then ');
    });
    expect(unevenness(countKinds(['1 then 1', '1 then 2', '2 then 1', '2 then 2'], drawn))).toBeLessThan(1);
  });

  test('seeds that follow each other have draws that do not', () => {
    const { tierSet } = tiedTiers(2);
    const drawn = seeds.map((seed) => runAuction(tierSet, request({ seed })).bids[0]!.tierId!);
    const pairs = drawn.slice(1).map((tierId, at) => `${drawn[at]} then ${tierId}`);
    expect(unevenness(countKinds(['1 then 1', '1 then 2', '2 then 1', '2 then 2'], pairs))).toBeLessThan(1);
  });
});

describe('exact ties are ordered evenly', () => {
  const untied = compiled(source([]));
  const orders = (count: number): string[] => {
    if (count === 0) return [''];
    return orders(count - 1).flatMap((order) =>
      Array.from({ length: count }, (_, at) => order.slice(0, at) + count + order.slice(at)),
    );
  };

  test.for([2, 3, 4])('each order of %d bids comes as often as the others', (count) => {
    const bids = Array.from({ length: count }, (_, at) => bid({ id: `b${at}` }));
    const seen = seeds.map((seed) => {
      const ranked = runAuction(untied, request({ seed, bids })).bids;
      return ranked.map(({ rank }) => rank).join('');
    });
    expect(unevenness(countKinds(orders(count), seen))).toBeLessThan(1);
  });

  test('the order has nothing to do with the tiers drawn', () => {
    const { tierSet } = { tierSet: compiled(source([tier({ id: 1 }), tier({ id: 2 })])) };
    const seen = seeds.map((seed) => {
      const [first] = runAuction(tierSet, request({ seed, bids: [bid(), bid({ id: 'b2' })] })).bids;
      return `tier ${first!.tierId}, rank ${first!.rank}`;
    });
    const kinds = ['tier 1, rank 1', 'tier 1, rank 2', 'tier 2, rank 1', 'tier 2, rank 2'];
    expect(unevenness(countKinds(kinds, seen))).toBeLessThan(1);
  });
});
