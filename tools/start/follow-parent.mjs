// Loaded into the service before its own code. Stops the service in order when the program that started it has ended,
// in any way: the operating system then closes the channel between the two.

import cluster from 'node:cluster';
import { isMainThread } from 'node:worker_threads';

const limitMs = 10_000;

// The service's workers load this file too; they end with the service.
if (isMainThread && cluster.isPrimary) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), limitMs).unref();
    // That program's Redis ends with it, so the service cannot continue.
    process.kill(process.pid, 'SIGINT');
  });
  // Listening alone would keep the process alive when it has nothing else to do.
  process.channel?.unref();
}
