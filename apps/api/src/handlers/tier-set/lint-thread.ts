// Runs in a thread of its own, which `findInThread` starts: lints the tier sets that it is sent in parts.

import { parentPort } from 'node:worker_threads';
import type { Tier } from '@auction-tiers/tier-engine';
import { type FromLintThread, lintSource, type ToLintThread } from './lint-threads.ts';

const port = parentPort;
if (port === null) throw new TypeError('This program runs in a thread only.');

/** Those of the set that is being sent. */
let tiers: Tier[] = [];

port.on('message', (message: ToLintThread) => {
  if (message.kind === 'tiers') {
    tiers.push(...message.tiers);
    return;
  }
  const source = { ...message.source, tiers };
  tiers = [];
  const answer: FromLintThread = { findings: lintSource(source) };
  port.postMessage(answer);
});
