// Runs in a thread of its own, which `lint-source.ts` starts: lints the tier sets that it is sent.

import { parentPort } from 'node:worker_threads';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { lintSource } from './lint-source.ts';

parentPort?.on('message', (source: TierSetSource) => parentPort?.postMessage(lintSource(source), []));
