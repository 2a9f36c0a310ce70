import { Histogram } from '@auction-tiers/http-load/histogram';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runClosedLoop } from '../../src/measure/closed-loop.ts';

test('each caller waits for its answer before it asks again, and every request is in the histogram', async () => {
  const open = new Set<number>();
  let most = 0;
  let answered = 0;
  const latencies = new Histogram();
  const perSecond = await runClosedLoop({
    callers: 5,
    durationMs: 20,
    latencies,
    async call(caller) {
      expect(open.has(caller)).toBe(false);
      open.add(caller);
      most = Math.max(most, open.size);
      await nextTurn();
      open.delete(caller);
      answered++;
    },
  });
  expect(most).toBe(5);
  expect(open.size).toBe(0);
  expect(latencies.count).toBe(answered);
  expect(answered).toBeGreaterThanOrEqual(5);
  expect(perSecond).toBeGreaterThan(0);
});

test('a refused request ends the loop', async () => {
  const loop = runClosedLoop({ callers: 2, durationMs: 20, call: () => Promise.reject(new Error('refused')) });
  await expect(loop).rejects.toThrow('refused');
});
