import {
  answerExample,
  auctionExample,
  explainedExample,
  explainExample,
  failedExample,
  openRtbAnswerExample,
  openRtbExample,
} from './auction-example.ts';
import { DbgInfo, envelope, exampleAnswer } from './envelope.ts';
import { arrayOf, type Json, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';

const ndjson = 'application/x-ndjson';
const lines = (...rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const lineContent = (description: string, example: string): Json => ({
  [ndjson]: { schema: { type: 'string', description }, example },
});

const strayDbgInfo = {
  ...DbgInfo,
  properties: {
    ...(DbgInfo['properties'] as Json),
    stray_bids: arrayOf(ref('StrayBid'), { description: 'Bids on impressions that the request does not have' }),
  },
  required: [...(DbgInfo['required'] as string[]), 'stray_bids'],
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
  OpenRtbEnvelope: envelope(
    { auctions: arrayOf(ref('OpenRtbAuction'), { description: 'An auction for each impression, in their order' }) },
    strayDbgInfo,
  ),
};

const tag = 'auction';

/** The words for the operations of auctions, by method and path. */
export const auctionWords: Readonly<Record<string, Words>> = {
  'POST /auction': {
    tag,
    id: 'runAuction',
    summary: 'Run an auction',
    bodyFields: { schema: 'AuctionBody' },
    answerFields: { schema: 'AuctionAnswer', at: 'response.auction' },
    body: jsonContent(ref('AuctionBody'), { worked: auctionExample }),
    answer: jsonContent(ref('AuctionEnvelope'), { worked: exampleAnswer('auction', { auction: answerExample }) }),
    errors: [404],
  },
  'POST /auction/explain': {
    tag,
    id: 'explainAuction',
    summary: 'Run an auction and explain it, for every bid and every tier',
    description:
      'Takes the same body and decides the same auction. Of each bid the answer lists every tier in the order in which it is checked, with the first condition that the bid did not meet: what it saw and what it needed.',
    bodyFields: { schema: 'AuctionBody' },
    answerFields: { schema: 'ExplainedAuction', at: 'response.auction' },
    body: jsonContent(ref('AuctionBody'), { worked: explainExample }),
    answer: jsonContent(ref('ExplainEnvelope'), { worked: exampleAnswer('auction', { auction: explainedExample }) }),
    errors: [404],
  },
  'POST /auction/batch': {
    tag,
    id: 'runAuctions',
    summary: 'Run many auctions',
    description: `The answers are in the order of the bodies. An auction that cannot be run has its error in its place, as in the example \`failed\`, and the others go on. With \`Content-Type: ${ndjson}\` the body has one auction per line, the answer one auction per line, and their number has no bound: both are streamed.`,
    bodyFields: { schema: 'AuctionBatchBody' },
    answerFields: { schema: 'AuctionAnswer', at: 'response.auctions[]' },
    body: {
      ...jsonContent(ref('AuctionBatchBody'), { one: { auctions: [auctionExample] } }),
      ...lineContent('One AuctionBody per line', lines(auctionExample, auctionExample)),
    },
    answer: {
      ...jsonContent(ref('BatchEnvelope'), {
        one: exampleAnswer('auctions', { auctions: [answerExample] }),
        failed: exampleAnswer('auctions', { auctions: [failedExample, answerExample] }),
      }),
      ...lineContent('One AuctionAnswer or FailedAuction per line', lines(answerExample, answerExample)),
    },
  },
  'POST /openrtb2/auction': {
    tag,
    id: 'runOpenRtbAuction',
    summary: 'Run the auctions of an OpenRTB 2.6 bid request, one per impression',
    description:
      'The ym-profile is that of the query, else that of `site`, `app` or `dooh.publisher.id`. A seat is a buyer by its id, by its name in the directory, or by `seats`.',
    parameters: { ym_profile_id: "Overrides the ym-profile of the request's publisher" },
    bodyFields: { schema: 'OpenRtbBody' },
    answerFields: { schema: 'OpenRtbAuction', at: 'response.auctions[]' },
    body: jsonContent(ref('OpenRtbBody'), { one: openRtbExample }),
    answer: jsonContent(ref('OpenRtbEnvelope'), {
      one: exampleAnswer('auctions', { auctions: [openRtbAnswerExample] }, { stray_bids: [] }),
    }),
    errors: [404],
  },
};
