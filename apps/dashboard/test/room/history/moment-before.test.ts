import type { HistoryStep } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentBefore, type ReadSteps } from '../../../src/room/history/moment-before.ts';

const timeOf = (second: number) =>
  new Date(Date.UTC(2026, 10, 22) + second * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Steps as the service has them: the newest first, asked for before a moment. */
const historyOf = (steps: readonly Pick<HistoryStep, 'revision' | 'time'>[]): ReadSteps => {
  return (before, start, count) =>
    Promise.resolve(steps.filter(({ time }) => time < before).slice(start, start + count) as HistoryStep[]);
};

test('whatever is listed, the moment before a step is that of the next older one, however many are of one second', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 260 }), fc.nat(), async (gaps, chosen) => {
      let second = 0;
      const steps = gaps.map((gap, at) => ({ revision: `1-${at + 1}`, time: timeOf((second += gap)) })).toReversed();
      const at = chosen % steps.length;
      expect(await momentBefore(steps[at]!, historyOf(steps))).toBe(steps[at + 1]?.revision ?? null);
    }),
  );
});

test('a step that is not kept any more has no known moment before it', async () => {
  const gone = { revision: '1-7', time: timeOf(5) };
  await expect(momentBefore(gone, historyOf([{ revision: '1-6', time: timeOf(4) }]))).rejects.toThrow('not kept');
});
