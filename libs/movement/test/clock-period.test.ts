import { addDays, calendarOf } from '@auction-tiers/calendar';
import { clockHourOf, clockPeriodOf, type MovedAuction, type MovementOrder, tellApart } from '@auction-tiers/movement';
import { drawDay, marketOf, tiers, toMoved } from '@auction-tiers/movement/planted';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const hourMs = 3_600_000;
const zones = ['America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu', 'Antarctica/Troll'];
/** Days at which a clock of these zones is changed, or a day is skipped, and others. */
const anyDay = fc.oneof(
  fc.constantFrom('2026-11-01', '2026-03-08', '2026-04-05', '2026-10-04', '2026-03-29', '2026-10-25', '2011-12-30'),
  fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2037, 11) }).map((ms) => new Date(ms).toISOString().slice(0, 10)),
);

/** Days of a zone with a number of auctions in each hour of the clock, drawn from the market at random. */
function drawPeriod(zone: string, from: string, days: number, perHour: number, first: number) {
  const calendar = calendarOf(zone);
  const span = { startMs: calendar.startOf(from), endMs: calendar.startOf(addDays(from, days)) };
  const { offsetOf, hours } = clockPeriodOf(calendar, span);
  const auctions: MovedAuction[] = [];
  for (let { startMs, endMs } = calendar.hourAt(span.startMs); startMs < span.endMs; ) {
    const requests = drawDay(market, perHour, first + auctions.length);
    for (const [at, request] of requests.entries()) {
      const timeMs = startMs + Math.floor((at * (endMs - startMs)) / perHour);
      auctions.push({ ...toMoved([{ ...request, timeMs }])[0]!, offsetMs: offsetOf(timeMs) });
    }
    ({ startMs, endMs } = calendar.hourAt(endMs));
  }
  return { ...span, hours, auctions };
}
const market = marketOf('clocks');

test('parts of a movement over any two periods of as many local days add up exactly', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      anyDay,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 30 }),
      fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
      (zone, day, days, apart, [perHour, otherPerHour]) => {
        const from = drawPeriod(zone, day, days, perHour, 1);
        const against = drawPeriod(zone, addDays(day, -days - apart), days, otherPerHour, 500);
        const movement = tellApart({
          against: against.auctions,
          from: from.auctions,
          rules: [tiers],
          apartMs: from.startMs - against.startMs,
          hours: { against: against.hours, from: from.hours },
        });
        expect(movement.differenceMicros).toBe(movement.fromMicros - movement.againstMicros);
        expect(movement.parts.reduce((sum, { netMicros }) => sum + netMicros, 0n)).toBe(movement.differenceMicros);
        expect(movement.parts.map(({ kind }) => kind)).not.toContain('unexplained');
      },
    ),
    { numRuns: 60 },
  );
});

test.for([
  ['America/New_York', '2026-11-01', 24, [1, 2]],
  ['America/New_York', '2026-03-08', 23, [2, 0]],
  ['Australia/Lord_Howe', '2026-04-05', 24, [1, 1.5]],
  ['Australia/Lord_Howe', '2026-10-04', 24, [2, 0.5]],
  ['Pacific/Apia', '2011-12-30', 0, [0, 0]],
] as const)('in %s %s has %d hours of the clock, of which one is unusual', ([zone, day, count, [hour, length]]) => {
  const { hours } = drawPeriod(zone, day, 1, 1, 1);
  expect(hours.size).toBe(count);
  expect((hours.get(hour) ?? 0) / hourMs).toBe(length);
});

/** The same auctions in an hour of the clock, whatever the day. */
const requestsIn = (offsetMs: number) => drawDay(market, 12, 20 * clockHourOf(offsetMs) + 1);
const trafficOf = (movement: ReturnType<typeof tellApart>) =>
  Number(movement.parts.find(({ kind }) => kind === 'traffic')!.netMicros) / Number(movement.differenceMicros);

test.for([
  ['a day of 25 hours', '2026-10-25', '2026-11-01'],
  ['a day of 23 hours', '2026-03-01', '2026-03-08'],
  ['a day after one of 25 hours', '2026-11-01', '2026-11-08'],
])('%s that is like the other in each of its hours differs by traffic alone', ([, againstDay, fromDay]) => {
  const zone = 'America/New_York';
  const period = (day: string) => {
    const drawn = drawPeriod(zone, day, 1, 12, 1);
    const auctions = drawn.auctions.map((auction, at) => ({
      ...auction,
      request: { ...requestsIn(auction.offsetMs)[at % 12]!, timeMs: auction.request.timeMs },
    }));
    return { ...drawn, auctions };
  };
  const [against, from] = [period(againstDay!), period(fromDay!)];
  const order: MovementOrder = {
    against: against.auctions,
    from: from.auctions,
    rules: [tiers],
    apartMs: from.startMs - against.startMs,
  };
  const movement = tellApart({ ...order, hours: { against: against.hours, from: from.hours } });
  expect(movement.differenceMicros).not.toBe(0n);
  expect(movement.parts.find(({ kind }) => kind === 'mix')?.netMicros ?? 0n).toBe(0n);
  expect(trafficOf(movement)).toBe(1);
  // Without the lengths of the hours a part of it is taken for another mix.
  expect(trafficOf(tellApart(order))).not.toBe(1);
});
