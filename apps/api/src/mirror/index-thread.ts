// Runs in a thread of its own, which `compile-queue.ts` starts: indexes the buyers of very large tier sets.

import { parentPort } from 'node:worker_threads';
import { type BuyerPairs, indexBuyers } from '@auction-tiers/tier-engine';

parentPort?.on('message', (pairs: BuyerPairs) => {
  const table = indexBuyers(pairs);
  parentPort?.postMessage(
    table,
    [table.entries, table.buyerIds, table.starts].map(({ buffer }) => buffer as ArrayBuffer),
  );
});
