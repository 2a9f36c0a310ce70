import type { AuctionExplanation, AuctionRequest, BidExplanation, Tier } from '@auction-tiers/tier-engine';
import { feeText } from '../../figure/count.ts';
import { grossNeededMicros, isSameBuyer, netMicros } from '@auction-tiers/tier-engine';
import { upper } from '../../words/phrase.ts';
import type { Names } from './names.ts';
import { barePrice, outcomeWords, priceText } from './verdict-words.ts';

/** The name of a bid, by its place in the request: `bid 2`. */
export const bidName = (bids: readonly { readonly bidId: string }[], bidId: string): string =>
  `bid ${bids.findIndex((bid) => bid.bidId === bidId) + 1}`;

/** Why this tier took the bid, of all that match it. */
export function choiceWords({ choice }: BidExplanation, names: Names): string {
  switch (choice.kind) {
    case 'none':
      return 'No tier matches it, so it takes part behind all bids that are in a tier.';
    case 'only_match':
      return `${names.tier(choice.tierId)} is the only tier that matches it.`;
    case 'higher_priority': {
      const over = choice.overTierIds.map((id) => names.tier(id)).join(', ');
      return `${names.tier(choice.tierId)} takes it: priority ${choice.priority} goes before that of ${over}.`;
    }
    case 'random_draw': {
      const { u32, count, index } = choice.draw;
      const tied = choice.tiedTierIds.map((id, at) => `${at} is ${names.tier(id)}`).join(', ');
      return `${count} tiers of one priority match it, and a draw decides: ${tied}. The draw gave ${u32}; divided by ${count} it leaves ${index}: ${names.tier(choice.tierId)}.`;
    }
  }
}

/** The rank of a bid in the auction, and why it has that rank. */
export function rankWords(bid: BidExplanation, { bids, winner }: AuctionExplanation, names: Names): string {
  if (bid.rank === null) return `${upper(outcomeWords[bid.outcome].word)}. ${outcomeWords[bid.outcome].meaning}`;
  const inAuction = bids.filter(({ rank }) => rank !== null).length;
  const place = `Place ${bid.rank} of ${inAuction} in the auction order`;
  const won = bids.find(({ bidId }) => bidId === winner?.bidId);
  if (won === undefined || won === bid) return `${place}: it wins.`;
  const ahead = `${names.buyer(won.memberId)} (${bidName(bids, won.bidId)}) won`;
  switch (bid.outcome) {
    case 'outranked':
      return `${place}. ${ahead} with priority ${won.priority ?? 'none'}, before ${bid.priority === null ? 'bids in no tier' : `priority ${bid.priority}`}.`;
    case 'outbid':
      return `${place}. ${ahead} in the same priority with net ${priceText(won.netMicros)} against ${priceText(bid.netMicros)}.`;
    default:
      return `${place}. ${ahead}: equal in priority and in net price ${priceText(bid.netMicros)}, it came first in the draw.`;
  }
}

/** The clearing price, and how it comes about, one sentence per step; null without a winner. */
export function clearingOf(
  { auctionType, bidFloorMicros, bids: sent, feePpm: usualFee }: AuctionRequest,
  { bids, winner }: AuctionExplanation,
  tiers: readonly Tier[],
  names: Names,
) {
  const won = bids.find(({ bidId }) => bidId === winner?.bidId);
  if (winner === null || won === undefined) return null;
  const sentById = new Map(sent.map((bid) => [bid.id, bid]));
  const wonBid = sentById.get(won.bidId)!;
  const { feePpm: fee = usualFee, floorMicros: floor = bidFloorMicros } = wonBid;
  if (auctionType === 1 || wonBid.isFirstPrice === true) {
    const steps = [`First price: the winner pays what it bid, ${priceText(winner.grossMicros)}.`];
    return { steps, clearingMicros: winner.grossMicros };
  }
  const others = bids.filter(
    (bid) =>
      bid !== won &&
      bid.rank !== null &&
      bid.priority === won.priority &&
      !isSameBuyer(sentById.get(bid.bidId)!, wonBid),
  );
  const runnerUp = others.toSorted((one, other) => other.netMicros - one.netMicros)[0];
  const minimum = tiers.find(({ id }) => id === won.tierId)?.minPriceMicros ?? 0;
  const net = Math.max(runnerUp?.netMicros ?? 0, minimum);
  const gross = grossNeededMicros(net, fee);
  const clearingMicros = Math.min(Math.max(gross, floor), winner.grossMicros);
  const same = won.priority === null ? 'no tier' : `priority ${won.priority}`;
  const steps = [
    runnerUp === undefined
      ? `Second price. No bid of another buyer in ${same} takes part.`
      : `Second price. The best bid of another buyer in ${same} is ${names.buyer(runnerUp.memberId)}’s (${bidName(bids, runnerUp.bidId)}): net ${priceText(runnerUp.netMicros)}.`,
    ...(minimum > 0 ? [`The minimum of ${names.tier(won.tierId)} is net ${priceText(minimum)}.`] : []),
    `To net ${priceText(net)} after ${feeText(fee)} it needs ${priceText(gross)} gross: ${barePrice(net)} ÷ (1 − ${feeText(fee)}), rounded up to a millionth.`,
    ...(gross < floor ? [`That is less than the floor, so the floor counts: ${priceText(floor)}.`] : []),
    ...(Math.max(gross, floor) > winner.grossMicros
      ? [`It never pays more than it bid: ${priceText(winner.grossMicros)}.`]
      : []),
  ];
  return { steps, clearingMicros };
}

