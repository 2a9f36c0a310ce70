// Decides auctions in this process, under the tiers of a file, without a service and without a network.
//
//   node main.js [file.tiers.json [auctions.jsonl]]

import { explainAuction, formatMoney } from '@auction-tiers/tier-engine';
import { readAuctions } from './auction-log.js';
import { reasonOf } from './reason.js';
import { loadTierSet } from './tier-set.js';
import { Unusable } from './unusable.js';

const [tiers = new URL('news.tiers.json', import.meta.url), log] = process.argv.slice(2);

try {
  // Compile once, and again when the tiers change. Auctions only read the result.
  const loaded = await loadTierSet(tiers);
  if (log === undefined) print('', exampleAuction(loaded), loaded);
  else await decideLog(log, loaded);
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function decideLog(file, loaded) {
  for await (const { place, requests, invalid, issues } of readAuctions(file, loaded)) {
    // A line that is no auction does not spoil the others.
    for (const { path, message } of issues) {
      console.error([`${place}:`, path, message].filter(Boolean).join(' '));
      process.exitCode = 1;
    }
    for (const [at, request] of requests.entries()) {
      print(requests.length === 1 ? `${place}: ` : `${place}, impression ${at + 1}: `, request, loaded);
    }
    for (const bid of invalid) console.log(bid);
  }
}

function exampleAuction({ feePpm }) {
  return {
    auctionType: 1,
    bidFloorMicros: 500_000,
    feePpm,
    seed: 'any text: the same seed draws the same lots',
    timeMs: Date.now(),
    impression: { country: 'US', dma: 803, sizes: [{ width: 300, height: 250 }] },
    bids: [
      { id: 'a', memberId: 107, grossMicros: 2_000_000 },
      { id: 'b', memberId: 107, grossMicros: 2_352_942 },
      { id: 'c', memberId: 110, grossMicros: 5_000_000 },
      { id: 'd', memberId: 120, grossMicros: 9_000_000 },
      { id: 'e', memberId: 102, grossMicros: 6_000_000 },
    ],
  };
}

function print(place, request, { tierSet, names }) {
  const { winner, bids } = explainAuction(tierSet, request);
  console.log(
    place +
      (winner === null ? 'No bid wins.' : `Bid ${winner.bidId} wins and pays ${formatMoney(winner.clearingMicros)}.`),
  );
  for (const bid of bids) {
    console.log(`${bid.bidId}: ${bid.outcome}, ${formatMoney(bid.netMicros)} net; ${reasonOf(bid, names)}`);
  }
}
