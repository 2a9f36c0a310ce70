import { runAuction } from '@auction-tiers/tier-engine';
import { toAnswerStrayBid, toOpenRtbAnswer } from '@auction-tiers/openrtb';
import { readSamples } from '@auction-tiers/tools/sample';
import { expect, test } from 'vitest';
import { emptyTierSet, map } from './build.ts';

const tierSet = emptyTierSet();

test('there are 42 auctions and 33 requests', () => {
  expect(readSamples('auctions')).toHaveLength(42);
  expect(readSamples('requests')).toHaveLength(33);
});

/** The restrictions in the samples that are not obeyed. */
const unread: Readonly<Record<string, readonly string[]>> = {
  'append-bidder-names.json': ['bid_request.test'],
  'debuglog_disabled.json': ['bid_request.test'],
  'debuglog_enabled.json': ['bid_request.test'],
  'generate-bid-id-error.json': ['bid_request.test'],
  'request-multi-bidders-debug-info.json': ['bid_request.test'],
  'all-ext-case-insensitive.json': ['bid_request.ext.prebid.bidadjustmentfactors'],
  'all-ext.json': ['bid_request.ext.prebid.bidadjustmentfactors'],
  'bid-adj-factors-case-insensitive.json': ['bid_request.ext.prebid.bidadjustmentfactors'],
  'bid-adj-factors-case-insensitive-different-casing.json': ['bid_request.ext.prebid.bidadjustmentfactors'],
  'floors_deal_enforcement.json': ['bid_request.ext.prebid.floors'],
  'ortb-2.6-to-2.5-downconvert.json': ['bid_request.acat'],
};

test.for([...readSamples('auctions'), ...readSamples('requests')])(
  '$name: each impression is an auction, each bid has an outcome',
  ({ name, bid_request: bidRequest, bid_responses: bidResponses }) => {
    const { auctions, exchange, strayBids, warnings } = map(bidRequest, bidResponses);
    const answers = auctions.map((auction) => toOpenRtbAnswer(auction, runAuction(tierSet, auction.request), exchange));
    expect(warnings.map(({ path }) => path)).toEqual(unread[name] ?? []);
    expect(answers.map((answer) => answer.imp_id)).toEqual(bidRequest.imp.map(({ id }) => id));

    const given = (bidResponses ?? []).flatMap(({ seatbid }) =>
      seatbid.flatMap(({ seat, bid }) => bid.map(({ id, impid }) => `${impid} ${seat} ${id}`)),
    );
    const answered = [
      ...answers.flatMap(({ imp_id: impId, bids }) => bids.map((bid) => ({ impId, ...bid }))),
      ...strayBids.map(toAnswerStrayBid).map((bid) => ({ impId: bid.imp_id, ...bid })),
    ];
    expect(answered.map(({ impId, seat, bid_id: id }) => `${impId} ${seat} ${id}`).toSorted()).toEqual(
      given.toSorted(),
    );
    for (const { winner, bids } of answers) {
      expect(bids.filter(({ outcome }) => outcome === 'won')).toHaveLength(winner === null ? 0 : 1);
    }
  },
);

test('of all those bids, one names an impression that its request does not have', () => {
  const strays = readSamples('auctions').flatMap(({ name, bid_request: bidRequest, bid_responses: bidResponses }) =>
    map(bidRequest, bidResponses).strayBids.map(({ impId, invalid }) => [name, impId, invalid.reason]),
  );
  expect(strays).toEqual([['imp-fpd-multiple-bidders.json', 'imp-id-1-appnexus', 'unknown_impression']]);
});
