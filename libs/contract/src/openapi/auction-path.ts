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
import { jsonContent, operation, type OperationText } from './operation.ts';

const ndjson = 'application/x-ndjson';
const lines = (...rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const lineContent = (description: string, example: string): Json => ({
  [ndjson]: { schema: { type: 'string', description }, example },
});

const strayDbgInfo = {
  ...DbgInfo,
  properties: { ...(DbgInfo['properties'] as Json), stray_bids: arrayOf(ref('StrayBid')) },
  required: [...(DbgInfo['required'] as string[]), 'stray_bids'],
};

/** The answers of auctions as shared schemas. */
export const auctionAnswerSchemas: Json = {
  AuctionEnvelope: envelope({ auction: ref('AuctionAnswer') }),
  ExplainEnvelope: envelope({ auction: ref('ExplainedAuction') }),
  BatchEnvelope: envelope({ auctions: arrayOf({ oneOf: [ref('AuctionAnswer'), ref('FailedAuction')] }) }),
  OpenRtbEnvelope: envelope({ auctions: arrayOf(ref('OpenRtbAuction')) }, strayDbgInfo),
};

const query = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', schema, description });

const texts: Readonly<Record<string, Omit<OperationText, 'tag' | 'scope'>>> = {
  '/auction': {
    id: 'runAuction',
    summary: 'Run an auction',
    body: jsonContent(ref('AuctionBody'), { worked: auctionExample }),
    answer: jsonContent(ref('AuctionEnvelope'), { worked: exampleAnswer('auction', { auction: answerExample }) }),
    errors: [404],
  },
  '/auction/explain': {
    id: 'explainAuction',
    summary: 'Run an auction and say why, for every bid and every tier',
    description: 'The example shows one of the verdicts; the answer has one for every tier of the ym-profile.',
    body: jsonContent(ref('AuctionBody'), { worked: explainExample }),
    answer: jsonContent(ref('ExplainEnvelope'), { worked: exampleAnswer('auction', { auction: explainedExample }) }),
    errors: [404],
  },
  '/auction/batch': {
    id: 'runAuctions',
    summary: 'Run many auctions',
    description: `In order; one that cannot be run never spoils its neighbours. As ${ndjson} one body a line in gives one auction a line out, without a bound on their number.`,
    body: {
      ...jsonContent(ref('AuctionBatchBody'), { one: { auctions: [auctionExample] } }),
      ...lineContent('One AuctionBody a line', lines(auctionExample)),
    },
    answer: {
      ...jsonContent(ref('BatchEnvelope'), {
        two: exampleAnswer('auctions', { auctions: [answerExample, failedExample] }),
      }),
      ...lineContent('One AuctionAnswer or FailedAuction a line', lines(answerExample, failedExample)),
    },
  },
  '/openrtb2/auction': {
    id: 'runOpenRtbAuction',
    summary: 'Run the auctions of an OpenRTB 2.6 bid request, one an impression',
    description:
      'The ym-profile is that of the query, else that of `site`, `app` or `dooh.publisher.id`. A seat is a buyer by its id, by its name in the directory, or by `seats`.',
    parameters: [
      query('ym_profile_id', ref('Id'), "Overrides the ym-profile of the request's publisher"),
      query('seats', { type: 'string', examples: ['appnexus:101,rubicon:102'] }, 'Seats and their buyers'),
      query(
        'seed',
        { type: 'string', minLength: 1, maxLength: 64 },
        "The seed of each impression's auction is made from it",
      ),
    ],
    body: jsonContent(ref('OpenRtbBody'), { one: openRtbExample }),
    answer: jsonContent(ref('OpenRtbEnvelope'), {
      one: exampleAnswer('auctions', { auctions: [openRtbAnswerExample] }, { stray_bids: [] }),
    }),
    errors: [404],
  },
};

/** The path of an auction call. Throws for one that has no words here: it would be served and not documented. */
export function auctionPath(path: string): Json {
  const text = texts[path];
  if (text === undefined) throw new Error(`The auction call ${path} is not described in auction-path.ts.`);
  return { post: operation({ ...text, tag: 'auction', scope: 'auction' }) };
}
