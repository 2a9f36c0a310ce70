import { ServiceError } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { ConcurrencyLimit } from '../../src/loop/concurrency-limit.ts';

test('as many works as may be go on at once; one more is refused with the time to wait, and has room once one has ended', async () => {
  const limit = new ConcurrencyLimit(2, 'large works');
  const ends: (() => void)[] = [];
  const work = (name: string) => limit.run(() => new Promise<string>((resolve) => ends.push(() => resolve(name))));
  const [first, second] = [work('first'), work('second')];
  const refused = await work('third').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ServiceError);
  expect(refused).toMatchObject({
    message: 'the service is busy with 2 large works; try again in 1 s',
    retryAfterS: 1,
  });
  ends[0]!();
  expect(await first).toBe('first');
  await expect(limit.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limit.run(() => 'fourth')).toBe('fourth');
  ends[1]!();
  expect(await second).toBe('second');
});

test('works wait for their turn in order where they may, and each that ends lets the next one in, also by failing', async () => {
  const limit = new ConcurrencyLimit(1, 'works', 2);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const work = (name: string) =>
    limit.run(() => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
  const [first, second, third] = [work('first'), work('second'), work('third')];
  await expect(work('fourth')).rejects.toMatchObject({
    message: 'the service is busy with 3 works; try again in 1 s',
  });
  expect(begun).toEqual(['first']);
  ends.get('first')!.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  // In the turn in which one ends, a newcomer does not overtake those that wait.
  const fifth = work('fifth');
  await expect.poll(() => begun).toEqual(['first', 'second']);
  ends.get('second')!.resolve('second');
  expect(await second).toBe('second');
  await expect.poll(() => begun).toEqual(['first', 'second', 'third']);
  ends.get('third')!.resolve('third');
  expect(await third).toBe('third');
  await expect.poll(() => begun.at(-1)).toBe('fifth');
  ends.get('fifth')!.resolve('fifth');
  expect(await fifth).toBe('fifth');
  expect(await limit.run(() => 'sixth')).toBe('sixth');
});

test('owners take turns, and none has more than a third of the line', async () => {
  const limit = new ConcurrencyLimit(1, 'works', 6);
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  const work = (name: string, owner: number) => limit.run(() => void begun.push(name), owner);
  const first = limit.run(() => held.promise, 1);
  const ofOne = [work('a1', 1), work('a2', 1)];
  await expect(work('a3', 1)).rejects.toMatchObject({ message: expect.stringMatching(/^the service is busy with /) });
  const others = [work('b1', 2), work('b2', 2), work('c1', 3)];
  held.resolve();
  await Promise.all([first, ...ofOne, ...others]);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
});
