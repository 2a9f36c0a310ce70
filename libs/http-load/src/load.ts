import type { Latencies } from './latency.ts';

/** A request that is sent repeatedly. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly body?: string;
}

/** What to send where, and when to stop. */
export interface Load<Request extends LoadRequest = LoadRequest> {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in turn, repeatedly; at least one. */
  readonly requests: readonly Request[];
  /** Each carries one request at a time. */
  readonly connections: number;
  readonly durationMs: number;
  /** The load ends after this number of requests or after the duration, whichever comes first. */
  readonly mostRequests: number;
  /** A request without an answer after this time has failed. */
  readonly timeoutMs: number;
  /** Names what is wrong with an answer; undefined when it is right. A redirect is an answer: it is not followed. */
  readonly judge: (request: Request, status: number, body: string) => string | undefined;
  /** Ends the load at once. */
  readonly signal?: AbortSignal;
}

/** Why a load ended. `unauthorized`: the server refused its credential. */
export type LoadEnd = 'duration' | 'requests' | 'aborted' | 'unreachable' | 'unauthorized';

/** Whether an answer refuses the credential, which is in the headers of every request of a load. */
export function refusesCredential(status: number): boolean {
  return status === 401 || status === 403;
}

/** The result of a load. `sent` is the sum of `answered`, all failures and `unfinished`. */
export interface LoadResult {
  readonly sent: number;
  /** Requests with a right answer. */
  readonly answered: number;
  /** Failed requests, by the kind of failure. */
  readonly failures: ReadonlyMap<string, number>;
  /** Without an answer when the load ended. */
  readonly unfinished: number;
  /** From the first request to the last counted answer. */
  readonly seconds: number;
  readonly endedBy: LoadEnd;
  /** Of the right answers. */
  readonly latencies: Latencies;
}
