import type { Client } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { PasswordQueue } from '../../src/auth/password-queue.ts';

const from = (address: string, isGone: () => boolean = () => false): Client => ({
  address: () => address,
  isForwarded: () => false,
  isGone,
});

/** A check that lasts until the test ends it. */
class Check {
  readonly #started = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<void>();
  hasBegun = false;
  readonly run = async (): Promise<string> => {
    this.hasBegun = true;
    this.#started.resolve();
    await this.#end.promise;
    return 'checked';
  };

  get begun(): Promise<void> {
    return this.#started.promise;
  }

  end(): void {
    this.#end.resolve();
  }
}

const checks = (count: number) => Array.from({ length: count }, () => new Check());
const begunOf = (all: readonly Check[]) => all.map(({ hasBegun }) => hasBegun);
const busy = { kind: 'rate_exceeded', retryAfterS: expect.any(Number) as unknown };

test('one check of an address runs at a time, and addresses take turns', async () => {
  const queue = new PasswordQueue();
  const [first, second, third] = checks(3) as [Check, Check, Check];
  const [other] = checks(1) as [Check];
  const results = [first, second, third].map((check) => queue.run(from('a'), check.run));
  results.push(queue.run(from('b'), other.run));
  await other.begun;
  expect(begunOf([first, second, third])).toEqual([true, false, false]);
  first.end();
  await second.begun;
  other.end();
  second.end();
  third.end();
  expect(await Promise.all(results)).toEqual(Array.from({ length: 4 }, () => 'checked'));
});

test('two checks run at the same time, whatever the number of addresses', async () => {
  const queue = new PasswordQueue();
  const all = checks(5);
  const results = all.map((check, index) => queue.run(from(`address ${index}`), check.run));
  expect(begunOf(all)).toEqual([true, true, false, false, false]);
  all[1]?.end();
  await all[2]?.begun;
  expect(begunOf(all)).toEqual([true, true, true, false, false]);
  for (const check of all) check.end();
  await Promise.all(results);
});

test('an address may have 20 checks waiting, all together 100', async () => {
  const queue = new PasswordQueue();
  const [running] = checks(1) as [Check];
  const taken = [queue.run(from('a'), running.run)];
  for (let count = 0; count < 20; count++) taken.push(queue.run(from('a'), async () => 'checked'));
  await expect(queue.run(from('a'), async () => 'checked')).rejects.toMatchObject(busy);
  const [other] = checks(1) as [Check];
  taken.push(queue.run(from('b'), other.run));
  for (let count = 0; count < 80; count++) taken.push(queue.run(from(`c${count}`), async () => 'checked'));
  await expect(queue.run(from('d'), async () => 'checked')).rejects.toMatchObject(busy);
  running.end();
  other.end();
  await Promise.all(taken);
  expect(await queue.run(from('d'), async () => 'checked')).toBe('checked');
});

test('a check whose client has gone is left out, and makes room at once', async () => {
  const queue = new PasswordQueue();
  const [running, abandoned] = checks(2) as [Check, Check];
  let isGone = false;
  const first = queue.run(from('a'), running.run);
  const left = Array.from({ length: 20 }, () =>
    queue.run(
      from('a', () => isGone),
      abandoned.run,
    ),
  );
  const refused = Promise.allSettled(left);
  isGone = true;
  const honest = queue.run(from('a'), async () => 'checked');
  running.end();
  expect(await Promise.all([first, honest])).toEqual(['checked', 'checked']);
  expect(new Set((await refused).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(abandoned.hasBegun).toBe(false);
});

test('a check that fails does not hold up the next one', async () => {
  const queue = new PasswordQueue();
  await expect(queue.run(from('a'), () => Promise.reject(new Error('Redis is away')))).rejects.toThrow('away');
  expect(await queue.run(from('a'), async () => 'checked')).toBe('checked');
  expect(await queue.run(undefined, async () => 'checked')).toBe('checked');
});
