import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Measurement } from '../../src/schema/load-report.ts';
import { sweep } from '../../src/load/sweep.ts';

/** What would be measured at a rate if the API answered at most so many a second and took so long. */
function found(rate: number, changes: { achieved?: number; p99?: number; failed?: number } = {}): Measurement {
  const { achieved = rate, p99 = 1, failed = 0 } = changes;
  return {
    rate_asked: rate,
    rate_achieved: achieved,
    auctions_a_second: achieved,
    bids_a_second: 0,
    seconds: 1,
    ended_by: 'duration',
    requests: { sent: 1, answered: 1, failed, unfinished: 0, unsent: 0 },
    auctions: { answered: 1, refused: 0 },
    bids: 0,
    failures: [],
    refusals: [],
    latency_ms: { p50: 0, p75: 0, p90: 0, p97_5: 0, p99, p99_9: p99, max: p99 },
    histogram: '',
    lateness_p99_ms: 0,
  };
}

test.for([
  ['too few are answered', (rate: number) => found(rate, { achieved: Math.min(rate, 300) })],
  ['1 % wait too long', (rate: number) => found(rate, { p99: rate > 300 ? 5.1 : 1 })],
  ['some fail', (rate: number) => found(rate, { failed: rate > 300 ? 1 : 0 })],
] as const)('the knee is the last rate before %s', async ([, measureAt]) => {
  const { knee, is_found: isFound, steps } = await sweep(100, async (rate) => measureAt(rate));
  expect({ knee, isFound }).toEqual({ knee: 225, isFound: true });
  expect(steps.map(({ holds, measurement }) => [measurement.rate_asked, holds])).toEqual([
    [100, true],
    [150, true],
    [225, true],
    [338, false],
    [338, false],
  ]);
});

test('a rate that holds at the second try counts as held', async () => {
  let tries = 0;
  const { knee } = await sweep(100, async (rate) => found(rate, { failed: rate === 150 && tries++ === 0 ? 1 : 0 }));
  expect(tries).toBe(2);
  expect(knee).toBeGreaterThan(150);
});

test('a sweep ends although every rate holds', async () => {
  const { knee, is_found: isFound, steps } = await sweep(100, async (rate) => found(rate));
  expect({ knee, isFound, steps: steps.length }).toEqual({ knee: 43_789, isFound: false, steps: 16 });
});

test('there is no knee where the lowest rate does not hold', async () => {
  const { knee, is_found: isFound, steps } = await sweep(100, async (rate) => found(rate, { achieved: 1 }));
  expect({ knee, isFound, steps: steps.length }).toEqual({ knee: null, isFound: true, steps: 2 });
});

test.for(['aborted', 'unreachable', 'unauthorized'] as const)(
  'a sweep ends when a measurement is %s',
  async (endedBy) => {
    let calls = 0;
    const { knee, is_found: isFound } = await sweep(100, async (rate) => {
      calls++;
      return {
        ...found(rate, { failed: 1 }),
        ended_by: calls < 4 ? 'duration' : endedBy,
        ...(calls < 4 && found(rate)),
      };
    });
    expect({ calls, knee, isFound }).toEqual({ calls: 4, knee: 150, isFound: false });
  },
);

test('a sweep whose first measurement is refused sends no other', async () => {
  let calls = 0;
  const { knee, is_found: isFound } = await sweep(100, async (rate) => {
    calls++;
    return { ...found(rate, { failed: 1 }), ended_by: 'unauthorized' };
  });
  expect({ calls, knee, isFound }).toEqual({ calls: 1, knee: null, isFound: false });
});

test('the knee held, and so did all lower rates, whatever was measured', async () => {
  const measured = fc.record({
    share: fc.double({ min: 0.9, max: 1, noNaN: true }),
    p99: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(measured, { minLength: 34, maxLength: 34 }), async (script) => {
      let at = 0;
      const {
        knee,
        steps,
        most_p99_ms: most,
      } = await sweep(100, async (rate) => {
        const { share, p99 } = script[at++]!;
        return found(rate, { achieved: share * rate, p99 });
      });
      const holding = new Set(steps.filter(({ holds }) => holds).map(({ measurement }) => measurement.rate_asked));
      const tried = new Set(steps.map(({ measurement }) => measurement.rate_asked));
      expect([...holding].at(-1) ?? null).toBe(knee);
      expect(tried.size - holding.size).toBeLessThanOrEqual(1);
      for (const { holds, measurement } of steps) {
        const { rate_achieved: achieved, rate_asked: asked, latency_ms: latency } = measurement;
        expect(holds).toBe(achieved >= 0.98 * asked! && latency.p99 <= most);
      }
    }),
  );
});
