import { hashSeed, Random } from '@auction-tiers/chance';
import { describe, expect, test } from 'vitest';
import { toEnoughDays } from '../../src/compare/judging/enough-days.ts';
import { toStability } from '../../src/compare/judging/stability.ts';
import { findStops } from '../../src/compare/judging/stopped.ts';
import { ActiveHours } from '../../src/compare/measuring/active-hours.ts';
import { judge } from '../../src/compare/judging/verdict.ts';
import type { Case } from './evidence.ts';
import {
  breakEven,
  expectVerdict,
  good,
  interval,
  money,
  net,
  steady,
  support,
  usability,
  wholeDays,
} from './evidence.ts';
import { createAuction, createLog, createSale, monday, SoldLog, upTo } from './sold-log.ts';

const units = (change: Partial<typeof good.units>) => ({ units: { ...good.units, ...change } });
const fewUnits = (clusters: number) => {
  const unit = { ...good.method.clusters[0]!, kind: 'unit' as const, clusters };
  return { method: { ...good.method, clusters: [...good.method.clusters, unit] } };
};
const stability = (change: Partial<typeof steady>) => ({ stability: { ...steady, ...change } });
const rare = (change: Partial<typeof good.rare_losses>) => ({ rare_losses: { ...good.rare_losses, ...change } });
const lacking = (...weekdays: number[]) => {
  const { by_day } = wholeDays(14);
  const has = ({ date }: (typeof by_day.days)[number]) => !weekdays.includes(new Date(date).getUTCDay());
  return { by_day: { ...by_day, days: by_day.days.filter(has) } };
};
const weeks = (low: number, high: number) => ({ weeks: { count: 4, interval: interval(low, high) } });
const differing = (kept: number, more: Partial<typeof steady> = {}) =>
  stability({ days_differ: { probability: 0.01, is_likely: true, kept }, ...more });
const since = { from: '2026-03-06', days: 3, difference: money(0.1), interval: interval(-2, 2.2), probability: 0.4 };

