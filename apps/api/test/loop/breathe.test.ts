import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { breathe, forEachBreathing } from '../../src/loop/breathe.ts';
import { LoopHolds } from '../../src/loop/loop-holds.ts';

function spin(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

/** Holds the event loop for 12 ms at a time, with a pause for others in between. */
async function longWork(name: string, times: number, done: string[]): Promise<void> {
  for (let at = 0; at < times; at++) {
    spin(12);
    done.push(name);
    await breathe();
  }
}

test('of several long works one goes on per turn of the event loop', async () => {
  const done: string[] = [];
  let isOver = false;
  const turn = (): void => {
    done.push('turn');
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(['a', 'b', 'c'].map((name) => longWork(name, 4, done)));
  isOver = true;
  expect(
    done
      .filter((name) => name !== 'turn')
      .toSorted()
      .join(''),
  ).toBe('aaaabbbbcccc');
  // They begin together; after that no work goes on in the turn of another.
  const afterStart = done.slice(done.indexOf('turn'));
  for (const [at, name] of afterStart.entries()) if (name !== 'turn') expect(afterStart[at - 1]).toBe('turn');
});

test('a short work does not wait, and every element of a long list has its turn', async () => {
  await setTimeout(1);
  await breathe();
  expect(breathe()).toBeUndefined();
  const seen: number[] = [];
  const list = Array.from({ length: 1000 }, (_, at) => at);
  await forEachBreathing(list, (at) => void seen.push(at));
  expect(seen).toEqual(list);
  await expect(
    forEachBreathing(list, () => {
      throw new RangeError('no');
    }),
  ).rejects.toThrow(RangeError);
});

test('the service sees how long it has held its event loop', async () => {
  const holds = new LoopHolds();
  try {
    holds.take();
    // A measurement begins at the first turn after the last was taken.
    await setTimeout(10);
    spin(60);
    await setTimeout(10);
    const { longestMs, p999Ms } = holds.take();
    expect(longestMs).toBeGreaterThan(40);
    expect(p999Ms).toBeGreaterThan(0);
  } finally {
    holds.close();
  }
});
