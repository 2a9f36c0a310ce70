import { expect, test } from 'vitest';
import { createProgress } from '../../src/cli/terminal.ts';

function watch(isTTY: boolean | undefined, total = 1000) {
  const written: string[] = [];
  let nowMs = 0;
  const terminal = { ...(isTTY === undefined ? {} : { isTTY }), write: (text: string) => written.push(text) };
  const progress = createProgress({ total, unit: 'auctions' }, terminal, () => nowMs);
  const step = (done: number, atMs: number) => {
    nowMs = atMs;
    progress.update(done);
  };
  return { written, step, progress };
}

test('on a terminal one sees the share, the rate and the time left, on one line', () => {
  const { written, step, progress } = watch(true);
  step(0, 0);
  step(250, 1000);
  step(500, 62_500);
  progress.finish();
  expect(written).toEqual([
    '\r\u001B[K0 %, 0 auctions',
    '\r\u001B[K25 %, 250 auctions, 250 per second, 0:03 left',
    '\r\u001B[K50 %, 500 auctions, 8 per second, 1:03 left',
    '\r\u001B[K',
  ]);
});

test('the line is not redrawn more often than one can read', () => {
  const { written, step } = watch(true);
  for (let ms = 0; ms < 1000; ms++) step(ms, ms);
  expect(written).toHaveLength(10);
});

test.for([
  { isTTY: undefined, total: 1000 },
  { isTTY: false, total: 1000 },
  { isTTY: true, total: 0 },
])('it is quiet where there is no terminal, or nothing to do: %j', ({ isTTY, total }) => {
  const { written, step, progress } = watch(isTTY, total);
  step(10, 10);
  step(900, 5000);
  progress.finish();
  expect(written).toEqual([]);
});
