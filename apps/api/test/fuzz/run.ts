import * as fc from 'fast-check';
import type { FuzzRequest } from './request.ts';
import { proceduresOf } from './procedure.ts';
import { restJudge } from './rest-judge.ts';
import { restRawRequests } from './rest-raw.ts';
import { restRequests } from './rest.ts';
import type { FuzzService } from './service.ts';
import { requests, seed } from './settings.ts';
import { holdSocket } from './socket-hold.ts';
import { socketRequests } from './socket.ts';
import { trpcJudge } from './trpc-judge.ts';
import { trpcRawRequests } from './trpc-raw.ts';
import { trpcRequests } from './trpc.ts';

/** Sends so many requests of one kind; rejects with the smallest that shows the fault. */
export type Run = (count: number) => Promise<void>;

/** Looking for a smaller request that shows a fault must end before the test does. */
export const timeLimitMs = (count: number): number => 60_000 + 100 * count;

/** Every kind of request that the suite makes. */
export function runsOf(fuzzed: FuzzService): Readonly<Record<'rest' | 'restRaw' | 'trpc' | 'trpcRaw' | 'socket', Run>> {
  const { document } = fuzzed;
  const procedures = proceduresOf(fuzzed.service, document);
  const rest = restRequests(document);
  const trpc = trpcRequests(procedures, document.vocabulary);
  // A stream of events has no end to wait for.
  const ending = procedures.filter(({ type }) => type !== 'subscription');
  const onSockets = fc.oneof(
    { arbitrary: rest, weight: 2 },
    { arbitrary: trpcRequests(ending, document.vocabulary), weight: 1 },
  );
  const atRest = (request: FuzzRequest) => fuzzed.hold(request, restJudge(document));
  const atTrpc = (request: FuzzRequest) => fuzzed.hold(request, trpcJudge(document));
  return {
    rest: runOf(rest, atRest),
    restRaw: runOf(restRawRequests(document), atRest),
    trpc: runOf(trpc, atTrpc),
    trpcRaw: runOf(trpcRawRequests(procedures, document), atTrpc),
    socket: runOf(socketRequests(onSockets), (sent) => holdSocket(fuzzed, sent)),
  };
}

const runOf =
  <Request>(made: fc.Arbitrary<Request>, hold: (request: Request) => Promise<void>): Run =>
  (count) =>
    fc.assert(fc.asyncProperty(made, hold), {
      seed,
      numRuns: count,
      interruptAfterTimeLimit: timeLimitMs(count),
      markInterruptAsFailure: true,
      reporter: report,
    });

function report<Request>(details: fc.RunDetails<[Request]>): void {
  if (!details.failed) return;
  const again = `FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests} repeats this`;
  throw new Error(`${again}\n${fc.defaultReportMessage(details)}`, { cause: details.errorInstance });
}