test.for<Case>([
  {
    when: 'the log has no weekend',
    change: lacking(6, 0),
    decision: 'test_first',
    code: 'missing_weekdays',
    figures: /Saturday, Sunday/,
  },
  {
    when: 'days differ by more than their auctions explain, in a log too short to show how',
    change: differing(0),
    decision: 'test_first',
    code: 'days_differ',
    figures: /probably.*28 days/,
  },
  {
    when: 'days differ in a log of 28 days, and whole weeks do not settle it',
    change: { ...differing(0.4, weeks(-1, 9)), ...wholeDays(28) },
    decision: 'test_first',
    code: 'days_differ',
    figures: /^(?!.*28 days).*whole weeks/,
  },
  {
    when: 'days differ in a log of 28 days, and whole weeks settle it',
    change: { ...differing(0.4, weeks(2, 9)), ...wholeDays(28) },
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'the last third shows less than the days before',
    change: stability({ trend: { since, below: 0.04 } }),
    decision: 'test_first',
    code: 'trend',
    figures: /3 days: \+0\.1/,
  },
  {
    when: 'the last day is below what the others let expect',
    change: stability({ last_day: { since: { ...since, days: 1 }, below: 0.02 } }),
    decision: 'test_first',
    code: 'last_day',
    figures: /1 day: /,
  },
  {
    when: 'the last third and the last day show more than the days before',
    change: stability({ trend: { since, below: 0.999 }, last_day: { since, below: 0.999 } }),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'no day has an auction at night',
    change: stability({ missing_hours: [2, 3] }),
    decision: 'test_first',
    code: 'missing_hours',
    figures: /2:00, 3:00/,
  },
  {
    when: 'no day has an auction at night, and the log is declared whole',
    change: { ...stability({ missing_hours: [2, 3] }), is_complete: true },
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'many hours have exactly the highest count',
    change: stability({ cap: { per: 'hour', auctions: 40, count: 30 } }),
    decision: 'test_first',
    code: 'capped',
    figures: /30 hours.* 40 auctions/,
  },
  {
    when: 'nearly every unit is in one auction only',
    change: units({ seen_once_share: 0.91 }),
    decision: 'test_first',
    code: 'units_once',
    figures: /91 %/,
  },
  {
    when: 'nearly every unit is in one auction only, and the caller declares that no user returns',
    change: units({ seen_once_share: 1, are_declared_absent: true }),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'the gain has ended',
    change: stability({ break: { probability: 0.001, since } }),
    decision: 'test_first',
    code: 'break',
    figures: /probably.*2026-03-06/,
  },
  {
    when: 'the last days hardly show the gain',
    change: stability({ halves: [since, since] }),
    decision: 'test_first',
    code: 'no_recent_gain',
    figures: /last half.*\(3 days: /,
  },
  {
    when: 'the last days show the gain just enough',
    change: stability({ halves: [since, { ...since, probability: 0.05 }] }),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'no auction names a user',
    change: units({ named_share: 0 }),
    decision: 'test_first',
    code: 'no_units',
    figures: /comes back looks like a new one.*: 5 times as wide it would reach 0, .* 5\.7 times is usual/,
  },
  {
    when: 'hardly any auction names a user',
    change: units({ named_share: 0.04 }),
    decision: 'test_first',
    code: 'no_units',
    figures: /4\.00 %/,
  },
  {
    when: 'nine users have all auctions',
    change: fewUnits(9),
    decision: 'test_first',
    code: 'no_units',
    figures: /9 users or sessions, and an interval needs 10/,
  },
  { when: 'ten users have all auctions', change: fewUnits(10), decision: 'launch', code: 'interval_above_zero' },
  {
    when: 'the caller declares that no user returns',
    change: units({ named_share: 0, are_declared_absent: true }),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'the gain is so clear that usual users could not undo it',
    change: units({ named_share: 0, largest_design_effect: 33 }),
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'a loss as large as the largest bid would undo the gain',
    change: rare({ undoing_loss: 39.123456, highest_bid: 40.5 }),
    decision: 'test_first',
    code: 'rare_losses',
    figures: /one of 33,333 auctions.*39\.12 USD CPM.*40\.50\.$/,
  },
  {
    when: 'a buyer has stopped',
    change: stability({
      stopped: [
        { kind: 'buyer', id: 12, name: 'Acme', last_seen: '2026-03-05T23:00:00.000Z', probability: 0.001, since },
      ],
    }),
    decision: 'test_first',
    code: 'stopped',
    figures: /Buyer Acme bid last on 2026-03-05 at 23:00 UTC.*from 2026-03-06 on.*3 days/,
  },
  {
    when: 'a buyer has stopped, in a log with one in a hundred auctions',
    change: {
      share: 0.01,
      ...stability({
        stopped: [
          { kind: 'buyer', id: 12, name: 'Acme', last_seen: '2026-03-05T23:00:00.000Z', probability: 0.001, since },
        ],
      }),
    },
    decision: 'test_first',
    code: 'stopped',
    figures: new RegExp(`the difference is \\+${(100 * Number(since.difference)).toFixed(2)} USD in 3 days`),
  },
  {
    when: 'a minimum of the draft is a factor above the bids',
    change: usability({ draft_minimums: [{ tier_id: 7, minimum: 5000, median: 2, factor: 1000 }] }),
    decision: 'test_first',
    code: 'draft_minimums',
    figures: /Tier 7 of the draft/,
  },
  {
    when: 'unsold auctions are missing',
    change: usability({ lacks_unsold: true }),
    decision: 'test_first',
    code: 'no_unsold',
  },
  {
    when: 'unsold auctions are missing, and no auction changes',
    change: { ...usability({ lacks_unsold: true }), ...support({ touched_auctions: 0 }) },
    decision: 'test_first',
    code: 'no_unsold',
  },
  {
    when: 'a whole log has one bidder',
    change: { is_complete: true, ...usability({ one_bid_share: 1 }) },
    decision: 'launch',
    code: 'interval_above_zero',
  },
  {
    when: 'the interval holds 0, and lies above it without a few auctions',
    change: net(-1, 5, interval(1, 5)),
    decision: 'test_first',
    code: 'interval_holds_zero',
  },
])('$decision where $when', expectVerdict);

test.for([
  ['few_days', wholeDays(6)],
  ['missing_weekdays', lacking(0)],
  ['days_differ', differing(0)],
  ['break', stability({ break: { probability: 0.001, since } })],
  ['no_recent_gain', stability({ halves: [since, { ...since, probability: 0.6 }] })],
  ['trend', stability({ trend: { since, below: 0.96 } })],
  ['last_day', stability({ last_day: { since, below: 0.98 } })],
  ['missing_hours', stability({ missing_hours: [4] })],
  ['capped', stability({ cap: { per: 'day', auctions: 400, count: 7 } })],
  ['no_units', units({ named_share: 0, seen_once_share: null })],
  ['units_once', units({ seen_once_share: 1 })],
  ['no_unsold', usability({ lacks_unsold: true })],
] as const)('%s keeps a draft that seems to cost from hold', ([code, change]) => {
  const loss = net(-12, -8);
  expect(judge({ ...good, ...loss }).decision).toBe('hold');
  const { decision, reasons } = judge({ ...good, ...loss, ...onTopOf(loss, change) });
  expect([decision, reasons.map((one) => one.code)]).toEqual(['test_first', ['interval_below_zero', code]]);
});

/** A change of the stability on top of that of the loss. */
function onTopOf(loss: Partial<typeof good>, change: Partial<typeof good>): Partial<typeof good> {
  if (change.stability === undefined) return change;
  const own = Object.entries(change.stability).filter(([name, value]) => value !== steady[name as keyof typeof steady]);
  return { ...change, stability: { ...loss.stability!, ...Object.fromEntries(own) } };
}

test('a difference of 0 has no sign that buyers could change', () => {
  const evidence = { ...good, ...net(-2, 2), ...breakEven(0) };
  const none = { ...evidence, net_to_seller: { ...evidence.net_to_seller, difference: money(0) } };
  expect(judge(none).reasons.map(({ code }) => code)).toEqual(['interval_holds_zero']);
  expect(judge(evidence).reasons.map(({ code }) => code)).toContain('reaction');
});

const msPerHour = 3_600_000;
const nothing = createSale(0);

const stable = (log: SoldLog) => toStability(log.intervals());
const cycle = (day: number) => [0.6, 0.4, 0.2, 0, 0.4, -0.8, -0.8][day % 7]!;

describe('weeks', () => {
  test('a log from Monday to Friday names the days that it lacks', () => {
    const weekdays = upTo(12).filter((day) => day % 7 < 5);
    expect(stable(createLog('w', weekdays, () => 1)).weekdays).toEqual({
      cover: 'some',
      missing: ['Saturday', 'Sunday'],
      frequent: [],
    });
  });

  test('a log of nine days names those that it has twice, and counts them less', () => {
    const intervals = createLog('w', upTo(9), (day) => (day % 7 === 0 ? 7 : 0)).intervals();
    expect(toStability(intervals).weekdays).toMatchObject({ cover: 'weighted', frequent: ['Monday', 'Tuesday'] });
    expect(Math.abs(intervals.used!.net!.ratio - 1e6)).toBeLessThan(2e5);
  });

  test('a cycle of weeks does not widen the interval of two', () => {
    const [even, cyclic] = [() => 1, (day: number) => 1 + cycle(day)].map(
      (levelOf) => createLog('c', upTo(14), levelOf).intervals().used!.net!,
    );
    expect(cyclic!.high - cyclic!.low).toBeLessThan(1.3 * (even!.high - even!.low));
    expect(cyclic!.ratio).toBeCloseTo(even!.ratio, -2);
  });
});

test('an hour that no day has is missing, until it is one in which the sites are closed', () => {
  const log = new SoldLog();
  for (let hour = 0; hour < 14 * 24; hour++) {
    if (hour % 24 < 2) continue;
    for (let at = 0; at < 5; at++) log.add(createAuction(hour * msPerHour + at), nothing, createSale(1e6));
  }
  const missing = (closed?: readonly number[]) => toStability(log.intervals(), closed).missing_hours;
  expect([missing(), missing([1, 23]), missing([0, 1])]).toEqual([[0, 1], [0], []]);
});

test('days that go on from one to the next are found in two weeks, and make the interval wider', () => {
  const levels = [0, 0.5, 1, 1.3, 1.5, 1.3, 1, 0.5, 0, -0.5, -1, -1.3, -1.5, -1.3];
  const intervals = createLog('p', upTo(14), (day) => levels[day]!).intervals();
  expect(toStability(intervals).days_differ).toMatchObject({ is_likely: true });
  expect(toStability(intervals).days_differ.kept).toBeGreaterThan(0.2);
  expect(intervals.kinds.at(-1)!.spread!.widening).toBeGreaterThan(1.2);
  // So few independent days are left that an interval would reach to where no revenue does.
  expect(intervals.used).toBeUndefined();
});

test('a gain on days 1 to 4 and none since is a break on day 5, with what is left since', () => {
  const { break: change, halves } = stable(createLog('b', upTo(7), (day) => (day < 4 ? 1 : 0)));
  expect(change).toMatchObject({ since: { from: '2026-03-06', days: 3 } });
  expect(change!.since.interval).toBeNull();
  expect(halves).toMatchObject([
    { from: '2026-03-02', days: 4 },
    { from: '2026-03-06', days: 3 },
  ]);
});

test('a steady gain has no break, and its last days alone show it', () => {
  const { break: change, halves } = stable(createLog('s', upTo(7), () => 1));
  expect(change).toBeNull();
  expect(halves[1]!.probability).toBeLessThan(0.001);
});

test('of logs whose gain has ended, one in twenty shows one in its last days', () => {
  const probabilities = Array.from({ length: 60 }, (_, log) => {
    const ended = createLog(`ended ${log}`, upTo(7), (day) => (day < 4 ? 0.15 : 0));
    return stable(ended).halves[1]!.probability!;
  });
  // 3 are expected; more than 8 in one of two hundred series.
  expect(probabilities.filter((one) => one <= 0.05).length).toBeLessThanOrEqual(8);
  expect(probabilities.filter((one) => one > 0.5).length).toBeGreaterThan(20);
});

test('several tries make each interval wider', () => {
  const log = createLog('t', upTo(7), () => 1);
  const widths = [1, 2, 10].map((tries) => {
    const { low, high } = log.intervals('s', tries).used!.net!;
    return high - low;
  });
  expect(widths[1]).toBeGreaterThan(1.05 * widths[0]!);
  expect(widths[2]).toBeGreaterThan(1.3 * widths[0]!);
});

test('a log of a minute says nothing of how many days would be enough', () => {
  const log = new SoldLog();
  for (let second = 0; second < 61; second++) {
    log.add(createAuction(24 * monday * msPerHour + (second - 30) * 1000), nothing, createSale(second * 1000));
  }
  expect(toEnoughDays(log.intervals())).toEqual({ days: null, reason: expect.stringContaining('2 hours') });
});

test('a row that is all of the difference has the interval of the whole', () => {
  for (let log = 0; log < 5; log++) {
    const sold = createLog(`row ${log}`, upTo(14), (day) => cycle(day));
    const intervals = sold.intervals();
    const { net: whole, clusters } = intervals.used!;
    expect(clusters.count).toBeGreaterThan(0);
    expect(intervals.estimateWidest(sold.values('netDifference'))).toEqual(whole);
  }
});

const hoursOf = (days: number) => createLog('hours', upTo(days), () => 0).days().hours;
const isDaytime = (hour: number) => hour >= 8 && hour < 20;
describe('who stopped', () => {
  const [hours, twoWeeks] = [hoursOf(7), hoursOf(14)];
  const seen = (isActive: (day: number, hour: number) => boolean) => {
    const active = new ActiveHours();
    for (const { hour, day } of twoWeeks) if (isActive(day - monday, hour % 24)) active.add(hour);
    return { kind: 'buyer' as const, id: 12, name: null, hours: active };
  };

  test.for<[string, (day: number, hour: number) => boolean, number]>([
    ['bids all day up to the fourth', (day) => day < 4, 23],
    ['bids by day up to Friday', (day, hour) => day < 5 && isDaytime(hour), 19],
    ['bids on the first weekend too', (day, hour) => day < 6 && hour < 23, 22],
  ])('a buyer that %s', ([, isActive, lastHour]) => {
    const [stop] = findStops([seen(isActive)], twoWeeks);
    expect(stop!.last.hour % 24).toBe(lastHour);
    expect(stop!.probability).toBeLessThan(0.01);
  });

  test.for<[string, (day: number, hour: number) => boolean]>([
    ['bids by day', (_day, hour) => isDaytime(hour)],
    ['bids from Monday to Friday', (day, hour) => day < 5 && isDaytime(hour)],
    ['bids now and then', (day, hour) => hour === 3 && day % 3 === 0],
    ['bids in one hour, and never again', (day, hour) => day === 0 && hour < 4],
    ['never bids', () => false],
    ['is silent for the last evening', (day, hour) => day < 6 || hour < 6],
  ])('not a buyer that %s', ([, isActive]) => {
    expect(findStops([seen(isActive)], hours)).toEqual([]);
  });

  test('of buyers that go on, however rarely they bid, hardly one is said to have stopped', () => {
    const random = new Random(hashSeed('goes on'), 0);
    const buyers = Array.from({ length: 500 }, (_, at) => seen(() => random.fraction() < 0.01 + (at % 50) / 60));
    expect(buyers.flatMap((one) => findStops([one], hours)).length).toBeLessThanOrEqual(5);
  });

  test('hours are those of the whole, however the log is cut, and of the latest days', () => {
    const all = Array.from({ length: 6000 }, (_, at) => ((at * 7919) % 12_000) - 500);
    const whole = new ActiveHours();
    const merged = new ActiveHours();
    for (const hour of all) whole.add(hour);
    for (const part of [all.slice(4000), all.slice(0, 4000)]) {
      const hoursOfPart = new ActiveHours();
      for (const hour of part) hoursOfPart.add(hour);
      merged.merge(hoursOfPart.toData());
    }
    expect(merged.toData()).toEqual(whole.toData());
    expect(whole.toData()).toHaveLength(100);
  });
});
