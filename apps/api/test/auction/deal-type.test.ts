import { AuctionSums, totalCell } from '@auction-tiers/tally';
import { decideAuction, Decision, formatEarned } from '@auction-tiers/tier-engine';
import { expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { recordedAuctions } from '../recorded/recorded-lines.ts';

const service = useService({ RECORD_AUCTIONS: '1' });
const { send } = service;

/** A ym-profile that prefers the buyer 101, from 1.00 net. */
async function tiered(): Promise<number> {
  const { id } = await createYmProfile(send, { name: 'Deals' });
  const tier = { ym_profile_id: id, member_action: 'include', min_price: '1', buyer_members: [{ id: 101 }] };
  await createTier(send, tier);
  return id;
}

/** Two bids of the preferred buyer's level, and a higher one at no level. */
const sent = (at: number, dealAt?: number) => ({
  bid_request: {
    id: 'r',
    at,
    imp: [{ id: '1', pmp: { deals: [{ id: 'D', bidfloor: 0.5, ...(dealAt !== undefined && { at: dealAt }) }] } }],
  },
  bid_responses: [
    { seatbid: [{ seat: '101', bid: [{ impid: '1', price: 4, dealid: 'D' }] }] },
    { seatbid: [{ seat: '102', bid: [{ impid: '1', price: 5 }] }] },
  ],
});

const leastOf = (bids: readonly Row[]) => bids.map(({ outcome, min_to_win }) => ({ outcome, min_to_win }));

test.for([
  // Second price: 1.00 net is 1.176471 gross after the fee of 15 %.
  { at: 1, dealAt: 2, paid: 1.176471, first: [undefined, true] },
  { at: 2, dealAt: 1, paid: 4, first: [true, undefined] },
  { at: 1, dealAt: 1, paid: 4, first: [undefined, undefined] },
  { at: 2, dealAt: undefined, paid: 1.176471, first: [undefined, undefined] },
])(
  'a deal of type $dealAt in an auction of type $at is settled, counted, recorded and explained by it',
  async (one) => {
    const ymProfileId = await tiered();
    const path = `/openrtb2/auction?ym_profile_id=${ymProfileId}`;
    const answer = expectOk(await send('POST', path, { body: sent(one.at, one.dealAt) })).response;
    expect(answer.dbg_info.warnings).toEqual([]);
    const [auction] = answer['auctions'] as [Row];
    expect(auction['winner']).toMatchObject({ seat: '101', clearing_price: one.paid, auction_price: String(one.paid) });

    await service.opened.liveReport.flush();
    const report = expectOk(await send('GET', `/report?ym_profile_id=${ymProfileId}`)).response;
    const [counted] = report['report-rows'] as [Row];
    await service.opened.recorder?.settle();
    const [recorded] = await recordedAuctions(service.dataDir, service.people.seller1.member_id!, ymProfileId);
    const bids = recorded!.row['bids'] as readonly Row[];
    expect(bids.map((bid) => bid['first_price'])).toEqual(one.first);

    const decision = new Decision();
    const sums = new AuctionSums();
    const { tierSet } = service.opened.tierSets.get(ymProfileId);
    decideAuction(tierSet, recorded!.request, decision);
    sums.count(tierSet, recorded!.request, decision);
    expect(formatEarned(sums.totals.exact(totalCell.net))).toBe(counted['net']);
    expect(formatEarned(sums.totals.exact(totalCell.forgone))).toBe(counted['forgone']);

    const body = { ...recorded!.row, min_to_win: true };
    const again = expectOk(await send('POST', '/auction', { body })).response;
    const { winner, bids: decided } = again['auction'] as { readonly winner: Row; readonly bids: readonly Row[] };
    expect(winner['clearing_price']).toBe(one.paid);
    expect(leastOf(decided)).toEqual(leastOf(auction['bids'] as readonly Row[]));
    expect(leastOf(decided)[0]).toEqual({ outcome: 'won', min_to_win: 1.176471 });
  },
);
