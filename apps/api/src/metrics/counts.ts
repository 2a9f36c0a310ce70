import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type PlaceAttribute, placeAttributes } from '@auction-tiers/dma-data';
import { type AuctionRequest, type Decision, outcomes, type TierSet } from '@auction-tiers/tier-engine';

/*
 * What is counted while requests are answered, in plain numbers: adding to them costs an auction some hundred nanoseconds,
 * and adding to the metrics of prom-client by labels would cost it several times as much. A scrape reads them.
 */

/** Upper bounds of the buckets that durations are counted in, seconds. */
export const durationBoundsS: readonly number[] = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
const msPerS = 1000;

/** Durations, counted in buckets. */
export class DurationCounts {
  readonly boundsS: readonly number[];
  readonly #boundsMs: readonly number[];
  /** By bucket; the last one has what is longer than every bound. */
  readonly counts: Float64Array;
  sumMs = 0;

  constructor(boundsS = durationBoundsS) {
    this.boundsS = boundsS;
    this.#boundsMs = boundsS.map((bound) => bound * msPerS);
    this.counts = new Float64Array(boundsS.length + 1);
  }

  /** `many` of the same duration. */
  add(durationMs: number, many = 1): void {
    const bounds = this.#boundsMs;
    let at = 0;
    // Nearly all are in one of the first buckets.
    while (at < bounds.length && durationMs > bounds[at]!) at++;
    this.counts[at]! += many;
    this.sumMs += durationMs * many;
  }
}

/** Counts auctions as they are decided. The next auction reuses the buffers once `count` has returned. */
export interface DecisionCounter {
  /** `unknown`: the attributes of the impression whose value does not exist; `arm`: the experiment and arm that decided. */
  count(
    tierSet: TierSet,
    request: AuctionRequest,
    decision: Decision,
    unknown?: readonly PlaceAttribute[],
    arm?: string,
  ): void;
}

/** What can become of an auction. */
export const auctionOutcomes = ['sold', 'unsold', 'without_bids'] as const;
const [sold, unsold, withoutBids] = [0, 1, 2];

/** The auctions that this process has decided. */
export class AuctionCounts implements DecisionCounter {
  /** By index into `auctionOutcomes`. */
  readonly auctions = new Float64Array(auctionOutcomes.length);
  /** By index into the engine's `outcomes`. */
  readonly bids = new Float64Array(outcomes.length);
  /** Auctions with a value that does not exist, by attribute. */
  readonly unknownValues: Readonly<Record<PlaceAttribute, { count: number }>>;
  /** How long each decision took; for an auction of much work, including other requests' turns meanwhile. */
  readonly decisions = new DurationCounts();

  constructor() {
    const none = placeAttributes.map((attribute) => [attribute, { count: 0 }] as const);
    this.unknownValues = Object.fromEntries(none) as AuctionCounts['unknownValues'];
  }

  count(
    _tierSet: TierSet,
    _request: AuctionRequest,
    { bidCount, winnerIndex, outcomes: codes }: Decision,
    unknown?: readonly PlaceAttribute[],
  ): void {
    this.auctions[bidCount === 0 ? withoutBids : winnerIndex < 0 ? unsold : sold]!++;
    for (let index = 0; index < bidCount; index++) this.bids[codes[index]!]!++;
    if (unknown !== undefined) for (const attribute of unknown) this.unknownValues[attribute].count++;
  }
}

/** Passes each count on to several counters, which are fixed at the start, so that passing on costs only the calls. */
export class EachCounter implements DecisionCounter {
  readonly #counters: readonly DecisionCounter[];

  constructor(counters: readonly DecisionCounter[]) {
    this.#counters = counters;
  }

  count(
    tierSet: TierSet,
    request: AuctionRequest,
    decision: Decision,
    unknown?: readonly PlaceAttribute[],
    arm?: string,
  ): void {
    const counters = this.#counters;
    for (let at = 0; at < counters.length; at++) counters[at]!.count(tierSet, request, decision, unknown, arm);
  }
}

/** What requests are counted by. */
type RequestLabels = Readonly<Record<'method' | 'route' | 'status', string>>;

/** The label of a method or path that is not known, so that no client can add labels. */
const other = 'other';
const batchRoute = '/trpc/';
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
const methodNotAllowed = 405;

/** Answers a request whose start was noted. */
export type TimedListener = (request: IncomingMessage, response: ServerResponse, startedMs?: number) => void;

/** The requests that this process has answered, and how long each took. */
export class RequestCounts {
  readonly #routes = new Set<string>();
  readonly #found = new Map<string, { readonly labels: RequestLabels; readonly durations: DurationCounts }>();

  /** Adds a path that is served, without the version in front. Any other path is counted as `other`. */
  know(path: string): void {
    this.#routes.add(path);
  }

  all(): Iterable<{ readonly labels: RequestLabels; readonly durations: DurationCounts }> {
    return this.#found.values();
  }

  /** The durations of the requests with these labels, to be added to. */
  of(method: string, route: string, status: string): DurationCounts {
    const key = `${method} ${route} ${status}`;
    const found = this.#found.get(key);
    if (found !== undefined) return found.durations;
    const durations = new DurationCounts();
    this.#found.set(key, { labels: { method, route, status }, durations });
    return durations;
  }

  /** Passes requests on to a listener, and counts each when its answer is sent or its client has disconnected. */
  timed(listener: RequestListener): TimedListener {
    return (request, response, startedMs = performance.now()) => {
      // Read now, because listeners change the method and the URL.
      const { method = '' } = request;
      const route = this.routeOf(request.url);
      response.once('close', () => {
        const { statusCode, headersSent } = response;
        const isKnown = knownMethods.has(method) && statusCode !== methodNotAllowed;
        const status = headersSent ? String(statusCode) : 'none';
        this.of(isKnown ? method : other, route, status).add(performance.now() - startedMs);
      });
      listener(request, response);
    };
  }

  /** The path of the operation that a target names, as metrics and traces have it. */
  routeOf(url = ''): string {
    const end = url.indexOf('?');
    const path = url.slice(url.startsWith('/v1/') ? 3 : 0, end === -1 ? undefined : end);
    const route = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    if (this.#routes.has(route)) return route;
    // A batch names its procedures, in any number and order.
    return route.startsWith(batchRoute) ? batchRoute : other;
  }
}

/** The message about a command on ioredis's diagnostics channel. */
interface CommandMessage {
  readonly command: string;
  startedMs?: number;
}

/** The commands that Redis has replied to, by name. */
export class CommandCounts {
  readonly #found = new Map<string, DurationCounts>();

  all(): Iterable<[command: string, durations: DurationCounts]> {
    return this.#found;
  }

  /** Subscribers of a tracing channel. */
  readonly start = (message: unknown): void => void ((message as CommandMessage).startedMs = performance.now());
  readonly asyncEnd = (message: unknown): void => {
    const { command, startedMs } = message as CommandMessage;
    if (startedMs === undefined) return;
    const name = command.toLowerCase();
    let durations = this.#found.get(name);
    if (durations === undefined) this.#found.set(name, (durations = new DurationCounts()));
    durations.add(performance.now() - startedMs);
  };
}