/** The net that the seller gives up by preferring, with the two figures whose difference it is. */
export function forgoneWords(
  { auctionType, bids: sent, feePpm }: AuctionRequest,
  { bids, forgoneMicros, winner }: AuctionExplanation,
  names: Names,
): string {
  const eligible = bids.filter(({ rank }) => rank !== null);
  const best = eligible.toSorted((one, other) => other.netMicros - one.netMicros)[0];
  if (best === undefined || winner === null) return 'No bid takes part, so nothing is forgone.';
  const taken = netMicros(winner.clearingMicros, sent.find(({ id }) => id === winner.bidId)?.feePpm ?? feePpm);
  const untiered = taken + forgoneMicros;
  const of =
    auctionType === 1
      ? `The highest net price that could have won is ${priceText(untiered)} (${names.buyer(best.memberId)}, ${bidName(bids, best.bidId)})`
      : `With no bid in a tier, this second-price auction would bring ${priceText(untiered)} net`;
  if (forgoneMicros === 0) return `${of}, and as much is taken: nothing is forgone.`;
  const difference = `${barePrice(untiered)} − ${barePrice(taken)} = ${priceText(forgoneMicros)}`;
  if (forgoneMicros > 0) return `${of}. Taken are ${priceText(taken)} net. Forgone: ${difference}.`;
  return `${of}. Taken are ${priceText(taken)} net: the tiers bring more. Forgone: ${difference}.`;
}

/** How the answer changed after a change of the auction or of the tiers, in a line. */
export function changeWords(
  before: AuctionExplanation,
  after: AuctionExplanation,
  bidId: string | undefined,
  names: Names,
): string {
  const said: string[] = [];
  const winnerOf = ({ winner }: AuctionExplanation) => (winner === null ? 'nobody' : names.buyer(winner.memberId));
  const [paidBefore, paid] = [before.winner?.clearingMicros ?? 0, after.winner?.clearingMicros ?? 0];
  if (before.winner?.bidId !== after.winner?.bidId) said.push(`winner ${winnerOf(before)} → ${winnerOf(after)}`);
  if (paidBefore !== paid) said.push(`clearing price ${barePrice(paidBefore)} → ${priceText(paid)}`);
  if (before.forgoneMicros !== after.forgoneMicros) {
    said.push(`forgone ${barePrice(before.forgoneMicros)} → ${priceText(after.forgoneMicros)}`);
  }
  const outcomes = new Map(before.bids.map((bid) => [bid.bidId, bid]));
  const changed = after.bids.filter((bid) => {
    const was = outcomes.get(bid.bidId);
    return was !== undefined && (was.outcome !== bid.outcome || was.tierId !== bid.tierId);
  });
  const own = changed.find((bid) => bid.bidId === bidId);
  if (own !== undefined) {
    const was = outcomes.get(own.bidId)!;
    if (was.outcome !== own.outcome) {
      said.push(`this bid ${outcomeWords[was.outcome].word} → ${outcomeWords[own.outcome].word}`);
    }
    if (was.tierId !== own.tierId) said.push(`its tier ${names.tier(was.tierId)} → ${names.tier(own.tierId)}`);
  }
  const others = changed.length - (own === undefined ? 0 : 1);
  if (others > 0) said.push(`${others} other ${others === 1 ? 'bid changes' : 'bids change'} in outcome or tier`);
  if (said.length > 0) return `Changed: ${said.join('; ')}.`;
  return `No difference: ${winnerOf(after)} ${after.winner === null ? 'wins' : `still wins at ${priceText(paid)}`}.`;
}
