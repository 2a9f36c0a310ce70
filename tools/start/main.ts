// `npm start`: runs the service, with a Redis of its own unless REDIS_URL names one.

import { resolve } from 'node:path';
import { runService } from './run-service.ts';

const parentPollMs = 1000;

// When the parent is killed with SIGKILL, no signal arrives here; stop then too.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), parentPollMs).unref();

process.exitCode = await runService({
  entry: resolve(import.meta.dirname, '../../apps/api/src/main.ts'),
  env: process.env,
  log: (line) => process.stderr.write(`${line}\n`),
});
