import { isDeepStrictEqual } from 'node:util';
import type { AuctionAnswer } from '@auction-tiers/contract';
import { ByteLoop } from './byte-loop.ts';
import type { Pair } from './comparison.ts';
import {
  type CheckedRequest,
  type Contestant,
  createHttpContestant,
  createLoopContestant,
  type HttpEffort,
} from './contestant.ts';
import type { ServerProcess } from './server/server-process.ts';
import type { Service } from './service.ts';
import type { SampleAuction, Workload } from './workload.ts';

export interface AuctionPairOptions {
  readonly service: Service;
  readonly bareHttp: ServerProcess;
  readonly bareExpress: ServerProcess;
  readonly workload: Workload;
  readonly effort: HttpEffort;
}

const json = 'application/json';
const ndjson = 'application/x-ndjson';
/** Auctions per batch and per stream; a stream has no limit. */
const [batchSize, streamSize] = [64, 256];
/** Concurrent batches: with sixteen streams at once none would end within a turn. */
const mostBatches = 4;

/** Auctions over every interface, each compared with the least work that gives the same result. */
export function createAuctionPairs(options: AuctionPairOptions): Pair[] {
  return [createRestPair(options), createBatchPair(options), createStreamPair(options), createTrpcPair(options)];
}

/** Whether the body has the answer: as text, or else as parsed content. */
function holds(
  body: string,
  plain: string,
  answers: readonly AuctionAnswer[],
  read: (body: string) => unknown,
): boolean {
  return body.includes(plain) || isDeepStrictEqual(read(body), answers);
}

/** The auctions as requests of `POST /auction`. */
export const restRequests = ({ auctions }: Workload): CheckedRequest[] =>
  auctions.map(
    ({ body, text, answer }): CheckedRequest => ({
      method: 'POST',
      path: '/auction',
      body,
      isRight: (found) => holds(found, `"auction":${text}`, [answer], readAnswer),
    }),
  );

function createRestPair({ service, bareHttp, workload, effort }: AuctionPairOptions): Pair {
  const requests = restRequests(workload);
  const { headers } = service;
  const bare = requests.map((request) => ({ ...request, isRight: (body: string) => body.startsWith('"xxx') }));
  return {
    name: 'POST /auction, 20 bids',
    unit: 'auctions',
    wanted: 0.85,
    service: createHttpContestant({ name: 'POST /auction', server: service, headers, requests, size: 1, effort }),
    bare: createHttpContestant({ name: 'node:http', server: bareHttp, headers, requests: bare, size: 1, effort }),
  };
}

function createTrpcPair({ service, bareExpress, workload, effort }: AuctionPairOptions): Pair {
  const requests = workload.auctions.map(
    ({ body, text, answer }): CheckedRequest => ({
      method: 'POST',
      path: '/trpc/auction.run',
      body,
      isRight: (found) => holds(found, `"data":${text}`, [answer], readResult),
    }),
  );
  const { headers } = service;
  const bare = requests.map((request) => ({ ...request, isRight: (body: string) => body.startsWith('{"result":{') }));
  return {
    name: 'tRPC auction.run, 20 bids',
    unit: 'auctions',
    wanted: 0.9,
    service: createHttpContestant({ name: 'auction.run', server: service, headers, requests, size: 1, effort }),
    bare: createHttpContestant({
      name: 'empty procedure',
      server: bareExpress,
      headers,
      requests: bare,
      size: 1,
      effort,
    }),
  };
}

function createBatchPair({ service, workload: { auctions, tierSet }, effort }: AuctionPairOptions): Pair {
  const loop = new ByteLoop(tierSet);
  const batches = group(auctions, batchSize).map((batch) => ({
    batch,
    body: `{"auctions":[${batch.map(({ body }) => body).join(',')}]}`,
    text: `[${batch.map(({ text }) => text).join(',')}]`,
  }));
  const requests = batches.map(({ batch, body, text }): CheckedRequest => {
    const answers = batch.map(({ answer }) => answer);
    return {
      method: 'POST',
      path: '/auction/batch',
      body,
      isRight: (found) => holds(found, `"auctions":${text}`, answers, readBatch),
    };
  });
  return {
    name: `batch of ${batchSize}, JSON`,
    unit: 'auctions',
    wanted: 0.6,
    service: createBatchContestant('POST /auction/batch', json, service, requests, batchSize, effort),
    bare: createLoopContestant({
      name: 'loop',
      inputs: batches.map(({ body }) => Buffer.from(body)),
      expected: batches.map(({ text }) => text),
      size: batchSize,
      work: (input) => loop.batch(input),
      effort,
    }),
  };
}

function createStreamPair({ service, workload: { auctions, tierSet }, effort }: AuctionPairOptions): Pair {
  const loop = new ByteLoop(tierSet);
  const streams = group(auctions, streamSize).map((stream) => ({
    answers: stream.map(({ answer }) => answer),
    body: toLines(stream.map(({ body }) => body)),
    text: toLines(stream.map(({ text }) => text)),
  }));
  const requests = streams.map(
    ({ body, text, answers }): CheckedRequest => ({
      method: 'POST',
      path: '/auction/batch',
      body,
      isRight: (found) => holds(found, text, answers, readLines),
    }),
  );
  return {
    name: `stream of ${streamSize}, NDJSON`,
    unit: 'auctions',
    wanted: 0.6,
    service: createBatchContestant('POST /auction/batch', ndjson, service, requests, streamSize, effort),
    bare: createLoopContestant({
      name: 'loop',
      inputs: streams.map(({ body }) => Buffer.from(body)),
      expected: streams.map(({ text }) => text),
      size: streamSize,
      work: (input) => loop.lines(input),
      effort,
    }),
  };
}

function createBatchContestant(
  name: string,
  type: string,
  service: Service,
  requests: readonly CheckedRequest[],
  size: number,
  effort: HttpEffort,
): Contestant {
  const headers = { ...service.headers, 'content-type': type };
  const fewer = { ...effort, connections: Math.min(effort.connections, mostBatches) };
  return createHttpContestant({ name, server: service, headers, requests, size, effort: fewer });
}

function readAnswer(body: string): unknown {
  return [(JSON.parse(body) as { response?: { auction?: unknown } }).response?.auction];
}

function readResult(body: string): unknown {
  return [(JSON.parse(body) as { result?: { data?: unknown } }).result?.data];
}

function readBatch(body: string): unknown {
  return (JSON.parse(body) as { response?: { auctions?: unknown } }).response?.auctions;
}

function readLines(body: string): unknown {
  return body
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

function toLines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

/** Groups of `size`; a last incomplete group is left out. */
function group(auctions: readonly SampleAuction[], size: number): SampleAuction[][] {
  return Array.from({ length: Math.floor(auctions.length / size) }, (_, at) =>
    auctions.slice(at * size, (at + 1) * size),
  );
}
