import type { Latencies } from './latency.ts';

/** A request that is sent over and over. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly body?: string;
}

/** What to send where, and when to stop. */
export interface Load<Request extends LoadRequest = LoadRequest> {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in turn, over and over; at least one. */
  readonly requests: readonly Request[];
  /** Each carries one request at a time. */
  readonly connections: number;
  readonly durationMs: number;
  /** Whichever comes first, this or the duration, ends the load. */
  readonly mostRequests: number;
  /** An answer that takes longer is none. */
  readonly timeoutMs: number;
  /** Names what is wrong with an answer; undefined: it is right. Redirects come here too: none is followed. */
  readonly judge: (request: Request, status: number, body: string) => string | undefined;
  /** Ends the load at once. */
  readonly signal?: AbortSignal;
}

/** Why a load ended. */
export type LoadEnd = 'duration' | 'requests' | 'aborted' | 'unreachable';

/** What came of a load. `sent` is `answered`, all failures and `unfinished` together. */
export interface LoadResult {
  readonly sent: number;
  /** Requests with a right answer. */
  readonly answered: number;
  /** The others, by what was wrong. */
  readonly failures: ReadonlyMap<string, number>;
  /** Without an answer when the load ended. */
  readonly unfinished: number;
  /** From the first request to the last answer that counts. */
  readonly seconds: number;
  readonly endedBy: LoadEnd;
  /** Of right answers. */
  readonly latencies: Latencies;
}
