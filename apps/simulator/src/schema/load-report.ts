import { z } from 'zod';

// The report of a load: its type, its validation, and the source of the published JSON Schema.

const Count = z.int().min(0).meta({ id: 'Count' });
const Figure = z.number().min(0).meta({ id: 'Figure' });
const Ms = z.number().min(0).meta({ id: 'Milliseconds' });

const Kinds = z.array(
  z.strictObject({
    kind: z.string().describe('Such as "HTTP 429 SYSTEM RATE_EXCEEDED", "connection: ECONNREFUSED" or "timeout".'),
    count: z.int().min(1),
    example: z.string().nullable().describe("The API's first message; null: it sent none."),
  }),
);

export const Measurement = z
  .strictObject({
    rate_asked: Figure.nullable().describe(
      'Requests per second; null: each connection sends again when it has its answer.',
    ),
    rate_achieved: Figure.describe('Answered requests per second.'),
    auctions_a_second: Figure,
    bids_a_second: Figure,
    seconds: Figure,
    ended_by: z.enum(['duration', 'requests', 'aborted', 'unreachable', 'unauthorized']),
    requests: z
      .strictObject({
        sent: Count,
        answered: Count,
        failed: Count,
        unfinished: Count.describe('Without an answer when the load ended.'),
        unsent: Count.describe('Due, but never sent, as no connection was free until the end. Not counted in sent.'),
      })
      .describe('Sent is the sum of answered, failed and unfinished.'),
    auctions: z.strictObject({
      answered: Count,
      refused: Count.describe('Refused by the API inside an answer to several auctions.'),
    }),
    bids: Count.describe('Of answered auctions.'),
    failures: Kinds.describe('Requests that failed.'),
    refusals: Kinds.describe('Auctions that were refused.'),
    latency_ms: z
      .strictObject({ p50: Ms, p75: Ms, p90: Ms, p97_5: Ms, p99: Ms, p99_9: Ms, max: Ms })
      .describe(
        'Of answered requests; all 0 where there are none. At a fixed rate, counted from when a request was due.',
      ),
    histogram: z.string().describe('All latencies in microseconds, as a compressed HdrHistogram in base64.'),
    lateness_p99_ms: Ms.nullable().describe(
      'How late requests left for which a connection was free: the fault of the sender. null: nothing was due.',
    ),
  })
  .meta({ id: 'Measurement', description: 'What came of sending at one rate, or as fast as possible.' });
export type Measurement = z.output<typeof Measurement>;

/** The report of `load`. */
export const LoadReport = z.strictObject({
  url: z.string(),
  ym_profile_id: z.int().min(1),
  via: z.enum(['rest', 'batch', 'trpc']),
  connections: z.int().min(1),
  auctions_a_request: z.int().min(1),
  sample: z
    .strictObject({
      auctions: z.int().min(1),
      files: z.array(z.string()).nullable().describe('null: the auctions are synthetic.'),
      seed: z.string().nullable().describe('null: the auctions are from a log.'),
    })
    .describe('The different auctions that were sent repeatedly.'),
  measurement: Measurement,
});
export type LoadReport = z.output<typeof LoadReport>;
