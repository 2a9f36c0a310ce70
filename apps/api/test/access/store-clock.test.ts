import { expect, test } from 'vitest';
import { StoreClock } from '../../src/auth/store-clock.ts';
import { TestClock } from '../fixture/test-clock.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A host's clock that can be set, whose monotonic clock goes on. */
class HostClock extends TestClock {
  #setMs = 0;
  override readonly epochMs = (): number => this.elapsedMs() + this.#setMs;

  set(ms: number): void {
    this.#setMs = ms;
  }
}

const said: string[] = [];
const tell = (_: object, text: string) => void said.push(text);
const log = { info: tell, warn: tell, debug: () => undefined } as unknown as ConstructorParameters<
  typeof StoreClock
>[0]['log'];

test('the time is that of the store in the middle of the round trip, and goes on when the host is set or the store is away', async () => {
  const host = new HostClock();
  const storeMs = 100 * dayMs;
  host.set(storeMs + 5 * 60_000);
  let tripMs = 40;
  let isAway = false;
  const store = {
    serverTimeMs: async () => {
      host.pass(tripMs / 2);
      const timeMs = storeMs + host.elapsedMs();
      host.pass(tripMs / 2);
      if (isAway) throw new Error('away');
      return timeMs;
    },
  };
  const clock = new StoreClock({ store, host, log });
  expect([clock.offMs(), clock.mayRemove(), clock.epochMs()]).toEqual([null, false, host.epochMs()]);
  await clock.read();
  expect([clock.offMs(), clock.mayRemove()]).toEqual([5 * 60_000, true]);
  expect(clock.epochMs()).toBe(storeMs + host.elapsedMs());
  expect(said).toEqual([expect.stringContaining('300.0 s ahead')]);

  isAway = true;
  host.set(storeMs - dayMs);
  host.pass(60_000);
  await clock.read();
  expect(clock.epochMs()).toBe(storeMs + host.elapsedMs());
  expect([clock.offMs(), clock.mayRemove()]).toEqual([-dayMs, false]);

  // A reading that took long says too little.
  isAway = false;
  tripMs = 4000;
  host.set(storeMs + 500);
  await clock.read();
  expect(clock.offMs()).toBe(500);
  expect(clock.problem()).toBeUndefined();
  expect(said.at(-1)).toMatch(/agrees/);
});
