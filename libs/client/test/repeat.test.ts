import { type Client, isServiceError } from '@auction-tiers/client';
import { type ServiceError } from '@auction-tiers/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureOf, openPatient } from './fixture/client.ts';
import { exceeded, notFound, unavailable } from './fixture/refusal.ts';
import { type Fate, TestService } from './fixture/service.ts';

let service: TestService;

beforeEach(async () => {
  service = await TestService.start();
});
afterEach(() => service.close());

const body = { ym_profile_id: 1, bids: [] };
const openRtb = { bid_request: { id: 'r', imp: [{ id: '1' }] }, bid_responses: [] };
const calls: readonly (readonly [path: string, call: (client: Client) => Promise<unknown>])[] = [
  ['tier.list', (client) => client.tier.list.query()],
  ['tier.get', (client) => client.tier.get.query({ id: 7 })],
  ['changeLog.list', (client) => client.changeLog.list.query()],
  ['auction.run', (client) => client.auction.run.mutate(body)],
  ['auction.explain', (client) => client.auction.explain.mutate(body)],
  ['auction.runMany', (client) => client.auction.runMany.mutate({ auctions: [body] })],
  ['auction.openrtb', (client) => client.auction.openrtb.mutate(openRtb)],
  ['tier.update', (client) => client.tier.update.mutate({ id: 7, changes: { priority: 9 } })],
  ['profile.update', (client) => client.profile.update.mutate({ id: 7, changes: {}, append: false })],
  ['ymProfile.update', (client) => client.ymProfile.update.mutate({ id: 7, changes: {}, if_match: '"a"' })],
  ['tier.update', (client) => client.tier.update.mutate({ id: 7, changes: { buyer_members: [] }, append: true })],
  ['tier.remove', (client) => client.tier.remove.mutate({ id: 7 })],
  ['tier.create', (client) => client.tier.create.mutate({ name: 'T', ym_profile_id: 1 })],
  ['ymProfile.exportTagged', (client) => client.ymProfile.exportTagged.query({ id: 1 })],
  ['ymProfile.import', (client) => client.ymProfile.import.mutate({ id: 1, file: { tiers: [] } })],
  ['ymProfile.restore', (client) => client.ymProfile.restore.mutate({ id: 1, revision: '0-1' })],
  ['ymProfile.undo', (client) => client.ymProfile.undo.mutate({ id: 1, revision: '0-1' })],
  ['draft.publish', (client) => client.draft.publish.mutate({ id: 7 })],
  ['draft.approve', (client) => client.draft.approve.mutate({ id: 7 })],
  ['draft.ask', (client) => client.draft.ask.mutate({ id: 7 })],
  ['draft.rebase', (client) => client.draft.rebase.mutate({ id: 7 })],
  ['draft.unschedule', (client) => client.draft.unschedule.mutate({ id: 7 })],
  ['auth.login', (client) => client.auth.login.mutate({ username: 'u', password: 'right' })],
];

test.for(calls)('%s is sent again after a lost answer', async ([path, call]) => {
  service.next('cut after');
  await call(openPatient(service).client);
  expect(service.countOf(path)).toBe(2);
});

test.for(calls)(
  '%s is sent again while the service is out of reach, or says that it is too much',
  async ([path, call]) => {
    service.fail(path, unavailable(2), exceeded(3));
    const { client, waits } = openPatient(service);
    await call(client);
    expect(service.countOf(path)).toBe(3);
    expect(waits).toEqual([2000, 3000]);
  },
);

const fates: readonly (readonly [string, Fate | ServiceError])[] = [
  ['a lost answer', 'cut after'],
  ['a connection that was never made', 'cut before'],
  ['a service out of reach', unavailable()],
  ['a limit', exceeded(3)],
];
test.for(fates)('a change of the password is sent once, whatever becomes of it: %s', async ([, fate]) => {
  const changes = { current_password: 'this is the old one', password: 'this is the new one' };
  await expectSentOnce(fate, (client) => client.user.update.mutate({ id: 7, changes }));
});

async function expectSentOnce(fate: Fate | ServiceError, call: (client: Client) => Promise<unknown>): Promise<void> {
  if (fate instanceof Error) service.fail('user.update', fate);
  else service.next(fate);
  const { client, waits } = openPatient(service);
  await failureOf(call(client));
  expect(service.asked).toHaveLength(1);
  expect(waits).toEqual([]);
}

test.for<[string, Fate | ServiceError]>([
  ['its answer was lost', 'cut after'],
  ['the service was out of reach', unavailable()],
])('a remove that finds nothing once %s has removed it', async ([, fate]) => {
  if (fate instanceof Error) service.fail('tier.remove', fate, notFound());
  else {
    service.next(fate);
    service.fail('tier.remove', unavailable(), notFound());
  }
  expect(await openPatient(service).client.tier.remove.mutate({ id: 7 })).toEqual({ id: 7 });
});

test.for<[string, readonly Error[]]>([
  ['at once', []],
  ['once it was refused before it began', [exceeded(1)]],
])('a remove that finds nothing %s fails', async ([, before]) => {
  service.fail('tier.remove', ...before, notFound());
  const error = await failureOf(openPatient(service).client.tier.remove.mutate({ id: 7 }));
  expect(isServiceError(error) && error.data.error_code).toBe('NOTFOUND');
});

test('a read that finds nothing after a lost answer fails', async () => {
  service.next('cut before');
  service.fail('tier.get', notFound());
  const error = await failureOf(openPatient(service).client.tier.get.query({ id: 7 }));
  expect(isServiceError(error) && error.data.error_code).toBe('NOTFOUND');
});

test('of a batch only what failed is sent again', async () => {
  service.fail('tier.get', unavailable());
  const { client } = openPatient(service);
  await Promise.all([client.tier.get.query({ id: 7 }), client.profile.get.query({ id: 8 })]);
  expect(service.asked.map(({ paths }) => paths)).toEqual([['tier.get', 'profile.get'], ['tier.get']]);
});

test('calls that were lost together are sent again together', async () => {
  const draws = [0.1, 0.9, 0.5];
  service.next('cut before', 'cut after');
  const { client, waits } = openPatient(service, { retry: { random: () => draws.shift() ?? 0 } });
  await Promise.all([1, 2, 3].map((id) => client.tier.get.query({ id })));
  expect(waits).toEqual([137.5, 137.5, 137.5, 475, 475, 475]);
  expect(service.asked.map(({ paths }) => paths.length)).toEqual([3, 3, 3]);
});
