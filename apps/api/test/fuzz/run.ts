import { setImmediate as turn } from 'node:timers/promises';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isLong } from '@auction-tiers/tools/long';
import * as fc from 'fast-check';
import type { FuzzRequest } from './client.ts';
import { judgeRest } from './rest-answer.ts';
import { restRawRequests, restRequests } from './rest-request.ts';
import { judgeMcp } from './mcp-answer.ts';
import { mcpRequests } from './mcp-request.ts';
import type { FuzzService } from './service.ts';
import { socketRequests } from './socket-request.ts';
import { holdSocket } from './socket-send.ts';
import { judgeTrpc } from './trpc-answer.ts';
import { proceduresOf, trpcRawRequests, trpcRequests } from './trpc-request.ts';

/** The same seed makes the same requests: a failure is repeated by setting the one that it prints. */
const seed = readWhole('FUZZ_SEED', Math.floor(Math.random() * 1e9));

/** The requests whose memory is measured are the same in each run, for the bound was measured with them. */
export const steadySeed = 20_261_121;

const wholeSuite = 5500;

/** Requests of the suite, but for those whose memory is measured. */
const requests = readWhole('FUZZ_REQUESTS', isLong ? wholeSuite : 1100);

/** What part of all requests each test sends. */
const parts = {
  restMutated: 0.3,
  restRaw: 0.12,
  trpcMutated: 0.18,
  mcp: 0.1,
  trpcRaw: 0.12,
  socket: 0.08,
  memory: 0.2,
} as const;

type Part = keyof typeof parts;

/** How many requests a test sends. */
export const requestsOf = (part: Part): number =>
  Math.ceil((part === 'memory' ? Math.max(requests, wholeSuite) : requests) * parts[part]);

/** How many all tests send together. */
export const requestsOfAll = (): number =>
  (Object.keys(parts) as Part[]).reduce((sum, part) => sum + requestsOf(part), 0);

function readWhole(name: string, usual: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return usual;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} is ${JSON.stringify(text)}, allowed: a whole number`);
  return Number(text);
}

/** Sends so many requests of one kind; rejects with the smallest that shows the fault. */
export type Run = (count: number) => Promise<void>;

/** Looking for a smaller request that shows a fault must end before the test does. */
export const timeLimitMs = (count: number): number => 60_000 + 100 * count;

/** Every kind of request that the suite makes. */
export function runsOf(
  fuzzed: FuzzService,
  from = seed,
): Readonly<Record<'rest' | 'restRaw' | 'trpc' | 'trpcRaw' | 'mcp' | 'socket', Run>> {
  const procedures = proceduresOf(fuzzed.service);
  const rest = restRequests();
  const trpc = trpcRequests(procedures);
  // A stream of events has no end to wait for.
  const ending = procedures.filter(({ type }) => type !== 'subscription');
  const onSockets = fc.oneof({ arbitrary: rest, weight: 2 }, { arbitrary: trpcRequests(ending), weight: 1 });
  const atRest = (request: FuzzRequest) => fuzzed.hold(request, judgeRest);
  const atTrpc = (request: FuzzRequest) => fuzzed.hold(request, judgeTrpc);
  return {
    rest: runOf(from, rest, atRest),
    restRaw: runOf(from, restRawRequests(), atRest),
    trpc: runOf(from, trpc, atTrpc),
    trpcRaw: runOf(from, trpcRawRequests(procedures), atTrpc),
    mcp: runOf(from, mcpRequests(procedures), (request) => fuzzed.hold(request, judgeMcp)),
    socket: runOf(from, socketRequests(onSockets), (sent) => holdSocket(fuzzed, sent)),
  };
}

const runOf =
  <Request>(from: number, made: fc.Arbitrary<Request>, hold: (request: Request) => Promise<void>): Run =>
  (count) =>
    fc.assert(fc.asyncProperty(made, hold), {
      seed: from,
      numRuns: count,
      interruptAfterTimeLimit: timeLimitMs(count),
      markInterruptAsFailure: true,
      reporter: report,
    });

function report<Request>(details: fc.RunDetails<[Request]>): void {
  if (!details.failed) return;
  const again = `FUZZ_SEED=${details.seed} FUZZ_REQUESTS=${requests} repeats this`;
  // Of a failure, a run of all tests shows the first line.
  const [what = ''] = String(details.errorInstance).split('\n');
  throw new Error(`${what}; ${again}\n${fc.defaultReportMessage(details)}`, { cause: details.errorInstance });
}

/**
 * Bytes that this process holds on to, after garbage collection: objects of the heap, and what
 * they own outside of it. The code that V8 makes of a program is left out; it grows for a long time with use.
 */
export async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Closed connections and finalizers let go of more in the turns after a collection.
  for (let round = 0; round < 4; round++) {
    collect();
    await turn();
  }
  const spaces = getHeapSpaceStatistics().filter(({ space_name: name }) => !/code|trusted/.test(name));
  const objects = spaces.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
  return objects + process.memoryUsage().external;
}
