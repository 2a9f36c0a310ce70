// Imported before a measured program: when the process ends, it writes its usage to file descriptor 3.

import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const told = 3;

process.on('exit', () => {
  // Threads import this file too; the figures of the process include theirs.
  if (!isMainThread) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(told, JSON.stringify({ processorSeconds: (userCPUTime + systemCPUTime) / 1e6, mostBytes: maxRSS * 1024 }));
});
