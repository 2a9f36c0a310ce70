import { hashSeed, Random } from '@auction-tiers/chance';
import { expect, test } from 'vitest';
import { findCap } from '../../src/compare/judging/capped.ts';

const [days, hoursADay] = [14, 24];

/** Hours whose auctions come by chance, more of them by day than at night. */
function drawHours(seed: string, perDay: number) {
  const random = new Random(hashSeed(seed), 1);
  const counts = new Uint32Array(days * hoursADay);
  for (let left = days * perDay; left > 0; left--) {
    const hour = random.below(hoursADay);
    const isKept = random.fraction() < 0.5 + 0.5 * Math.sin((2 * Math.PI * (hour - 8)) / hoursADay);
    if (isKept) counts[random.below(days) * hoursADay + hour]!++;
  }
  return [...counts].map((auctions, hour) => ({
    hour,
    day: Math.floor(hour / hoursADay),
    auctions,
    netDifference: 0,
  }));
}

test('hours of a log that records at most 60 auctions an hour are seen, and those of the same log without a limit not', () => {
  for (const seed of ['one', 'two', 'three']) {
    const whole = drawHours(seed, 3000);
    const capped = whole.map((hour) => ({ ...hour, auctions: Math.min(60, hour.auctions) }));
    expect(findCap(capped)).toMatchObject({ per: 'hour', auctions: 60 });
    expect(findCap(whole)).toBeNull();
  }
});

test('days that end at the same number of auctions are seen', () => {
  let left = 0;
  const capped = drawHours('days', 3000).flatMap((hour) => {
    if (hour.hour % hoursADay === 0) left = 1000;
    const auctions = Math.min(left, hour.auctions);
    left -= auctions;
    return auctions === 0 ? [] : [{ ...hour, auctions }];
  });
  expect(findCap(capped)).toEqual({ per: 'day', auctions: 1000, count: days });
});

test('of 200 logs without a limit, of few auctions and many, none seems to have one', () => {
  const found = Array.from({ length: 200 }, (_, run) => findCap(drawHours(`log ${run}`, 100 * 2 ** (run % 6))));
  expect(found.filter((cap) => cap !== null)).toEqual([]);
});

test('a generated log with as many auctions in each hour has no limit', () => {
  const even = Array.from({ length: days * hoursADay }, (_, hour) => ({
    hour,
    day: Math.floor(hour / hoursADay),
    auctions: 50,
    netDifference: 0,
  }));
  expect(findCap(even)).toBeNull();
});
