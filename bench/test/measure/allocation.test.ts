import { expect, test } from 'vitest';
import { bytesAllocated } from '../../src/measure/allocation.ts';

const numbers = new Int32Array(100);
const kept: unknown[] = [];

function warm(work: () => void): () => void {
  for (let time = 0; time < 50_000; time++) work();
  return work;
}

test('writing numbers leaves nothing behind', () => {
  const writeNumbers = warm(() => {
    numbers.fill(numbers[0]! + 1);
  });
  expect(Math.abs(bytesAllocated(writeNumbers)!)).toBeLessThan(0.5);
});

test('an array of ten numbers takes at least its ten places of four bytes, each time', () => {
  const makeArray = warm(() => {
    kept[0] = [0, 1, 2, 3, 4, 5, 6, 7, 8, numbers[0]];
  });
  const bytes = bytesAllocated(makeArray);
  expect(bytes).toBeGreaterThan(40);
  expect(bytes).toBeLessThan(200);
});

test('work that the garbage collector interrupts each time cannot be measured', () => {
  const bytes = bytesAllocated(() => {
    for (let at = 0; at < 2_000_000; at++) kept[0] = { at };
  });
  expect(bytes).toBeUndefined();
});
