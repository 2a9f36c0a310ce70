import { expect, test } from 'vitest';
import { runClosedLoop, runOpenLoop } from '../src/index.ts';
import { loadOf } from './load.ts';
import { serve } from './server.ts';

/** A server whose first answer takes a second, by a clock that is put forward instead of waited for. */
async function serveWithStall() {
  let stalledMs = 0;
  const { origin } = await serve((_, response, number) => {
    if (number === 1) stalledMs = 1000;
    response.end('ok');
  });
  return { origin, clockMs: () => performance.now() + stalledMs };
}

test('at a fixed rate a stall delays every request that was due during it', async () => {
  const { origin, clockMs } = await serveWithStall();
  const load = loadOf(origin, { connections: 1, mostRequests: 100 });
  const { latencies, answered, unsent } = await runOpenLoop({ ...load, rate: 100 }, clockMs);
  expect({ answered, unsent, count: latencies.count }).toEqual({ answered: 100, unsent: 0, count: 100 });
  // A hundred of them were due in that second, the last of them at its end: half waited for half of it or longer.
  expect(latencies.atPercentile(50)).toBeGreaterThan(490);
  expect(latencies.atPercentile(90)).toBeGreaterThan(890);
});

test('in a closed loop it delays one request', async () => {
  const { origin, clockMs } = await serveWithStall();
  const { latencies } = await runClosedLoop(loadOf(origin, { connections: 1 }), clockMs);
  expect(latencies.count).toBe(100);
  expect(latencies.maxMs).toBeGreaterThanOrEqual(1000);
  expect(latencies.atPercentile(99)).toBeLessThan(latencies.maxMs);
});

test('requests that were due in time are sent late where that is asked for', async () => {
  const { origin, clockMs } = await serveWithStall();
  const load = loadOf(origin, { connections: 1, mostRequests: 1000, durationMs: 500 });
  const { answered, unsent, latencies } = await runOpenLoop({ ...load, rate: 100, lateMs: 60_000 }, clockMs);
  expect({ answered, unsent, count: latencies.count }).toEqual({ answered: 50, unsent: 0, count: 50 });
  expect(latencies.atPercentile(50)).toBeGreaterThan(490);
});

test('requests that could not be sent in time are counted', async () => {
  const { origin, clockMs } = await serveWithStall();
  const load = loadOf(origin, { connections: 1, mostRequests: 1000, durationMs: 500 });
  const result = await runOpenLoop({ ...load, rate: 100 }, clockMs);
  expect(result).toMatchObject({ sent: 1, answered: 1, unsent: 49, endedBy: 'duration' });
});
