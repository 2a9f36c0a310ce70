import type { Latencies, LoadRequest, LoadResult } from '@auction-tiers/http-load';
import { runClosedLoop, runOpenLoop } from '@auction-tiers/http-load';
import { startClock } from '../measure/clock.ts';
import { collectYoungGarbage } from '../measure/garbage.ts';
import { WrongAnswer } from '../suite/suite.ts';
import type { Turn } from './figures.ts';
import type { ServerProcess } from './server/server-process.ts';

/** One side of a comparison. Its methods throw a `WrongAnswer` when an answer is wrong. */
export interface Contestant {
  readonly name: string;
  /** Sends as many requests as are answered. */
  readonly turn: () => Promise<Turn>;
  /** Latencies at a fixed rate, in the unit of `Turn.perSecond`; undefined: it is not a server. */
  readonly latencies: ((perSecond: number) => Promise<Latencies>) | undefined;
  /** Checks that everything that was written can be read. */
  readonly verify: () => Promise<void>;
}

/** A request and what its answer must be. */
export interface CheckedRequest extends LoadRequest {
  readonly isRight: (body: string) => boolean;
}

export interface HttpContestantOptions {
  readonly name: string;
  readonly server: ServerProcess;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly CheckedRequest[];
  /** Auctions in a request. */
  readonly size: number;
  readonly effort: HttpEffort;
  /** A lower limit than the effort's. */
  readonly mostRequests?: number;
  /** `least`: requests with a right answer so far; `most`: also those that were outstanding when a turn ended. */
  readonly verify?: (least: number, most: number) => Promise<void>;
}

/** The extent of a turn. */
export interface HttpEffort {
  readonly connections: number;
  readonly turnMs: number;
  /** Duration of a turn that measures latencies. */
  readonly latencyMs: number;
  /** Ends a turn before its duration. */
  readonly mostRequests: number;
}

const timeoutMs = 10_000;

/** A server that this process sends requests to over HTTP. Every answer is checked. */
export function createHttpContestant(options: HttpContestantOptions): Contestant {
  const { name, server, requests, size, effort, verify } = options;
  const load = {
    origin: server.url,
    headers: options.headers,
    requests,
    connections: effort.connections,
    mostRequests: Math.min(effort.mostRequests, options.mostRequests ?? Infinity),
    timeoutMs,
    judge: ({ isRight }: CheckedRequest, status: number, body: string) =>
      status === 200 && isRight(body) ? undefined : `HTTP ${status}: ${body}`,
  };
  let [least, most] = [0, 0];
  const check = (result: LoadResult) => {
    least += result.answered;
    most += result.answered + result.unfinished;
    for (const [kind, count] of result.failures) throw new WrongAnswer(`${name}: ${count} times ${kind}`);
    if (result.answered === 0) throw new WrongAnswer(`${name}: no request was answered.`);
  };
  return {
    name,
    async turn() {
      collectYoungGarbage();
      const before = await server.processorMicros();
      const result = await runClosedLoop({ ...load, durationMs: effort.turnMs });
      const micros = (await server.processorMicros()) - before;
      check(result);
      const count = result.answered * size;
      return {
        perSecond: count / result.seconds,
        processorMicros: micros / count,
        load: micros / (result.seconds * 1e6),
      };
    },
    async latencies(perSecond) {
      collectYoungGarbage();
      const result = await runOpenLoop({ ...load, durationMs: effort.latencyMs, rate: perSecond / size });
      check(result);
      return result.latencies;
    },
    verify: async () => verify?.(least, most),
  };
}

export interface LoopOptions {
  readonly name: string;
  /** Texts that are processed in turn. */
  readonly inputs: readonly Buffer[];
  readonly expected: readonly string[];
  /** Auctions in a text. */
  readonly size: number;
  readonly work: (input: Buffer) => string;
  readonly effort: HttpEffort;
}

/** Work that is repeated in this process, without HTTP. */
export function createLoopContestant({ name, inputs, expected, size, work, effort }: LoopOptions): Contestant {
  return {
    name,
    async turn() {
      collectYoungGarbage();
      const read = startClock();
      const endMs = performance.now() + effort.turnMs;
      let count = 0;
      while (performance.now() < endMs && count < effort.mostRequests) {
        const at = count % inputs.length;
        if (work(inputs[at]!) !== expected[at]) throw new WrongAnswer(`${name}: text ${at} has another result.`);
        count++;
      }
      // Of all threads, as of a server. That of one thread Linux tells in steps of some milliseconds.
      const { wallMs, processMs } = read();
      return {
        perSecond: (count * size * 1000) / wallMs,
        processorMicros: (processMs * 1000) / (count * size),
        load: processMs / wallMs,
      };
    },
    latencies: undefined,
    verify: async () => {},
  };
}
