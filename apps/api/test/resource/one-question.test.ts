import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTier, demoYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService();

/** Holds back the answers to what the service asks about the heads of partitions, and tells what it has asked meanwhile. */
function holdHeads() {
  const { store } = service.opened;
  const head = store.head.bind(store);
  const asked: number[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  store.head = async (partition) => {
    asked.push(partition);
    begin();
    const answer = head(partition);
    await released;
    return answer;
  };
  onTestFinished(() => {
    store.head = head;
  });
  return { asked, begun, release };
}

test.for(['?id=', '/'])('a read asks about its credential and its objects at once: %s', async (kind) => {
  const { store, mirror } = service.opened;
  const { id } = await createTier(service.send, { ym_profile_id: (await demoYmProfile(service.send)).id });
  const path = kind === '/' ? '/ym-auction-tier' : `/ym-auction-tier?id=${id}`;
  await service.send('GET', path);
  const { asked, begun, release } = holdHeads();
  const reading = service.send('GET', path);
  await begun;
  await setImmediate();
  const partition = (mirror.ownerOf('ym-auction-tier', id) ?? 0) % store.partitions;
  expect(asked.toSorted((a, b) => a - b)).toEqual([0, partition]);
  release();
  expect((await reading).status).toBe(200);
  expect(asked).toHaveLength(2);
});

test('the create of a tier asks nothing before its one call of the store, which checks its credential', async () => {
  const { store, throttle } = service.opened;
  const { id } = await demoYmProfile(service.send);
  await createTier(service.send, { ym_profile_id: id });
  const { asked } = holdHeads();
  const take = vi.spyOn(throttle, 'take');
  const create = vi.spyOn(store, 'create');
  onTestFinished(() => [take, create].forEach((call) => call.mockRestore()));
  await createTier(service.send, { ym_profile_id: id });
  expect(asked).toEqual([]);
  expect(take).toHaveBeenCalledOnce();
  expect(create).toHaveBeenCalledOnce();
  expect(create.mock.calls[0]?.[4]).toMatchObject({ whileShared: store.sharedPlace() });
});

test.for([
  ['a read', 'GET', undefined],
  ['a write', 'PUT', { description: 'Counted' }],
] as const)('%s is counted while its credential is checked, once', async ([, method, body]) => {
  const { throttle } = service.opened;
  const take = throttle.take.bind(throttle);
  const { id } = await demoYmProfile(service.send);
  const { asked, begun, release } = holdHeads();
  const counted: number[] = [];
  throttle.take = (...args) => {
    counted.push(asked.length);
    return take(...args);
  };
  onTestFinished(() => void Object.assign(throttle, { take }));
  const sending = service.send(method, `/ym-profile?id=${id}`, body === undefined ? {} : { body });
  await begun;
  await setImmediate();
  expect(counted).toHaveLength(1);
  release();
  expect((await sending).status).toBe(200);
  expect(counted).toHaveLength(1);
});

test('what was asked ahead for a caller whose key has ended is of no use to it', async () => {
  const admin = { key: service.people.admin.api_key };
  const path = '/ym-auction-tier';
  const made = await service.send('POST', '/api-key', { key: service.people.seller1.api_key, body: { name: 'Short' } });
  const { key, id } = made.response['api-key' as 'id'] as unknown as { readonly key: string; readonly id: number };
  expect((await service.send('GET', path, { key })).status).toBe(200);
  await service.send('DELETE', `/api-key?id=${id}`, admin);
  expect((await service.send('GET', path, { key })).status).toBe(401);
});
