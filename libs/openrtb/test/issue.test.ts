import { expect, test } from 'vitest';
import { toAuctions } from '@auction-tiers/openrtb';
import { defaults, directory } from './build.ts';

const imps = [{ id: '1' }];

test.for([
  {
    title: 'a request that is no object',
    bidRequest: [],
    issues: [['bid_request', 'is an empty array; allowed is an OpenRTB bid request, an object']],
  },
  {
    title: 'no request',
    bidRequest: undefined,
    issues: [['bid_request', 'is missing; allowed is an OpenRTB bid request, an object']],
  },
  {
    title: 'no impressions',
    bidRequest: {},
    issues: [['bid_request.imp', 'is missing; allowed is an array of at least one impression']],
  },
  {
    title: 'an empty list of impressions',
    bidRequest: { imp: [] },
    issues: [['bid_request.imp', 'is an empty array; allowed is an array of at least one impression']],
  },
  {
    title: 'impressions that cannot be named, all of them at once',
    bidRequest: { imp: [null, {}, { id: 7 }, { id: '' }, { id: 'a' }, { id: 'a' }] },
    issues: [
      ['bid_request.imp[0]', 'is null; allowed is an impression, an object'],
      ['bid_request.imp[1].id', 'is missing; allowed is a text that is not empty'],
      ['bid_request.imp[2].id', 'is 7; allowed is a text that is not empty'],
      ['bid_request.imp[3].id', 'is ""; allowed is a text that is not empty'],
      ['bid_request.imp[5].id', '"a" is the id of imp[4] already; allowed is each id once'],
    ],
  },
  {
    title: 'responses that are no list',
    bidRequest: { imp: imps },
    bidResponses: { seatbid: [] },
    issues: [['bid_responses', 'is an object; allowed is an array of bid responses']],
  },
])('no auction is possible with $title', ({ bidRequest, bidResponses, issues }) => {
  expect(toAuctions({ bidRequest, bidResponses }, directory, defaults)).toEqual({
    ok: false,
    issues: issues.map(([path, message]) => ({ path, message })),
  });
});

test.for([
  { title: 'no responses', bidResponses: undefined, warnings: [] },
  { title: 'null for a bidder that did not answer', bidResponses: [null], warnings: [] },
  {
    title: 'null for seats and bids',
    bidResponses: [
      { seatbid: null },
      { seatbid: [null, { seat: 'm1', bid: null }, { seat: 'm1', bid: [null, null] }] },
    ],
    warnings: [],
  },
  {
    title: 'a response without bids',
    bidResponses: [{}, { seatbid: [] }, { seatbid: [{ seat: 'm1' }] }],
    warnings: [],
  },
  { title: 'a response that is none', bidResponses: [7], warnings: ['bid_responses[0]'] },
  { title: 'a seatbid that is no list', bidResponses: [{ seatbid: 'x' }], warnings: ['bid_responses[0].seatbid'] },
  {
    title: 'an element that is no seatbid',
    bidResponses: [{ seatbid: [1] }],
    warnings: ['bid_responses[0].seatbid[0]'],
  },
  {
    title: 'bids that are no list',
    bidResponses: [{ seatbid: [{ bid: {} }] }],
    warnings: ['bid_responses[0].seatbid[0].bid'],
  },
])('an auction without bids comes of $title', ({ bidResponses, warnings }) => {
  const result = toAuctions({ bidRequest: { imp: imps }, bidResponses }, directory, defaults);
  expect(result).toMatchObject({
    ok: true,
    auctions: [{ impId: '1', bids: [], request: { bids: [] } }],
    strayBids: [],
  });
  expect(result.ok && result.warnings.map(({ path }) => path)).toEqual(warnings);
});
