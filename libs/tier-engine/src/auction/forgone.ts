import type { AuctionRequest } from '../model/auction.ts';
import { netMicros } from '../money/money.ts';
import type { Decision } from './decide.ts';
import { outcomeCode } from './decide.ts';

/** What the seller gets of the auction once the fee of the winner is taken, CPM micros; 0: no bid won. */
export function netTakenMicros({ bids, feePpm }: AuctionRequest, { winnerPlace, clearingMicros }: Decision): number {
  return winnerPlace < 0 ? 0 : netMicros(clearingMicros, bids[winnerPlace]!.feePpm ?? feePpm);
}

/**
 * The price of preference, CPM micros: the highest net price of a bid that is neither excluded nor below the floor, less
 * the net that the seller takes. At first price it is 0 where no tier puts a lower bid ahead of a higher one; at second
 * price it is at least what the winner saves.
 */
export function forgoneMicros(request: AuctionRequest, decision: Decision): number {
  const { bidCount, outcomes, netMicros: nets } = decision;
  let highest = 0;
  for (let place = 0; place < bidCount; place++) {
    if (outcomes[place]! < outcomeCode.excluded && nets[place]! > highest) highest = nets[place]!;
  }
  return highest - netTakenMicros(request, decision);
}
