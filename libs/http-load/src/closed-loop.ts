import autocannon from 'autocannon';
import { RequestAccounting } from './request-accounting.ts';
import type { Load, LoadEnd, LoadRequest, LoadResult } from './load.ts';
import { refusesCredential } from './load.ts';
import { nameFailure } from './sender.ts';

/** The interval at which autocannon checks whether to stop. */
const sampleMs = 10;
/** Long enough that autocannon's own limit never ends a load. */
const longestSeconds = 1_000_000;
const lost = 'connection: closed without an answer';

/** A client of autocannon, with the method that its types leave out. */
type Stoppable = autocannon.Client & { destroy(): void };

/**
 * Sends requests as fast as they are answered: each connection sends the next request when it has an answer. That
 * measures the throughput, not the latency at a given load (see `runOpenLoop`).
 *
 * autocannon sends the requests, but does not account for them: its histogram has whole milliseconds, and it forgets a
 * request whose connection is closed before the answer. Over https it accepts any certificate, so this throws for an
 * origin that is not plain http.
 */
export function runClosedLoop<Request extends LoadRequest>(
  load: Load<Request>,
  clockMs: () => number = () => performance.now(),
): Promise<LoadResult> {
  const { origin, headers, durationMs, mostRequests, timeoutMs, signal } = load;
  if (!origin.startsWith('http://')) throw new TypeError(`${origin}: a closed loop is for http:// only.`);
  const connections = Math.min(load.connections, mostRequests);
  const accounting = new RequestAccounting(connections, clockMs());
  const clients: Stoppable[] = [];
  return new Promise((resolve, reject) => {
    const instance = autocannon(
      {
        url: origin,
        headers: { ...headers },
        connections,
        maxOverallRequests: mostRequests,
        duration: longestSeconds,
        timeout: Math.max(1, Math.ceil(timeoutMs / 1000)),
        sampleInt: sampleMs,
        setupClient: (client) => {
          follow(client, requestsOf(load.requests, clients.length, connections));
          clients.push(client as Stoppable);
        },
      },
      (error: unknown) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (error instanceof Error) reject(error);
        else resolve(accounting.result());
      },
    );
    const stop = (reason: LoadEnd) => {
      accounting.close(reason);
      for (const client of clients) client.destroy();
      instance.stop();
    };
    const abort = () => stop('aborted');
    const timer = setTimeout(() => stop('duration'), durationMs);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted === true) abort();

    function follow(client: autocannon.Client, requests: readonly Request[]): void {
      let sentMs: number | undefined;
      let sentCount = 0;
      const fail = (problem: string) => {
        accounting.fail(clockMs(), problem);
        sentMs = undefined;
        if (accounting.isUnreachable) stop('unreachable');
      };
      const emitter: NodeJS.EventEmitter = client;
      emitter.on('request', () => {
        // autocannon opens a closed connection again and continues with the next request.
        if (sentMs !== undefined) fail(lost);
        accounting.send();
        sentCount++;
        sentMs = clockMs();
      });
      emitter.on('connError', (error: Error) => sentMs !== undefined && fail(nameFailure(error)));
      // The client has sent its last request, or was stopped.
      emitter.on('done', () => sentMs !== undefined && fail(lost));
      // By now the client has sent the next request, and this one was counted as lost.
      emitter.on('timeout', () => accounting.rename(lost, 'timeout'));
      // After a lost request autocannon assigns an answer to the request before; counting the requests gives the right one.
      const onResponse = (status: number, body: string) => {
        const nowMs = clockMs();
        if (sentMs === undefined || accounting.isClosed) return;
        const request = requests[(sentCount - 1) % requests.length]!;
        accounting.answer(nowMs, nowMs - sentMs, load.judge(request, status, body));
        sentMs = undefined;
        if (refusesCredential(status)) stop('unauthorized');
      };
      client.setRequests(
        requests.map((request) => ({
          method: request.method,
          path: request.path,
          ...(request.body === undefined ? {} : { body: request.body }),
          onResponse,
        })),
      );
    }
  });
}

/** The requests of one connection: every `count`-th, so that each request is in memory once and connections differ. */
function requestsOf<Request>(requests: readonly Request[], index: number, count: number): readonly Request[] {
  const own = requests.filter((_, at) => at % count === index);
  return own.length > 0 ? own : [requests[index % requests.length]!];
}
