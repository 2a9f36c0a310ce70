// Imported before a measured program: when the process ends, it writes its usage to file descriptor 3.

import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { processorSeconds: (userCPUTime + systemCPUTime) / 1e6, mostBytes: maxRSS * 1024 };
  // Threads import this file too; the figures of the process include theirs.
  if (isMainThread) writeSync(3, JSON.stringify(usage));
});
