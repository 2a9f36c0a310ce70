import { demoFeePct } from '../demo/index.ts';
import { envelope } from './envelope.ts';
import { arrayOf, type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';

/** In addition to what every `dbg_info` has. */
const strayDbgInfo = {
  type: 'object',
  description: 'About the answer itself, and the bids that are in no auction',
  properties: {
    stray_bids: arrayOf(ref('StrayBid'), { description: 'Bids on impressions that the request does not have' }),
  },
  required: ['stray_bids'],
};

/** The answers of auctions as shared schemas. */
export const auctionAnswerSchemas: Json = {
  AuctionEnvelope: envelope({ auction: ref('AuctionAnswer') }),
  ExplainEnvelope: envelope({ auction: ref('ExplainedAuction') }),
  BatchEnvelope: envelope({
    auctions: arrayOf(
      { oneOf: [ref('AuctionAnswer'), ref('FailedAuction')] },
      { description: 'An auction or an error for each body, in their order' },
    ),
  }),
  OpenRtbEnvelope: envelope({
    auctions: arrayOf(
      { anyOf: [ref('OpenRtbAuction'), ref('FailedAuction')] },
      { description: 'An auction, or an error, for each impression, in their order' },
    ),
    dbg_info: strayDbgInfo,
  }),
};

/** The worked example: after the demo's fee, a gross bid of 2.00 leaves 1.70, below its tier's min_price of 2.00. */
const time = '2026-11-21T08:00:00Z';

const auctionExample = {
  ym_profile_id: 1,
  revenue_share_pct: demoFeePct,
  seed: 'demo',
  impression: { country: 'US', dma: 501, sizes: [{ width: 300, height: 250 }], device_type: 'phone', time },
  bids: [
    { id: 'b1', member_id: 107, price: 2 },
    { id: 'b2', member_id: 107, price: 2.352942 },
  ],
};

const explainExample = { ...auctionExample, bids: auctionExample.bids.slice(0, 1) };

const openRtbExample = {
  bid_request: { id: 'r', imp: [{ id: '1', banner: { w: 300, h: 250 } }], site: { publisher: { id: '9' } } },
  bid_responses: [{ seatbid: [{ seat: 'Saffron Travel', bid: [{ id: 'b1', impid: '1', price: 2.352942 }] }] }],
  seed: 'demo',
};

/** Examples of bodies, and answers, by operation. */
export const auctionShown: Readonly<Record<string, Shown>> = {
  runAuction: {
    body: jsonContent(ref('AuctionBody'), { worked: auctionExample }),
    answer: jsonContent(ref('AuctionEnvelope')),
  },
  explainAuction: {
    body: jsonContent(ref('AuctionBody'), { worked: explainExample }),
    answer: jsonContent(ref('ExplainEnvelope')),
  },
  runAuctions: {
    body: jsonContent(ref('AuctionBatchBody'), { one: { auctions: [auctionExample] } }),
    answer: jsonContent(ref('BatchEnvelope')),
  },
  runOpenRtbAuction: {
    body: jsonContent(ref('OpenRtbBody'), { one: openRtbExample }),
    answer: jsonContent(ref('OpenRtbEnvelope')),
  },
};
