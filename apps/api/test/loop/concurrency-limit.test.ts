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
