// `npm start`: the service, with a Redis of its own where REDIS_URL names none.

import { resolve } from 'node:path';
import { runService } from './run-service.ts';

const parentPollMs = 1000;

// Whoever started this waits for it. If it is killed outright, that cannot be passed on as a signal; stop all the same.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), parentPollMs).unref();

process.exitCode = await runService({
  entry: resolve(import.meta.dirname, '../../apps/api/src/main.ts'),
  env: process.env,
  log: (line) => process.stderr.write(`${line}\n`),
});
