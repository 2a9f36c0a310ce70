import { expect, test } from 'vitest';
import { createNewest } from '../../src/sample/newest.ts';

test('of the questions that come while one is answered, only the last is asked', async () => {
  const asked: number[] = [];
  const answered: number[] = [];
  const open: (() => void)[] = [];
  const newest = createNewest(
    (input: number) => {
      asked.push(input);
      return new Promise<number>((resolve) => open.push(() => resolve(input)));
    },
    (answer) => answered.push(answer),
  );
  for (const input of [1, 2, 3, 4]) newest.ask(input);
  expect(asked).toEqual([1]);
  open[0]!();
  await expect.poll(() => asked).toEqual([1, 4]);
  open[1]!();
  await expect.poll(() => answered).toEqual([1, 4]);
  newest.ask(5);
  newest.close();
  open[2]!();
  await Promise.resolve();
  expect(answered).toEqual([1, 4]);
});

test('an answer that fails is left out, and the next is asked', async () => {
  const answered: number[] = [];
  const newest = createNewest(
    (input: number) => (input === 1 ? Promise.reject(new Error('refused')) : Promise.resolve(input)),
    (answer) => answered.push(answer),
  );
  newest.ask(1);
  newest.ask(2);
  await expect.poll(() => answered).toEqual([2]);
});
