import { inspect } from 'node:util';
import { createRouter } from '@auction-tiers/contract';
import { createHandlers } from './handler/handlers.ts';
import { createApp } from './rest/app.ts';
import { readSettings, wantsStacks } from './settings/settings.ts';
import { firstStart } from './start/first-start.ts';
import { greeting } from './start/greeting.ts';
import { Health } from './start/health.ts';
import { listen } from './start/listen.ts';
import { createLog } from './start/log.ts';
import { openService } from './start/open.ts';

/** How long requests under way may take to end once the service is told to stop. */
const drainMs = 10_000;

const result = readSettings(process.env);
if (!result.ok) {
  process.stderr.write(`These settings are wrong:\n${result.problems.map((problem) => `  ${problem}\n`).join('')}`);
  process.exit(2);
}
const { settings } = result;
const log = createLog(settings);

try {
  const service = await openService(settings, log);
  const handlers = createHandlers(service);
  const router = createRouter(handlers);
  const credentials = await firstStart(service, router, settings);
  const health = new Health(service.follower);
  const { authenticator, throttle } = service;
  const server = await listen(createApp({ router, handlers, authenticator, throttle, health, log }), settings);
  process.stdout.write(greeting(service, settings, server.url, credentials !== null));

  const stop = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping: requests under way are answered first');
    setTimeout(() => {
      log.warn('some requests did not end in time');
      process.exit(1);
    }, drainMs).unref();
    service.follower.endWaits();
    server
      .stop()
      .then(() => service.close())
      .catch((error: unknown) => {
        log.error({ error }, 'could not stop cleanly');
        process.exitCode = 1;
      });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (wantsStacks(process.env)) process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
}
