import {
  type AuctionRequest,
  type Decision,
  forgoneMicros,
  netTakenMicros,
  outcomes,
} from '@auction-tiers/tier-engine';
import { quantityOf, timesQuantity } from './quantity.ts';

/** `ofOutcome` has the number of bids by the code of their outcome, then their gross prices, then their net ones. */
export const [grossOffset, netOffset, outcomeColumns] = [outcomes.length, 2 * outcomes.length, 3 * outcomes.length];

/** The outcomes of bids that are out of their auction. */
export const [excludedCode, belowFloorCode] = [outcomes.indexOf('excluded'), outcomes.indexOf('below_floor')];

/**
 * What one decided auction amounts to, which is then added to each row that it counts in: its figures times its quantity.
 * Money is CPM micros. Reused for the next auction.
 */
export class AuctionFigures {
  /** How many impressions it counts as. */
  quantity = 1;
  bids = 0;
  readonly ofOutcome = new Float64Array(outcomeColumns);
  isSold = false;
  /** What the winner pays; `netMicros`: the same less the fee. */
  grossMicros = 0;
  netMicros = 0;
  /** The price of preference: see the engine's `forgoneMicros`. */
  forgoneMicros = 0;

  get hasBidsOut(): boolean {
    return this.ofOutcome[excludedCode]! + this.ofOutcome[belowFloorCode]! > 0;
  }

  set(request: AuctionRequest, decision: Decision): void {
    const { bids } = request;
    const { outcomes: codes, netMicros: net, winnerIndex, clearingMicros } = decision;
    const { ofOutcome } = this;
    // A loop, because `fill` of so few takes several times as long.
    for (let at = 0; at < ofOutcome.length; at++) ofOutcome[at] = 0;
    const quantity = quantityOf(request);
    this.quantity = quantity;
    this.bids = bids.length * quantity;
    for (let index = 0; index < bids.length; index++) {
      const code = codes[index]!;
      ofOutcome[code]!++;
      ofOutcome[grossOffset + code]! += bids[index]!.grossMicros;
      ofOutcome[netOffset + code]! += net[index]!;
    }
    this.isSold = winnerIndex >= 0;
    this.grossMicros = this.isSold ? timesQuantity(clearingMicros, quantity) : 0;
    this.netMicros = this.isSold ? timesQuantity(netTakenMicros(request, decision), quantity) : 0;
    this.forgoneMicros = this.isSold ? timesQuantity(forgoneMicros(request, decision), quantity) : 0;
    if (quantity === 1) return;
    for (let at = 0; at < grossOffset; at++) ofOutcome[at]! *= quantity;
    for (let at = grossOffset; at < outcomeColumns; at++) ofOutcome[at] = timesQuantity(ofOutcome[at]!, quantity);
  }

  /** Turns the figures round, so that adding them takes them back. */
  negate(): void {
    const { ofOutcome } = this;
    for (let at = 0; at < outcomeColumns; at++) ofOutcome[at] = 0 - ofOutcome[at]!;
    this.quantity = 0 - this.quantity;
    this.bids = 0 - this.bids;
    this.grossMicros = 0 - this.grossMicros;
    this.netMicros = 0 - this.netMicros;
    this.forgoneMicros = 0 - this.forgoneMicros;
  }
}
