import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Turnstile } from '../../src/slice/turnstile.ts';
import { ChangeFollower } from '../fixture/server-events.ts';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { countTurns } from '../fixture/turns.ts';

const service = useService();

/** How often each turn stands in a list, at most. */
const mostInOne = (turns: readonly number[]) =>
  Math.max(...Object.values(Object.groupBy(turns, (turn) => turn)).map((same = []) => same.length));

test.for([1, 4])('a turnstile lets %i go on per turn of the event loop, in their order', async (mostPerTurn) => {
  const turnstile = new Turnstile(mostPerTurn);
  const turns = countTurns();
  const passed: (readonly [place: number, turn: number])[] = [];
  const pass = async (place: number) => {
    await turnstile.pass();
    passed.push([place, turns.count]);
  };
  const places = Array.from({ length: 20 }, (_, place) => place);
  await Promise.all(places.map(pass));
  expect(passed.map(([place]) => place)).toEqual(places);
  expect(mostInOne(passed.map(([, turn]) => turn))).toBe(mostPerTurn);
});

test('one that comes when nobody waits goes on at once, in later turns too', async () => {
  const turnstile = new Turnstile(1);
  for (let round = 0; round < 3; round++) {
    let isPassed = false;
    void turnstile.pass().then(() => (isPassed = true));
    await Promise.resolve();
    expect(isPassed).toBe(true);
    await setImmediate();
    await setImmediate();
  }
});

test('subscriptions that are opened together are admitted one per turn of the event loop', async () => {
  const { store, throttle } = service.opened;
  const [head, take] = [store.head.bind(store), throttle.take.bind(throttle)];
  const count = 10;
  const turns = countTurns();
  const admitted: number[] = [];
  let asked = 0;
  const { promise: allAsk, resolve: askedAll } = Promise.withResolvers<void>();
  // All of them wait for the same answers.
  store.head = async (partition) => {
    if (++asked === count) askedAll();
    await allAsk;
    return head(partition);
  };
  throttle.take = (...args) => {
    if (args[1] === 'read') admitted.push(turns.count);
    return take(...args);
  };
  onTestFinished(() => Object.assign(store, { head }) && void Object.assign(throttle, { take }));
  const { url, people } = service;
  const followers = await Promise.all(
    Array.from({ length: count }, () => ChangeFollower.open(url, people.seller1.api_key)),
  );
  expect(admitted).toHaveLength(count);
  expect(mostInOne(admitted)).toBe(1);
  await createYmProfile(service.send, { name: 'Followed' });
  for (const follower of followers) {
    expect((await follower.next()).entry.after).toMatchObject({ name: 'Followed' });
    follower.close();
  }
});
