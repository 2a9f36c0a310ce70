import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { Decision } from '@auction-tiers/tier-engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { Resampling } from '../../src/compare/judging/bootstrap.ts';
import { chooseBlocking, createInterval, toEffect } from '../../src/compare/judging/effect.ts';
import { blockCount, blockPlaces, EffectBlocks, hashAuction } from '../../src/compare/measuring/block.ts';
import { Comparison } from '../../src/compare/measuring/comparison.ts';
import type { Sale } from '../../src/compare/measuring/sale.ts';
import { sell } from '../../src/compare/measuring/sale.ts';
import { hashSeed, Random } from '../../src/kit/random.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { blockings } from '../../src/schema/compare-report.ts';
import type { LoadedTierSet } from '../../src/tier-set/tier-set-file.ts';
import { synthesizeAuctions } from './compare-auctions.ts';
import { demoDraft, loadDemo } from './tier-set.ts';

// What is known by construction: a population of auctions of which every one is run under both tier sets, so that the
// mean difference is exact. A log is drawn from it with replacement; its interval should hold that mean 95 times in 100.

const seeds = Array.from({ length: 100 }, (_, at) => `seed ${at + 1}`);
const populationSize = 6000;
const resamplings = new Map(seeds.map((seed) => [seed, new Resampling(seed, blockCount)]));

let population: readonly LoggedAuction[];
beforeAll(async () => {
  population = await synthesizeAuctions(populationSize, 8, 'population');
});

const current = loadDemo();
const planted = demoDraft();
/** Takes out bids so high that one auction in a few hundred has one. */
const plantedRarely = loadDemo((tiers) => [
  ...tiers,
  {
    ...tiers.find(({ name }) => name === 'House deal: Northwind')!,
    id: 99,
    priority: 10,
    member_action: 'exclude',
    min_price: '20.000000',
    profile_id: null,
  },
]);

const decision = new Decision();

interface Pair {
  readonly before: Sale;
  readonly after: Sale;
}

function runBoth(draft: LoadedTierSet, request: AuctionRequest): Pair {
  return {
    before: sell(current.tierSet, request, decision),
    after: sell(draft.tierSet, request, decision),
  };
}

function meanDifference(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { before, after }) => sum + after.netMicros - before.netMicros, 0) / pairs.length;
}

/** The interval of the mean difference in net revenue of an auction. */
function intervalOf(blocks: EffectBlocks, seed: string, blocking: number) {
  return resamplings
    .get(seed)!
    .estimate(blocks.values('netDifference', blocking), blocks.values('auctions', blocking))!;
}

const holds = (truth: number) => (bounds: { readonly low: number; readonly high: number }) =>
  bounds.low <= truth && truth <= bounds.high;

describe('of 100 logs, the interval holds what is true of the population in 90 at least', () => {
  test('where a fifth of the auctions change: the whole comparison', () => {
    const truth = meanDifference(population.map(({ request }) => runBoth(planted, request)));
    const auctions = 600;
    const reports = seeds.map((seed) => {
      const random = new Random(hashSeed(seed), 1);
      const comparison = new Comparison({ current, draft: planted, seed });
      for (let drawn = 0; drawn < auctions; drawn++) comparison.add(population[random.below(populationSize)]!);
      return toEffect(comparison, 'net', createInterval(comparison.blocks, auctions, seed));
    });
    expect(truth).toBeGreaterThan(100_000);
    // Money for a thousand auctions, in units: a mean of CPM micros, times 1,000, a thousandth of a millionth each.
    const held = reports.filter(({ per_thousand_interval: bounds }) =>
      holds(truth / 1e6)({ low: Number(bounds!.low), high: Number(bounds!.high) }),
    );
    expect(held.length).toBeGreaterThanOrEqual(90);
    // An interval that holds everything would pass as well: this one excludes that there is no effect.
    expect(reports.filter(({ interval }) => Number(interval!.low) > 0).length).toBeGreaterThanOrEqual(95);
  });

  test('where only one auction in a few hundred changes, each by a lot', () => {
    const pairs = population.map(({ request }) => ({ ...runBoth(plantedRarely, request), places: placesOf(request) }));
    const truth = meanDifference(pairs);
    const changed = pairs.filter(({ before, after }) => before.netMicros !== after.netMicros);
    expect(changed.length).toBeGreaterThan(populationSize / 500);
    expect(changed.length).toBeLessThan(populationSize / 50);
    const auctions = 2000;
    const intervals = seeds.map((seed) => {
      const random = new Random(hashSeed(seed), 2);
      const blocks = new EffectBlocks();
      for (let drawn = 0; drawn < auctions; drawn++) {
        const { before, after, places } = pairs[random.below(populationSize)]!;
        blocks.add(places, before, after);
      }
      return intervalOf(blocks, seed, chooseBlocking(blocks));
    });
    expect(intervals.filter(holds(truth)).length).toBeGreaterThanOrEqual(90);
  });

  test('where the auctions of an hour repeat each other, which intervals of single auctions miss', () => {
    const pairs = population.map(({ request }) => runBoth(planted, request));
    const truth = meanDifference(pairs);
    const [hours, drawnAnHour, repeats] = [100, 4, 8];
    const [byHour, byAuction] = [blockings.indexOf('hour_and_placement'), blockings.indexOf('auction')];
    const logs = seeds.map((seed) => {
      const random = new Random(hashSeed(seed), 3);
      const blocks = new EffectBlocks();
      for (let hour = 0; hour < hours; hour++) {
        for (let drawn = 0; drawn < drawnAnHour; drawn++) {
          const { before, after } = pairs[random.below(populationSize)]!;
          for (let again = 0; again < repeats; again++) blocks.add(placesOf(atHour(hour, random.u32())), before, after);
        }
      }
      expect(chooseBlocking(blocks)).toBe(byHour);
      return { chosen: intervalOf(blocks, seed, byHour), byAuction: intervalOf(blocks, seed, byAuction) };
    });
    expect(logs.filter(({ chosen }) => holds(truth)(chosen)).length).toBeGreaterThanOrEqual(90);
    expect(logs.filter((log) => holds(truth)(log.byAuction)).length).toBeLessThan(70);
  });
});

function placesOf(request: AuctionRequest): Int32Array {
  const places = new Int32Array(blockings.length);
  blockPlaces(request, hashAuction(request), places);
  return places;
}

function atHour(hour: number, luck: number): AuctionRequest {
  const { request } = population[0]!;
  return { ...request, seed: `${luck}`, timeMs: hour * 3_600_000, impression: {}, bids: [] };
}
