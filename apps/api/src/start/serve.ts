import cluster from 'node:cluster';
import { join } from 'node:path';
import { createCallerFactory, createRouter } from '@auction-tiers/contract';
import type { Logger } from 'pino';
import { DemoDays } from '../demo/demo-days.ts';
import { DemoTraffic } from '../demo/demo-traffic.ts';
import { createHandlers } from '../handlers/handlers.ts';
import { createApp } from '../doors/app.ts';
import { logAccess } from '../doors/http/access-log.ts';
import { createAddressOf } from '../doors/http/client.ts';
import { servedOperations } from '../doors/http/compiled-input.ts';
import { PageFiles } from '../doors/page/page-files.ts';
import { Jobs } from '../jobs/jobs.ts';
import { jobsOfFolder } from '../jobs/table.ts';
import { Retention } from '../recorder/retention.ts';
import type { Settings } from '../settings/settings.ts';
import { wantsTraces } from '../settings/trace-settings.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { firstStart } from './first-start.ts';
import { greeting, withMetrics } from './greeting.ts';
import { listen } from './listen.ts';
import { listenForMetrics } from './metrics-listener.ts';
import { type Opened, openService, timezonesOf } from './open.ts';
import { stopOnSignal } from './stop.ts';

/** Where the build of the page is. */
const pageFolder = join(import.meta.dirname, '../../../dashboard/dist');

/** Runs the service in this process until a signal ends it. Calls back with the greeting once it listens. */
export async function serve(settings: Settings, log: Logger, onReady: (greeting: string) => void): Promise<void> {
  const service = await openService(settings, log);
  // The process that starts workers serves the metrics of all of them.
  const metrics = cluster.isWorker ? null : await listenForMetrics(settings, service.metricsText);
  // Although all workers record, only the process that starts them removes what is old.
  const retention = new Retention(service.retentionClock, settings, log, () => timezonesOf(service.mirror));
  const folderJobs = new Jobs(service, cluster.isWorker ? [] : jobsOfFolder(retention));
  folderJobs.start();
  const handlers = createHandlers(service);
  const router = createRouter(handlers, servedOperations);
  const credentials = await firstStart(service, router, settings);
  await service.remember();
  const pageFiles = new PageFiles(pageFolder, log);
  // Before the first request needs them.
  await pageFiles.refresh();
  const demoDays = new DemoDays(service, createCallerFactory(router));
  const demoTraffic = new DemoTraffic(service, createCallerFactory(router));
  const { credentialIndex, follower, throttle, readiness, requests } = service;
  const { TRUSTED_PROXIES: trustedProxies } = settings;
  const app = createApp({
    router,
    handlers,
    credentialIndex,
    throttle,
    readiness,
    requests,
    trustedProxies,
    pageFiles,
    log,
  });
  const tracing = await openTracing(settings, service);
  const traced = tracing?.traced(app) ?? app;
  const server = await listen(
    settings.ACCESS_LOG ? logAccess(traced, createAddressOf(trustedProxies), log) : traced,
    settings,
  );
  // Signals are handled before the greeting: a program that reads the greeting may send a signal at once.
  const close = async () => {
    await Promise.all([demoDays.close(), demoTraffic.close()]);
    await metrics?.stop();
    await folderJobs.close();
    await service.close();
    await tracing?.close();
  };
  const leavesWork = tracing !== null;
  stopOnSignal({ service: { follower, readiness, close }, server, drainMs: settings.DRAIN_MS, leavesWork, log });
  log.info({ url: server.url }, 'serving');
  const isFirst = credentials !== null;
  const text = greeting(service, settings, server.url, { isFirst, hasPage: pageFiles.isBuilt });
  onReady(metrics === null ? text : withMetrics(text, metrics.url));
  demoDays.start();
  if (settings.DEMO_TRAFFIC) demoTraffic.start();
}

/** Loads the library only where traces are wanted: it takes memory and makes the start longer. */
async function openTracing(settings: Settings, { requests }: Pick<Opened, 'requests'>): Promise<Tracing | null> {
  if (!wantsTraces(settings)) return null;
  const { Tracing: Opening } = await import('../tracing/tracing.ts');
  return new Opening(settings, (url) => requests.routeOf(url));
}
