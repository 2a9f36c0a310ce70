import { Resamplings } from '@auction-tiers/inference';
import { Decision } from '@auction-tiers/tier-engine';
import { isLong } from '@auction-tiers/tools/long';
import { beforeAll, describe, expect, test } from 'vitest';
import { toEffect } from '../../src/compare/judging/effect.ts';
import { Intervals } from '../../src/compare/judging/interval.ts';
import { readHours, toLogDays } from '../../src/compare/judging/log-days.ts';
import { Comparison } from '../../src/compare/measuring/comparison.ts';
import type { Sale } from '../../src/compare/measuring/sale.ts';
import { sell } from '../../src/compare/measuring/sale.ts';
import { hashSeed, Random } from '@auction-tiers/chance';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import type { LoadedTierSet } from '../../src/tier-set/tier-set-file.ts';
import { synthesizeAuctions } from './compare-auctions.ts';
import { SoldLog } from './sold-log.ts';
import { demoDraft, loadDemo } from './tier-set.ts';

// What is known by construction: a population of auctions of which every one is run under both tier sets, so that the
// mean difference is exact. A log is drawn from it with replacement; its interval should hold that mean 95 times in 100.

const logCount = isLong ? 100 : 30;
const seeds = Array.from({ length: logCount }, (_, at) => `seed ${at + 1}`);
/** Of 95 that should hold the truth, as many may miss it by chance. */
const fewest = 0.9 * logCount;
const populationSize = 6000;

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

/** An auction as both tier sets sell it. */
interface Pair {
  readonly auction: LoggedAuction;
  readonly before: Sale;
  readonly after: Sale;
}

function runBoth(draft: LoadedTierSet, auction: LoggedAuction): Pair {
  const { request } = auction;
  return {
    auction,
    before: sell(current.tierSet, request, decision),
    after: sell(draft.tierSet, request, decision),
  };
}

function meanDifference(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { before, after }) => sum + after.netMicros - before.netMicros, 0) / pairs.length;
}

const holds = (truth: number) => (bounds: { readonly low: number; readonly high: number }) =>
  bounds.low <= truth && truth <= bounds.high;

describe('the interval holds what is true of the population in 90 of 100 logs at least', () => {
  test('where a fifth of the auctions change: the whole comparison', () => {
    const truth = meanDifference(population.map((auction) => runBoth(planted, auction)));
    const auctions = 600;
    const reports = seeds.map((seed) => {
      const random = new Random(hashSeed(seed), 1);
      const comparison = new Comparison({ current, draft: planted, seed });
      for (let drawn = 0; drawn < auctions; drawn++) comparison.add(population[random.below(populationSize)]!);
      return toEffect(comparison, 'net', intervalsOf(comparison, seed));
    });
    expect(truth).toBeGreaterThan(100_000);
    // Money for a thousand auctions, in units: a mean of CPM micros, times 1,000, a thousandth of a millionth each.
    const held = reports.filter(({ per_thousand_interval: bounds }) =>
      holds(truth / 1e6)({ low: Number(bounds!.low), high: Number(bounds!.high) }),
    );
    expect(held.length).toBeGreaterThanOrEqual(fewest);
    // An interval that holds everything would pass as well: this one excludes that there is no effect.
    expect(reports.filter(({ interval }) => Number(interval!.low) > 0).length).toBeGreaterThanOrEqual(0.95 * logCount);
  });

  test('where only one auction in a few hundred changes, each by a lot', () => {
    const pairs = population.map((auction) => runBoth(plantedRarely, auction));
    const truth = meanDifference(pairs);
    const changed = pairs.filter(({ before, after }) => before.netMicros !== after.netMicros);
    expect(changed.length).toBeGreaterThan(populationSize / 500);
    expect(changed.length).toBeLessThan(populationSize / 50);
    const auctions = 2000;
    const intervals = seeds.map((seed) => {
      const random = new Random(hashSeed(seed), 2);
      const log = new SoldLog();
      for (let drawn = 0; drawn < auctions; drawn++) addPair(log, pairs[random.below(populationSize)]!);
      return log.intervals(seed).used!.net!;
    });
    expect(intervals.filter(holds(truth)).length).toBeGreaterThanOrEqual(fewest);
  });

  test('where the auctions of an hour repeat each other, which intervals of single auctions miss', () => {
    const pairs = population.map((auction) => runBoth(planted, auction));
    const truth = meanDifference(pairs);
    const [hours, drawnAnHour, repeats] = [100, 4, 8];
    const logs = seeds.map((seed) => {
      const random = new Random(hashSeed(seed), 3);
      const log = new SoldLog();
      for (let hour = 0; hour < hours; hour++) {
        for (let drawn = 0; drawn < drawnAnHour; drawn++) {
          const pair = pairs[random.below(populationSize)]!;
          for (let again = 0; again < repeats; again++) addPair(log, atHour(pair, hour, random.u32()));
        }
      }
      const { used, kinds } = log.intervals(seed);
      return { chosen: used!.net!, byAuction: kinds.find(({ clusters }) => clusters.kind === 'auction')!.net! };
    });
    expect(logs.filter(({ chosen }) => holds(truth)(chosen)).length).toBeGreaterThanOrEqual(fewest);
    expect(logs.filter((log) => holds(truth)(log.byAuction)).length).toBeLessThan(0.7 * logCount);
  });
});

function intervalsOf({ current: before, draft, blocks }: Comparison, seed: string): Intervals {
  return new Intervals(blocks, toLogDays(readHours(before, draft), 'UTC'), new Resamplings(seed));
}

function addPair(log: SoldLog, { auction, before, after }: Pair): void {
  log.add(auction, before, after);
}

/** The auction at another time, with a seed of its own. */
function atHour({ auction, ...sales }: Pair, hour: number, luck: number): Pair {
  return {
    ...sales,
    auction: { ...auction, request: { ...auction.request, seed: `${luck}`, timeMs: hour * 3_600_000 } },
  };
}
