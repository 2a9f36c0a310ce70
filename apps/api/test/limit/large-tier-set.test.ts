import { expect, onTestFinished, test } from 'vitest';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { importAnswer, sendFile } from '../fixture/tier-set-file.ts';

const service = useService();
const { send } = service;

const tiersOf = (count: number, priority = 1) =>
  Array.from({ length: count }, (_, at) => ({ name: `T${at}`.padEnd(100), priority, buyer_members: [{ id: 107 }] }));
const large = tiersOf(1200);
const small = tiersOf(3);
const wrong = tiersOf(1200, 11);
const trial = '&dry_run=true';

/** Counts the imports of large tier sets that have come as far as their write, and keeps them from going on. */
function holdLarge() {
  const { store } = service.opened;
  const writeBatch = store.writeBatch.bind(store);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const found = { large: 0, begun, release };
  store.writeBatch = async (owner, writes, ...rest) => {
    if (writes.length >= large.length) {
      found.large++;
      begin();
      await released;
    }
    return writeBatch(owner, writes, ...rest);
  };
  onTestFinished(() => {
    store.writeBatch = writeBatch;
  });
  return found;
}

test('large tier sets are imported one after the other, whatever becomes of those before; small ones do not wait', async () => {
  const { id } = await createYmProfile(send);
  const found = holdLarge();
  const leave = new AbortController();
  const begin = async () =>
    fetch(`${service.url}/ym-profile/import?id=${id}${trial}`, {
      method: 'POST',
      headers: { authorization: service.people.seller1.api_key, 'content-type': 'application/json' },
      body: JSON.stringify({ tiers: large }),
      signal: leave.signal,
    });
  const first = begin();
  await found.begun;
  const second = begin();
  const refused = sendFile(send, id, { tiers: wrong }, trial);
  const last = sendFile(send, id, { tiers: large }, trial);
  // Each takes as many turns of the event loop as a large one of which it overtakes a part.
  const trySmall = async () => {
    for (let count = 0; count < 5; count++) {
      expect(importAnswer(await sendFile(send, id, { tiers: small }, trial)).created).toHaveLength(small.length);
    }
  };
  await trySmall();
  // What the first has begun goes on without its client, and so does its turn.
  leave.abort();
  await Promise.all([first, second].map((one) => expect(one).rejects.toThrow()));
  await trySmall();
  expect(found.large).toBe(1);
  found.release();
  expect((await refused).status).toBe(400);
  expect(importAnswer(await last).created).toHaveLength(large.length);
  expect(found.large).toBe(2);
});
