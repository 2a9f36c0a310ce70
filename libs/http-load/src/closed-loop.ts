import autocannon from 'autocannon';
import { Ledger } from './ledger.ts';
import type { Load, LoadEnd, LoadRequest, LoadResult } from './load.ts';
import { nameFailure } from './sender.ts';

/** How soon autocannon notices that it is to stop. */
const sampleMs = 10;
/** autocannon's own limit is never the one that ends a load. */
const longestSeconds = 1_000_000;
const lost = 'connection: closed without an answer';

/** What its types leave out. */
type Stoppable = autocannon.Client & { destroy(): void };

/**
 * Sends requests as fast as they are answered: each connection asks again when it has its answer. That tells how much
 * can be done, not how long one would wait (see `runOpenLoop`).
 *
 * autocannon sends; the accounting is our own. Its histogram holds whole milliseconds, and it forgets a request whose
 * connection is closed before the answer. Over https it takes any certificate, so it throws for an origin that is not
 * plain http.
 */
export function runClosedLoop<Request extends LoadRequest>(
  load: Load<Request>,
  clockMs: () => number = () => performance.now(),
): Promise<LoadResult> {
  const { origin, headers, durationMs, mostRequests, timeoutMs, signal } = load;
  if (!origin.startsWith('http://')) throw new TypeError(`${origin}: a closed loop is for http:// only.`);
  const connections = Math.min(load.connections, mostRequests);
  const ledger = new Ledger(connections, clockMs());
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
          follow(client, shareOf(load.requests, clients.length, connections));
          clients.push(client as Stoppable);
        },
      },
      (error: unknown) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (error instanceof Error) reject(error);
        else resolve(ledger.result());
      },
    );
    const stop = (reason: LoadEnd) => {
      ledger.close(reason);
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
        ledger.fail(clockMs(), problem);
        sentMs = undefined;
        if (ledger.isUnreachable) stop('unreachable');
      };
      const emitter: NodeJS.EventEmitter = client;
      emitter.on('request', () => {
        // A connection that was closed is opened anew, and goes on with the next request.
        if (sentMs !== undefined) fail(lost);
        ledger.send();
        sentCount++;
        sentMs = clockMs();
      });
      emitter.on('connError', (error: Error) => sentMs !== undefined && fail(nameFailure(error)));
      // It has sent its last request, or is told to stop.
      emitter.on('done', () => sentMs !== undefined && fail(lost));
      // By then the next request has been sent, and this one been counted as lost.
      emitter.on('timeout', () => ledger.rename(lost, 'timeout'));
      // After a lost request autocannon takes the answers for those of the request before: the count is right.
      const onResponse = (status: number, body: string) => {
        const nowMs = clockMs();
        if (sentMs === undefined || ledger.isClosed) return;
        const request = requests[(sentCount - 1) % requests.length]!;
        ledger.answer(nowMs, nowMs - sentMs, load.judge(request, status, body));
        sentMs = undefined;
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

/** Every so-manieth request, so that they are kept in memory once and connections differ in what they send. */
function shareOf<Request>(requests: readonly Request[], place: number, count: number): readonly Request[] {
  const share = requests.filter((_, at) => at % count === place);
  return share.length > 0 ? share : [requests[place % requests.length]!];
}
