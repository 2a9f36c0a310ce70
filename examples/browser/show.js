import { formatMoney } from '@auction-tiers/tier-engine';
import { buyerNames, tierNames } from './tier-set.js';

const outcomeWords = {
  won: 'wins',
  outranked: 'loses to a higher tier',
  outbid: 'loses to a higher net price',
  lost_tie: 'loses the draw among equals',
  excluded: 'is out',
  below_floor: 'is below the floor',
};

/** Fills the table of tiers, highest priority first. */
export function showTiers({ tiers }) {
  const body = document.querySelector('#tiers tbody');
  for (const tier of tiers.toSorted((one, other) => other.priority - one.priority)) {
    const { id, priority, memberAction, minPriceMicros, profileId, buyerMemberIds } = tier;
    const least = minPriceMicros === null ? 'any' : formatMoney(minPriceMicros);
    const where = profileId === null ? 'everywhere' : 'New York';
    const buyers = buyerMemberIds.map((buyer) => buyerNames[buyer]).join(', ');
    const row = body.insertRow();
    for (const text of [priority, tierNames[id], memberAction, least, where, buyers]) {
      row.insertCell().textContent = text;
    }
  }
}

/** Shows the winner of the auction, and the outcome of each bid with its reason. */
export function showResult({ winner, bids }) {
  document.querySelector('#winner').textContent =
    winner === null
      ? 'No bid wins.'
      : `${buyerNames[winner.memberId]} wins and pays ${formatMoney(winner.clearingMicros)}.`;
  for (const bid of bids) {
    const row = document.getElementById(bid.bidId);
    row.className = bid.outcome;
    row.lastChild.textContent = `${formatMoney(bid.netMicros)} net ${outcomeWords[bid.outcome]}: ${reasonOf(bid)}`;
  }
}

/** The tier of a bid, and the tiers above it that name its buyer but do not match. */
function reasonOf({ tierId, tiers }) {
  const end = tierId === null ? tiers.length : tiers.findIndex((tier) => tier.tierId === tierId);
  const missed = tiers.slice(0, end).flatMap(({ tierId: id, result, detail }) => {
    if (result === 'profile_mismatch') return [`"${tierNames[id]}" is for another market`];
    if (result === 'below_min_price')
      return [`"${tierNames[id]}" needs a bid of ${formatMoney(detail.grossNeededMicros)}`];
    return [];
  });
  return [tierId === null ? 'no tier' : `tier "${tierNames[tierId]}"`, ...missed].join('; ');
}
