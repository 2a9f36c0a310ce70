import cluster from 'node:cluster';
import { duties } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import type { Listening } from './listen.ts';
import type { Opened } from './open.ts';
import { pause } from '../loop/repetition.ts';

/** How long answers say `connection: close` before idle connections are closed. */
const noticeMs = 1000;
/** Requests still unanswered this long after the notice time are cut off. */
const cutMs = 10_000;
/** How long closing the rest, such as the connections to Redis, may then take before the process exits. */
const closeMs = 5000;

interface Stopped {
  readonly service: Pick<Opened, 'follower' | 'readiness' | 'close'>;
  readonly server: Listening;
  readonly drainMs: number;
  /** Whether work that cannot be ended goes on after `close`, such as the trace exporter's last requests. */
  readonly leavesWork: boolean;
  readonly log: Logger;
}

const stopping = { prevents: duties, why: 'this process is stopping' } as const;

/** Sent to a worker process whose successor serves already. */
export const retireSignal = 'SIGUSR2';

/**
 * Stops the service in order when a signal asks for it.
 *
 * SIGTERM comes from programs, and load balancers may still send requests: readiness fails at once, and requests go on
 * for the drain time. SIGINT comes from a person and skips the drain time, also after SIGTERM. The retire signal tells
 * a worker that its successor takes the new connections: readiness, which is then the successor's, does not fail.
 */
export function stopOnSignal({ service, server, drainMs, leavesWork, log }: Stopped): void {
  const hurry = new AbortController();
  let isStopping = false;

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const isRetiring = signal === retireSignal;
    if (signal === 'SIGINT') hurry.abort();
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping: requests under way are answered first');
    if (!isRetiring) {
      service.readiness.watch(() => stopping);
      await pause(drainMs, hurry.signal);
    }
    service.follower.endWaits();
    // Only `connection: close` tells a worker's clients that it ends, so that time replaces the drain time.
    const notice = isRetiring ? Math.max(drainMs, noticeMs) : noticeMs;
    const cutCount = await server.stop({ noticeMs: notice, cutMs, hurry: hurry.signal });
    if (cutCount > 0) log.warn({ cutCount }, 'some requests did not end in time and were cut off');
    globalThis
      .setTimeout(() => {
        log.error('could not stop in time');
        process.exit(1);
      }, closeMs)
      .unref();
    await service.close();
    process.disconnect?.();
    if (leavesWork) process.exit();
  }

  const handle = (signal: NodeJS.Signals) =>
    void stop(signal).catch((error: unknown) => {
      log.error({ error }, 'could not stop cleanly');
      process.exitCode = 1;
    });
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  const refuse = () =>
    log.warn(`${retireSignal} replaces workers one by one, and there is one process: nothing is done`);
  process.on(retireSignal, cluster.isWorker ? handle : refuse);
}
