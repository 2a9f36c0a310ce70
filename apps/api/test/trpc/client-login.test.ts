import { type Client, createClient, isServiceError } from '@auction-tiers/client';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Proxy } from '../fixture/proxy.ts';
import { createYmProfile, listTiers } from '../fixture/demo-tier.ts';
import { logOut } from '../fixture/page-session.ts';
import { useService } from '../fixture/service.ts';
import { failureOf } from '../fixture/trpc-client.ts';

const service = useService();
let proxy: Proxy;
let ymProfileId: number;

beforeAll(async () => {
  ({ id: ymProfileId } = await createYmProfile(service.send));
});
beforeEach(async () => {
  proxy = await Proxy.start(service.url);
});
afterEach(() => proxy.close());

const open = (given: string = service.people.seller1.password): Client =>
  createClient({ url: proxy.url, username: service.people.seller1.username, password: given });
const logins = () => proxy.seen.filter((line) => /\/trpc\/auth\.login(?:\?|$)/.test(line)).length;

/** Ends the token that the client has sent last. */
async function endToken(): Promise<void> {
  const token = /at_\S+/.exec(proxy.authorizations.at(-1) ?? '')?.[0];
  await logOut(service.url, String(token));
}

test('a token that has ended is replaced by one login', async () => {
  const client = open();
  await client.tier.list.query();
  await endToken();
  const [page] = await Promise.all([
    client.tier.list.query(),
    ...Array.from({ length: 10 }, () => client.profile.list.query()),
    client.tier.create.mutate({ name: 'afterwards', ym_profile_id: ymProfileId }),
    client.ymProfile.update.mutate({ id: ymProfileId, changes: { description: 'afterwards' } }),
  ]);
  expect(page.count).toBeGreaterThan(0);
  expect(logins()).toBe(2);
  expect(await listTiers(service.send, '?name=afterwards')).toHaveLength(1);
});

test('a login that gets lost is sent again', async () => {
  proxy.lose('request', 'answer');
  expect((await open().tier.list.query()).count).toBeGreaterThan(0);
  expect(logins()).toBe(3);
});

test('a wrong password is tried once, so that it does not lock its username out', async () => {
  const wrong = open('not this one');
  for (let call = 0; call < 12; call += 1) {
    const error = await failureOf(wrong.tier.list.query());
    expect(isServiceError(error) && error.data.error_id).toBe('NOAUTH');
  }
  expect(logins()).toBe(1);
  expect((await open().tier.list.query()).count).toBeGreaterThan(0);
});
