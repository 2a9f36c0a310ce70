// `npm start`: builds the page if it has changed, and runs the service, with its own Redis unless REDIS_URL is set.

import { resolve } from 'node:path';
import { ensurePage } from '../page/ensure-page.ts';
import { repository } from '../workspace/package.ts';
import { lastingDemo } from '../service/lasting-demo.ts';
import { runService } from './run-service.ts';

const parentPollMs = 1000;

// If the parent is killed with SIGKILL, no signal arrives here; stop in that case too.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), parentPollMs).unref();

const given = process.argv.slice(2);
if (given.length > 0) {
  process.stderr.write(
    `npm start takes no arguments, and was given ${given.join(' ')}; settings are environment variables: docs/settings.md\n`,
  );
  process.exit(2);
}

const log = (line: string) => void process.stderr.write(`${line}\n`);

/** A page that cannot be built must not keep the service from starting. */
async function buildPage(signal: AbortSignal): Promise<void> {
  const result = await ensurePage({ root: repository, log, signal });
  if (result.status === 'failed' && !signal.aborted) log(`The service starts without a new page: ${result.why}`);
}

process.exitCode = await runService({
  entry: resolve(import.meta.dirname, '../../apps/api/src/main.ts'),
  env: { ...(process.env['DEMO'] === '0' ? {} : lastingDemo), ...process.env },
  prepare: buildPage,
  log,
});
