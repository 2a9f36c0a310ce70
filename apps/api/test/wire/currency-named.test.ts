import { restOperations } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { createDraft } from '../fixture/draft.ts';
import type { Row, Send } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
/** The second seller, whose currency the other tests leave alone. */
const inEuros: Send = (method, path, options) =>
  service.send(method, path, { key: service.people.seller2.api_key, ...options });
const inDollars: Send = (method, path, options) => service.send(method, path, options);
const asAdmin: Send = (method, path, options) =>
  service.send(method, path, { key: service.people.admin.api_key, ...options });

const ofSeller = new Map<Send, { readonly ymProfileId: number; readonly tierId: number; readonly draftId: number }>();

beforeAll(async () => {
  expectOk(await inEuros('PUT', '/member', { body: { currency: 'EUR' } }));
  for (const send of [inEuros, inDollars]) {
    const ymProfileId = (await createYmProfile(send)).id;
    const buyer_members = [{ id: 101 }];
    const tier = { ym_profile_id: ymProfileId, name: 'One', member_action: 'include', min_price: 1, buyer_members };
    const tierId = (await createTier(send, tier)).id;
    ofSeller.set(send, { ymProfileId, tierId, draftId: (await createDraft(send, ymProfileId)).id });
  }
});

const sellers = [
  { send: inEuros, currency: 'EUR' },
  { send: inDollars, currency: 'USD' },
];

const currencyOf = async (answer: ReturnType<Send>): Promise<unknown> =>
  (expectOk(await answer).response.dbg_info as unknown as Row)['currency'];

const bids = [{ id: 'a', member_id: 101, price: 2 }];
const auctionsOf = (ymProfileId: number) =>
  [
    ['/auction', { ym_profile_id: ymProfileId, bids }],
    // What the fast path leaves to the schema.
    ['/auction', { ym_profile_id: ymProfileId, bids, revenue_share_pct: '10', min_to_win: true }],
    ['/auction/explain', { ym_profile_id: ymProfileId, bids }],
    ['/auction/batch', { auctions: [{ ym_profile_id: ymProfileId, bids }] }],
    ['/auction/batch', { auctions: [{ ym_profile_id: ymProfileId }] }],
    [`/openrtb2/auction?ym_profile_id=${ymProfileId}`, { bid_request: { id: 'r', imp: [{ id: '1' }] } }],
  ] as const;

test.for(sellers)('auctions name their currency once, $currency', async ({ send, currency }) => {
  const { ymProfileId } = ofSeller.get(send)!;
  for (const [path, body] of auctionsOf(ymProfileId)) {
    const answer = expectOk(await send('POST', path, { body }));
    expect([path, answer.text.match(/"currency":"[A-Z]+"/g)]).toEqual([path, [`"currency":"${currency}"`]]);
    expect((answer.response.dbg_info as unknown as Row)['currency']).toBe(currency);
  }
});

test('an administrator is told the currency of the auctions, where they have one', async () => {
  const [euros, dollars] = [inEuros, inDollars].map((send) => ofSeller.get(send)!.ymProfileId);
  expect(await currencyOf(asAdmin('POST', '/auction', { body: { ym_profile_id: euros, bids } }))).toBe('EUR');
  const both = { auctions: [euros, dollars].map((ym_profile_id) => ({ ym_profile_id, bids })) };
  expect(await currencyOf(asAdmin('POST', '/auction/batch', { body: both }))).toBeUndefined();
});

test.for(sellers)('reads and writes of what holds money name $currency', async ({ send, currency }) => {
  const { ymProfileId, tierId, draftId } = ofSeller.get(send)!;
  const id = `?id=${ymProfileId}`;
  for (const path of [
    '/ym-auction-tier',
    `/ym-auction-tier?id=${tierId}`,
    '/ym-profile',
    `/ym-profile${id}`,
    `/ym-profile/export${id}`,
    `/ym-profile/history${id}`,
    '/draft',
    `/draft?id=${draftId}`,
    '/experiment',
    `/experiment/plan?draft_id=${draftId}`,
    '/forecast',
    '/alert',
    '/change-log',
    '/simulation',
    `/report?ym_profile_id=${ymProfileId}`,
    `/movement?ym_profile_id=${ymProfileId}`,
  ]) {
    expect([path, await currencyOf(send('GET', path))]).toEqual([path, currency]);
  }
  const body = { min_price: '1.500000' };
  expect(await currencyOf(send('PUT', `/ym-auction-tier?id=${tierId}`, { body }))).toBe(currency);
  const exported = expectOk(await send('GET', `/ym-profile/export${id}`)).response['ym-profile-export'];
  expect(await currencyOf(send('POST', `/ym-profile/import${id}&dry_run=true`, { body: exported as Row }))).toBe(
    currency,
  );
  expect(await currencyOf(send('POST', `/draft/rebase?id=${draftId}`))).toBe(currency);
  expect(await currencyOf(send('POST', `/draft/publish?id=${draftId}&dry_run=true`))).toBe(currency);
});

test('what holds no money names no currency', async () => {
  for (const path of ['/profile', '/dma?id=501', '/country?id=233', '/user', '/view', '/channel'])
    expect([path, await currencyOf(inEuros('GET', path))]).toEqual([path, undefined]);
});

/** Answers that hold no price and no total. */
const withoutMoney =
  /^\/(profile|platform-member|member|user|api-key|dma|country|channel|view|view\/send|auth|recorded|calendar\/holidays|alert\/test|draft\/watch)$|\/meta$/;

test('every other operation is marked as one that holds money', () => {
  const unmarked = restOperations
    .filter(({ rest: { answer } }) => answer.hasMoney !== true && answer.form !== 'removed')
    .filter(({ rest: { answer } }) => answer.debug?.includes('currency') !== true)
    .map(({ rest: { path } }) => path);
  expect(unmarked.filter((path) => !withoutMoney.test(path))).toEqual([]);
});
