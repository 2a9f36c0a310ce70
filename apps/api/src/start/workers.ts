import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { openServerClock } from '@auction-tiers/store';
import type { Logger } from 'pino';
import { StoreClock } from '../auth/store-clock.ts';
import { Jobs } from '../jobs/jobs.ts';
import { jobsOfFolder } from '../jobs/table.ts';
import { Retention } from '../recorder/retention.ts';
import type { Settings } from '../settings/settings.ts';
import { withMetrics } from './greeting.ts';
import { listenForMetrics } from './metrics-listener.ts';
import { retireSignal } from './stop.ts';
import { MergedMetrics } from './worker-metrics.ts';

/** A worker that failed to start is started again after this. */
const retryMs = 1000;

/** The message of a worker once it serves. */
interface Ready {
  readonly greeting: string;
}

/** Tells the process that started this worker that it serves. */
export const tellReady = (greeting: string): void => void process.send?.({ greeting } satisfies Ready);

/**
 * Runs the service in several processes that share one address, each with its own mirror, until a signal ends them. A
 * worker that ends by itself is replaced. If a worker fails during the first start, all end; later, the others go on
 * and the worker is started again. SIGUSR2 replaces the workers one after the other by new ones that run the program as
 * it is on disk now; no request fails. Prints a worker's greeting once all serve. Returns the exit code.
 */
export async function runWorkers(settings: Settings, log: Logger, print: (greeting: string) => void): Promise<number> {
  let isStopping = false;
  let hasStarted = false;
  let exitCode = 0;
  const metrics = new MergedMetrics();
  const listening = await listenForMetrics(settings, metrics.text);
  // One process of a data folder removes what is old, although all workers record. This one has no store.
  const serverClock = openServerClock(settings.REDIS_URL);
  const clock = new StoreClock({ store: serverClock, log });
  void clock.start();
  const jobs = new Jobs({ store: null, log }, jobsOfFolder(new Retention(clock, settings, log)));
  jobs.start();
  const ended = new Set<Promise<unknown>>();
  /** Workers not replaced when they end: their successor serves, or they are a successor that failed to start. */
  const unneeded = new WeakSet<Worker>();
  const stopAll = (signal: NodeJS.Signals) => {
    isStopping = true;
    for (const worker of workers()) worker.process.kill(signal);
  };
  process.on('SIGINT', stopAll);
  process.on('SIGTERM', stopAll);

  /** Resolves when the worker has ended and, where it ended by itself, was replaced. */
  async function watch(worker: Worker): Promise<void> {
    let served = false;
    worker.once('message', () => {
      served = true;
      metrics.add(worker);
    });
    const [code, signal] = (await once(worker, 'exit')) as [number | null, string | null];
    if (unneeded.has(worker)) return;
    if (isStopping) {
      // A signal kills a worker that does not serve yet: it has nothing to end in order.
      if (code !== 0 && served) exitCode = 1;
      return;
    }
    log.error({ worker: worker.id, code, signal }, 'a worker ended by itself');
    if (!served && !hasStarted) {
      exitCode = code === null || code === 0 ? 1 : code;
      stopAll('SIGINT');
      return;
    }
    if (!served) await setTimeout(retryMs);
    if (!isStopping) start();
  }

  function start(): Worker {
    const worker = cluster.fork();
    const end: Promise<unknown> = watch(worker).then(() => ended.delete(end));
    ended.add(end);
    return worker;
  }

  /** Stops at a successor that fails to start: the workers that serve go on. */
  async function replaceAll(): Promise<void> {
    log.info('replacing all workers');
    for (const worker of workers()) {
      const successor = start();
      unneeded.add(successor);
      if ((await readiness(successor)) === null) {
        log.error('a new worker did not get to serve; the others stay as they are');
        return;
      }
      unneeded.delete(successor);
      if (isStopping) return;
      unneeded.add(worker);
      worker.process.kill(retireSignal);
      if (!worker.isDead()) await once(worker, 'exit');
    }
    log.info('all workers are replaced');
  }
  let replacing: Promise<void> | undefined;
  process.on(retireSignal, () => {
    if (isStopping) return;
    replacing ??= replaceAll().finally(() => (replacing = undefined));
  });

  // The first worker sets up an empty database; the others start once it is set up.
  const greeting = await readiness(start());
  if (greeting !== null && !isStopping) {
    const others = Array.from({ length: settings.WORKERS - 1 }, () => readiness(start()));
    const greetings = await Promise.all(others);
    if (!greetings.includes(null)) {
      hasStarted = true;
      print(withMetrics(greeting, listening.url));
    }
  }
  while (ended.size > 0) await Promise.race(ended);
  await listening.stop();
  await jobs.close();
  await clock.close();
  serverClock.close();
  return exitCode;
}

const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** A worker's greeting once it serves; null when it ends before. */
function readiness(worker: Worker): Promise<string | null> {
  return new Promise((resolve) => {
    worker.once('message', (message: Ready) => resolve(message.greeting));
    worker.once('exit', () => resolve(null));
  });
}
