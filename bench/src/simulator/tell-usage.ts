// Imported before a program that is measured: when the process ends it says on the third descriptor what it used.

import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const told = 3;

process.on('exit', () => {
  // Threads import this too, and their figures are in those of the process.
  if (!isMainThread) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(told, JSON.stringify({ processorSeconds: (userCPUTime + systemCPUTime) / 1e6, mostBytes: maxRSS * 1024 }));
});
