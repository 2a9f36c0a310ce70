// Decides an auction in this process, under the tiers of a file, without a service and without a network.
//
//   node main.js [file.tiers.json]

import { readFile } from 'node:fs/promises';
import { issuesOf, TierSetFile, toTierSetSource } from '@auction-tiers/contract';
import { compile, explainAuction, formatMoney } from '@auction-tiers/tier-engine';
import { reasonOf } from './reason.js';

const file = process.argv[2] ?? new URL('news.tiers.json', import.meta.url);
const content = TierSetFile.safeParse(JSON.parse(await readFile(file, 'utf8')));
if (!content.success) fail(issuesOf(content.error));

// Compile once, and again when the tiers change. Auctions only read the result.
const compiled = compile(toTierSetSource(content.data));
if (!compiled.ok) fail(compiled.issues);

const { winner, bids } = explainAuction(compiled.tierSet, {
  auctionType: 1,
  bidFloorMicros: 500_000,
  feePpm: 150_000,
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
});

const names = new Map(content.data.tiers.map(({ id, name }) => [id, name]));
console.log(
  winner === null ? 'No bid wins.' : `Bid ${winner.bidId} wins and pays ${formatMoney(winner.clearingMicros)}.`,
);
for (const bid of bids) {
  console.log(`${bid.bidId}: ${bid.outcome}, ${formatMoney(bid.netMicros)} net; ${reasonOf(bid, names)}`);
}

function fail(issues) {
  for (const { path, message } of issues) console.error(`${file}: ${path} ${message}`);
  process.exit(1);
}
