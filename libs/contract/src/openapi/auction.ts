import {
  answerExample,
  auctionExample,
  explainedExample,
  explainExample,
  failedExample,
  openRtbAnswerExample,
  openRtbExample,
} from './auction-example.ts';
import { envelope, exampleAnswer } from './envelope.ts';
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

/** Examples of bodies and answers, by operation. */
export const auctionShown: Readonly<Record<string, Shown>> = {
  runAuction: {
    body: jsonContent(ref('AuctionBody'), { worked: auctionExample }),
    answer: jsonContent(ref('AuctionEnvelope'), { worked: exampleAnswer('auction', { auction: answerExample }) }),
  },
  explainAuction: {
    body: jsonContent(ref('AuctionBody'), { worked: explainExample }),
    answer: jsonContent(ref('ExplainEnvelope'), { worked: exampleAnswer('auction', { auction: explainedExample }) }),
  },
  runAuctions: {
    body: jsonContent(ref('AuctionBatchBody'), { one: { auctions: [auctionExample] } }),
    answer: jsonContent(ref('BatchEnvelope'), {
      one: exampleAnswer('auctions', { auctions: [answerExample] }),
      failed: exampleAnswer('auctions', { auctions: [failedExample, answerExample] }),
    }),
  },
  runOpenRtbAuction: {
    body: jsonContent(ref('OpenRtbBody'), { one: openRtbExample }),
    answer: jsonContent(ref('OpenRtbEnvelope'), {
      one: exampleAnswer('auctions', { auctions: [openRtbAnswerExample] }, { stray_bids: [] }),
    }),
  },
};
