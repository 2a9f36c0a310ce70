import { type AuctionTier, dateText } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { type Client, createClient, failureOf } from '../fixture/trpc-client.ts';

const eightMs = Date.UTC(2026, 10, 21, 8);
const service = useService({ RECORD_AUCTIONS: '1' }, { recordClock: () => eightMs });
const { send } = service;
let hours: { readonly ym_profile_id: number; readonly from: string; readonly to: string };
let tier: AuctionTier;
let client: Client;

/** The fee is 15 %, so that a gross bid of 3 is 2.55 net, and one of 2 is 1.70. */
async function record(...seeds: readonly string[]): Promise<void> {
  for (const seed of seeds) {
    const bids = [bid('a', 107, 2), bid('b', 107, 3), bid('c', 110, 2.5)];
    await runAuction(send, { ym_profile_id: hours.ym_profile_id, seed, bids });
  }
  await service.opened.recorder?.settle();
}

beforeAll(async () => {
  const { id } = await createYmProfile(send);
  hours = { ym_profile_id: id, from: '2026-11-21T08:00:00Z', to: '2026-11-21T10:00:00Z' };
  const include = { ym_profile_id: id, member_action: 'include', priority: 5 };
  tier = await createTier(send, { ...include, min_price: '2.00', buyer_members: [{ id: 107 }] });
  client = createClient(service.url, service.people.seller1.api_key);
  await record('first', 'second');
});

test('without a question the answer says of how many auctions, and reads what was recorded meanwhile', async () => {
  const size = { hours: 1, hours_recorded: 1, unread: 0, is_cut: false };
  const read = async () => (await client.recorded.ask.query(hours)).sample;
  expect(await read()).toMatchObject({ ...size, auctions: 2, auctions_recorded: 2, auctions_decided: 2 });
  await record('third');
  const ofBuyers = await client.recorded.ask.query({ ...hours, buyers: true });
  expect([ofBuyers.sample.auctions, ofBuyers.buyers?.map(({ buyer_id: buyer, bids }) => [buyer, bids])]).toEqual([
    2,
    [
      [107, 4],
      [110, 2],
    ],
  ]);
  expect(await read()).toMatchObject({ ...size, auctions: 3, auctions_decided: 3 });
  const none = { ...hours, from: '2026-11-20T08:00:00Z', to: '2026-11-20T09:00:00Z' };
  expect(await client.recorded.ask.query({ ...none, buyers: true })).toEqual({
    sample: expect.objectContaining({ auctions: 0, hours_recorded: 0, newest_on: null }),
  });
});

test('the live tiers decide, or those of a draft, as they are when it is asked', async () => {
  const funnelOf = async (more: object = {}) =>
    (await client.recorded.ask.query({ ...hours, tier_id: tier.id, ...more })).tier?.funnel;
  await client.recorded.ask.query(hours);
  const listed = { seen: 9, listed: 6 };
  expect(await funnelOf()).toMatchObject({ ...listed, priced_in: 3, in_tier: 3, won: 3 });
  const tierSet = (price: string) => ({
    tiers: [{ ...tier, min_price: price, buyer_members: [{ id: 107 }] }],
  });
  const body = { ym_profile_id: hours.ym_profile_id, tier_set: tierSet('1.00') };
  const draft = expectOk(await send('POST', '/draft', { body })).response['draft'] as { readonly id: number };
  expect(await funnelOf({ draft_id: draft.id })).toMatchObject({ ...listed, priced_in: 6, in_tier: 6 });
  expect(await funnelOf()).toMatchObject({ priced_in: 3 });
  const asked = await client.recorded.ask.query({ ...hours, tier_id: tier.id, min_price: '1.00' });
  expect(asked.minimum).toMatchObject({ min_price: 1, bids_in: 6, gain: { value: 0, changed: 0 } });
  expectOk(await send('PUT', `/ym-auction-tier?id=${tier.id}`, { body: { min_price: '9.00' } }));
  expect(await funnelOf()).toMatchObject({ priced_in: 0, in_tier: 0, won: 0 });
});

test('a sample says when the last of its auctions was decided', async () => {
  const { found, sample } = await client.recorded.ask.query({ ...hours, find: { sort: 'time.desc' } });
  expect(sample.newest_on).toBe(dateText(found!.auctions[0]!.time_ms));
});

test('an auction that is found is given as it was sent', async () => {
  const { found } = await client.recorded.ask.query({ ...hours, find: { seed: 'second', gross_from: 2.5 } });
  expect(found).toMatchObject({ count: 1, auctions: [{ bids: 3, bid: { id: 'b', gross: 3, net: 2.55 } }] });
  const { auction } = await client.recorded.ask.query({ ...hours, auction: found!.auctions[0]!.id });
  expect(auction).toMatchObject({ seed: 'second', bids: [{ id: 'a' }, { id: 'b', price: 3 }, { id: 'c' }] });
});

test.for([
  [{ tier_id: 999_999 }, 'BAD_REQUEST', 'tier_id'],
  [{ min_price: '2.00' }, 'BAD_REQUEST', 'tier_id'],
  [{ tier_id: 1, min_price: '-1' }, 'BAD_REQUEST', 'min_price'],
  [{ auction: 'none' }, 'BAD_REQUEST', 'auction'],
  [{ find: { sort: 'size.asc' } }, 'BAD_REQUEST', 'find.sort'],
  [{ to: '2026-11-21T08:00:00Z' }, 'BAD_REQUEST', 'to'],
  [{ draft_id: 999_999 }, 'NOT_FOUND', 'id'],
  [{ ym_profile_id: 999_999 }, 'NOT_FOUND', 'ym_profile_id'],
] as const)('%j is refused as %s, at %s', async ([wrong, code, path]) => {
  const { data } = await failureOf(client.recorded.ask.query({ ...hours, ...wrong } as never));
  expect([data?.code, data?.issues?.map((one: { readonly path: string }) => one.path)]).toEqual([code, [path]]);
});
