import { impressionFields } from '@auction-tiers/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { bid, explainAuction } from '../fixture/auction-body.ts';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
const { send } = service;
let ym_profile_id: number;
let tier_id: number;

beforeAll(async () => {
  ym_profile_id = (await createYmProfile(send)).id;
  const profile = await createProfile(send, {
    country_action: 'include',
    country_targets: [{ code: 'US' }],
    dma_action: 'include',
    dma_targets: [{ dma: 501 }],
    size_targets: [{ width: 300, height: 250 }],
    segment_targets: [{ id: 12 }],
  });
  const buyer_members = [{ id: 101 }];
  tier_id = (await createTier(send, { ym_profile_id, profile_id: profile.id, buyer_members })).id;
});

/** Every way to send an auction, and the auction of its answer. */
const doors: Readonly<Record<string, (body: Row) => Promise<unknown>>> = {
  'the fast path': async (body) => expectOk(await send('POST', '/auction', { body })).response['auction'],
  express: async (body) => {
    const headers = { accept: 'application/json, text/plain' };
    return expectOk(await send('POST', '/auction', { body, headers })).response['auction'];
  },
  'a batch': async (body) => {
    const { response } = expectOk(await send('POST', '/auction/batch', { body: { auctions: [{}, body] } }));
    return (response['auctions'] as readonly unknown[])[1];
  },
  tRPC: async (body) => {
    const { json } = await send('POST', '/trpc/auction.run', { body });
    return (json['result'] as Row | undefined)?.['data'];
  },
  "tRPC's runMany": async (body) => {
    const { json } = await send('POST', '/trpc/auction.runMany', { body: { auctions: [body] } });
    return (json['result'] as { readonly data: { readonly auctions: readonly unknown[] } }).data.auctions[0];
  },
  'an explanation': async (body) => {
    const { bids, ...rest } = await explainAuction(send, body);
    return { ...rest, bids: bids.map(({ tiers: _tiers, decision: _decision, ...one }) => one) };
  },
};

const time = '2026-11-21T08:00:00.000Z';
const usual = (): Row => ({
  ym_profile_id,
  auction_type: 2,
  bid_floor: 1,
  revenue_share_pct: 10,
  seed: 's',
  impression: {
    country: 'US',
    dma: 501,
    sizes: [{ width: 300, height: 250 }],
    site_id: 3,
    segments: [12],
    key_values: { section: ['news'] },
    time,
  },
  bids: [bid('a', 101, 3), bid('b', null, 2), bid('c', 102, 2)],
});

const nulls = Object.fromEntries(Object.keys(impressionFields).map((name) => [name, null]));

/** What is meant without doubt, and how it is usually written. */
const meant: Readonly<Record<string, () => readonly [sent: Row, usual: Row]>> = {
  'null in place of everything that may be absent': () => [
    {
      ym_profile_id,
      publisher_id: null,
      auction_type: null,
      bid_floor: null,
      revenue_share_pct: null,
      seed: 's',
      impression: { ...nulls, time },
      bids: [bid('a', 101, 3, { revenue_share_pct: null })],
    },
    { ym_profile_id, seed: 's', impression: { time }, bids: [bid('a', 101, 3)] },
  ],
  'null for single attributes': () => [
    {
      ...usual(),
      impression: { ...(usual()['impression'] as Row), city: null, key_values: { section: ['news'], page: null } },
    },
    usual(),
  ],
  'a unit, which the selection ignores': () => [{ ...usual(), unit: 'user 7' }, usual()],
  'a country as alpha-3': () => [
    { ...usual(), impression: { ...(usual()['impression'] as Row), country: 'USA' } },
    usual(),
  ],
  'a country as alpha-3 in lower case': () => [
    { ...usual(), impression: { ...(usual()['impression'] as Row), country: 'usa' } },
    usual(),
  ],
  'integers as text': () => [
    {
      ...usual(),
      ym_profile_id: String(ym_profile_id),
      auction_type: '2',
      bid_floor: '1',
      revenue_share_pct: '10',
      impression: {
        ...(usual()['impression'] as Row),
        dma: '501',
        sizes: [{ width: '300', height: '250' }],
        site_id: '3',
        segments: ['12'],
      },
      bids: [bid('a', '101' as never, '3'), bid('b', null, '2'), bid('c', '102' as never, '2')],
    },
    usual(),
  ],
};

describe.for(Object.entries(meant))('%s', ([, make]) => {
  test.for(Object.keys(doors))('is answered by %s as the usual form is', async (door) => {
    const ask = doors[door] ?? (() => Promise.reject(new Error(door)));
    const [sent, plain] = make();
    const answer = await ask(sent);
    expect(answer).toMatchObject({ ym_profile_id, seed: 's', time, bids: expect.any(Array) as unknown[] });
    expect(answer).toEqual(await ask(plain));
  });
});

test('the usual form has a bid that the tier excludes, which null and text do not change', async () => {
  expect(await doors['express']?.(usual())).toMatchObject({ bids: [{ outcome: 'excluded', tier_id }, {}, {}] });
});

test.for<[string, (body: Row) => Row, string]>([
  ['the bids', (body) => ({ ...body, bids: null }), 'bids'],
  ['a bid', (body) => ({ ...body, bids: [null] }), 'bids.0'],
  ['a price', (body) => ({ ...body, bids: [{ id: 'a', member_id: 1, price: null }] }), 'bids.0.price'],
  ['an entry of a list', (body) => ({ ...body, impression: { segments: [null] } }), 'impression.segments.0'],
  [
    'a side of a size',
    (body) => ({ ...body, impression: { sizes: [{ width: null, height: 1 }] } }),
    'impression.sizes.0.width',
  ],
])('null is refused for %s', async ([, change, path]) => {
  const answer = await send('POST', '/auction', { body: change(usual()) });
  expect(answer.status).toBe(400);
  expect(answer.response.dbg_info.issues).toMatchObject([{ path }]);
});
