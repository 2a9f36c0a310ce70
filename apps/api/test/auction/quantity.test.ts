import { AuctionSums, totalCell } from '@auction-tiers/tally';
import { decideAuction, Decision, formatEarned } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { recordedAuctions } from '../recorded/recorded-lines.ts';

const service = useService({ RECORD_AUCTIONS: '1' });
const { send } = service;

/** A ym-profile with a tier for the buyer 101. */
async function tiered(): Promise<number> {
  const { id } = await createYmProfile(send, { name: 'Screens' });
  const tier = { ym_profile_id: id, member_action: 'include', min_price: 1, buyer_members: [{ id: 101 }] };
  await createTier(send, tier);
  return id;
}

async function report(ymProfileId: number, groupBy = ''): Promise<Row[]> {
  await service.opened.liveReport.flush();
  const answer = await send('GET', `/report?ym_profile_id=${ymProfileId}${groupBy && `&group_by=${groupBy}`}`);
  return expectOk(answer).response['report-rows'] as Row[];
}

const imp = (id: string, multiplier?: unknown) => ({ id, tagid: '/1111/hall', qty: { multiplier } });
const bid_responses = [
  { seatbid: [{ seat: '101', bid: ['1', '2', '3'].map((impid) => ({ impid, price: 2 })) }] },
  { seatbid: [{ seat: '102', bid: [{ impid: '1', price: 3 }] }] },
];

test('a play out of home counts and earns as many impressions as it says, by any attribute and on any day', async () => {
  const ymProfileId = await tiered();
  const bid_request = { id: 'r', at: 1, imp: [imp('1', 12.5), imp('2'), imp('3', '0.25')] };
  const body = { bid_request, bid_responses };
  const answer = expectOk(await send('POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, { body }));
  expect(answer.response.dbg_info.warnings).toEqual([]);
  // The decision is that of one impression.
  expect(answer.response['auctions']).toMatchObject([{ winner: { seat: '101', clearing_price: 2 } }, {}, {}]);
  // 12.5 + 1 + 0.25 impressions at 2.00 CPM; the fee is 15 %.
  const earned = { gross: '0.027500000', net: '0.023375000', net_cpm: '1.700000' };
  const [all] = await report(ymProfileId);
  expect(all).toMatchObject({ auctions: 13.75, sold: 13.75, bids: 26.25, won: 13.75, outranked: 12.5, ...earned });
  expect(all).toMatchObject({ forgone: '0.010625000' });
  expect(await report(ymProfileId, 'placement,day')).toMatchObject([
    { placement: '/1111/hall', auctions: 13.75, bids: 26.25, ...earned },
  ]);
  expect(await report(ymProfileId, 'tier,buyer')).toMatchObject([
    { buyer_id: 102, bids: 12.5, won: 0 },
    { buyer_id: 101, bids: 13.75, won: 13.75, ...earned },
  ]);
});

test('the quantity is an attribute of an auction', async () => {
  const ymProfileId = await tiered();
  const bids = [{ id: 'a', member_id: 101, price: 4 }];
  for (const quantity of [12.5, '12.5', null]) {
    expectOk(await send('POST', '/auction', { body: { ym_profile_id: ymProfileId, quantity, bids } }));
  }
  expect(await report(ymProfileId)).toMatchObject([{ auctions: 26, sold: 26, gross: '0.104000000' }]);
  for (const quantity of [-1, 'many', 1e6]) {
    const refused = await send('POST', '/auction', { body: { ym_profile_id: ymProfileId, quantity, bids } });
    expect([quantity, refused.status, refused.response.dbg_info.issues]).toMatchObject([
      quantity,
      400,
      [{ path: 'quantity' }],
    ]);
  }
});

test('what is recorded counts the same when it is read again', async () => {
  const ymProfileId = await tiered();
  const body = { bid_request: { id: 'r', at: 1, imp: [imp('1', 12.5)] }, bid_responses };
  expectOk(await send('POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, { body }));
  const [counted] = await report(ymProfileId);
  await service.opened.recorder?.settle();
  const recorded = await recordedAuctions(service.dataDir, service.people.seller1.member_id!, ymProfileId);
  expect(recorded).toMatchObject([{ row: { quantity: 12.5, impression: { placement_id: '/1111/hall' } } }]);
  const sums = new AuctionSums();
  const { tierSet } = service.opened.tierSets.get(ymProfileId);
  const decision = new Decision();
  for (const { request } of recorded) {
    decideAuction(tierSet, request, decision);
    sums.count(tierSet, request, decision);
  }
  const { totals } = sums;
  expect(totals.number(totalCell.auctions)).toBe(counted!['auctions']);
  expect(formatEarned(totals.exact(totalCell.net))).toBe(counted!['net']);
});

test('a multiplier that cannot be read is 1, and named', async () => {
  const ymProfileId = await tiered();
  const body = { bid_request: { id: 'r', at: 1, imp: [imp('1', 'many')] }, bid_responses };
  const answer = expectOk(await send('POST', `/openrtb2/auction?ym_profile_id=${ymProfileId}`, { body }));
  expect(answer.response.dbg_info.warnings).toEqual([expect.stringContaining('bid_request.imp[0].qty.multiplier')]);
  expect(await report(ymProfileId)).toMatchObject([{ auctions: 1 }]);
});
