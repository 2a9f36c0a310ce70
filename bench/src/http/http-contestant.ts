import type { LoadRequest, LoadResult } from '@auction-tiers/http-load';
import { runClosedLoop, runOpenLoop } from '@auction-tiers/http-load';
import { collectYoungGarbage } from '../measure/garbage.ts';
import { WrongAnswer } from '../suite.ts';
import type { Contestant } from './contestant.ts';
import type { ServerProcess } from './server/server-process.ts';

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
  /** Fewer than the effort's. */
  readonly mostRequests?: number;
  /** `least`: requests with a right answer so far; `most`: those too that were under way when a turn ended. */
  readonly verify?: (least: number, most: number) => Promise<void>;
}

/** How much is done in a turn. */
export interface HttpEffort {
  readonly connections: number;
  readonly turnMs: number;
  /** Of a turn that is about latency. */
  readonly latencyMs: number;
  /** Ends a turn before its time is over. */
  readonly mostRequests: number;
}

const timeoutMs = 10_000;

/** A server that is asked over HTTP, from this process. Every answer is checked. */
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
    if (result.answered === 0) throw new WrongAnswer(`${name}: nothing was answered.`);
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
