// Runs the auction of the page again whenever a bid or the market changes.

import { compile, explainAuction, parseBid } from '@auction-tiers/tier-engine';
import { addBidRow } from './bid-row.js';
import { showResult, showTiers } from './show.js';
import { feePpm, firstBids, tierSetSource } from './tier-set.js';

const compiled = compile(tierSetSource);
if (!compiled.ok) throw new Error(compiled.issues.map(({ path, message }) => `${path} ${message}`).join('\n'));

const form = document.querySelector('form');
for (const [place, bid] of firstBids.entries()) addBidRow(`bid-${place + 1}`, bid.memberId, bid.price);
showTiers(tierSetSource);
form.addEventListener('input', runAuction);
runAuction();

function runAuction() {
  const request = {
    auctionType: 1,
    bidFloorMicros: 0,
    feePpm,
    seed: 'page',
    timeMs: Date.now(),
    impression: { country: 'US', dma: Number(form.elements.market.value) },
    bids: [...form.querySelectorAll('tbody tr')].flatMap(readBid),
  };
  showResult(explainAuction(compiled.tierSet, request));
}

/** The bid of a row, in a list; an empty list if the price is invalid, and then the row says why. */
function readBid(row) {
  const price = parseBid(row.querySelector('input').value);
  if (price.ok) return [{ id: row.id, memberId: Number(row.querySelector('select').value), grossMicros: price.micros }];
  row.className = 'invalid';
  row.lastChild.textContent = `The price ${price.problem}`;
  return [];
}
