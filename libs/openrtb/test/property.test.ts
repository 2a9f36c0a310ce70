import { runAuction } from '@auction-tiers/tier-engine';
import { toAnswerStrayBid, toAuctions, toOpenRtbAnswer, toSeatNonBids } from '@auction-tiers/openrtb';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaults, directory, emptyTierSet, type Mapped } from './build.ts';

const tierSet = emptyTierSet();
const impId = fc.constantFrom('1', '2', '3');
const price = fc.oneof(
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.jsonValue(),
  fc.constantFrom('1.5', -1, Infinity),
);
const odd = <Value>(usual: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue() });

/** Bids whose id is their own number, so that each can be followed to its place in the answer. */
const bid = fc.record({ impid: odd(impId), price }, { requiredKeys: [] });
const seatBid = fc.record({ seat: odd(fc.constantFrom('m1', 'm2', 'acme')), bid: fc.array(bid, { maxLength: 4 }) });
const response = fc.record({
  cur: fc.constantFrom('USD', undefined, 'EUR'),
  seatbid: fc.array(seatBid, { maxLength: 3 }),
});
const anything = odd(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }));
const device = fc.record({ geo: anything, sua: anything, devicetype: anything, language: anything, os: anything });
const site = fc.record({ page: fc.oneof(fc.webUrl(), anything), cat: anything, keywords: anything, content: anything });
const imp = fc.record({
  banner: anything,
  video: anything,
  bidfloor: anything,
  bidfloorcur: anything,
  tagid: anything,
});
const bidRequest = fc
  .record({ at: anything, site: odd(site), app: anything, device: odd(device), user: anything, imp })
  .map((request) => ({
    ...request,
    imp: [
      { ...request.imp, id: '1' },
      { ...request.imp, id: '2' },
    ],
  }));

const answersOf = ({ auctions, exchange }: Mapped) =>
  auctions.map((auction) => toOpenRtbAnswer(auction, runAuction(tierSet, auction.request), exchange));

test('no input makes the mapping throw, and what it lets through can be auctioned', () => {
  const input = fc.record({
    bidRequest: odd(bidRequest),
    bidResponses: odd(fc.array(odd(response), { maxLength: 3 })),
  });
  const wild = fc.record({
    bidRequest: fc.anything({ withBigInt: true }),
    bidResponses: fc.anything({ withBigInt: true }),
  });
  fc.assert(
    fc.property(fc.oneof(input, wild), (given) => {
      const mapped = toAuctions(given, directory, defaults);
      if (!mapped.ok) return mapped.issues.length > 0;
      const answers = answersOf(mapped);
      toSeatNonBids(answers, mapped.strayBids.map(toAnswerStrayBid));
      return answers.length + mapped.refused.length === (given.bidRequest as { imp: unknown[] }).imp.length;
    }),
    { numRuns: 1000 },
  );
});

test('every bid of every response has exactly one place in the answer, and keeps its order there', () => {
  const numbered = fc.array(response, { maxLength: 4 }).map((responses) => {
    let next = 0;
    return responses.map(({ cur, seatbid }) => ({
      cur,
      seatbid: seatbid.map(({ seat, bid: bids }) => ({ seat, bid: bids.map((one) => ({ ...one, id: `${next++}` })) })),
    }));
  });
  fc.assert(
    fc.property(bidRequest, numbered, (request, bidResponses) => {
      const mapped = toAuctions({ bidRequest: request, bidResponses }, directory, defaults);
      if (!mapped.ok) throw new Error(JSON.stringify(mapped.issues));
      // Only a floor in a currency without a rate refuses an impression.
      const issues = mapped.refused.flatMap((impression) => impression.issues);
      expect(issues.filter(({ message }) => !message.includes('has no rate'))).toEqual([]);
      const ofRefused = mapped.refused.map(({ bids }) => bids.map(({ bidId }) => ({ bid_id: bidId })));
      const ofAuctions = answersOf(mapped).map(({ bids }) => bids);
      const lists = [...ofAuctions, ...ofRefused, mapped.strayBids.map(toAnswerStrayBid)];
      const given = bidResponses.flatMap(({ seatbid }) =>
        seatbid.flatMap((seat) => seat.bid.map(({ id }) => Number(id))),
      );
      const placed = lists.map((bids) => bids.map(({ bid_id: id }) => Number(id)));
      for (const list of placed) expect(list).toEqual(list.toSorted((left, right) => left - right));
      expect(placed.flat().toSorted((left, right) => left - right)).toEqual(given);
    }),
  );
});
