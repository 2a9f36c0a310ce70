import type { HistoryStep } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { foldSteps } from '../../../src/room/history/history-room.tsx';

const step = (revision: number, more: Partial<HistoryStep> = {}) =>
  ({
    revision: `1-${revision}`,
    time: '2026-11-22 08:00:00',
    user: 'first start',
    kind: 'write',
    changes: { created: 1, updated: 0, deleted: 0 },
    ...more,
  }) as HistoryStep;
const sizes = (steps: readonly HistoryStep[]) => foldSteps(steps).map(({ length }) => length);
const four = [9, 8, 7, 6].map((revision) => step(revision));

test.for([
  ['only add, one right after the other', four, [4]],
  ['are two', four.slice(0, 2), [1, 1]],
  [
    'change something between',
    four.toSpliced(1, 1, step(8, { changes: { created: 0, updated: 1, deleted: 0 } })),
    [1, 1, 1, 1],
  ],
  ['are of two users', four.toSpliced(0, 1, step(9, { user: 'ada' })), [1, 3]],
  ['come a while apart', four.toSpliced(0, 1, step(9, { time: '2026-11-22 08:01:01' })), [1, 3]],
  ['were published', four.map((one) => ({ ...one, kind: 'publish' as const })), [1, 1, 1, 1]],
] as const)('steps that %s', ([, steps, wanted]) => {
  expect(sizes(steps)).toEqual(wanted);
  expect(foldSteps(steps).flat()).toEqual(steps);
});
