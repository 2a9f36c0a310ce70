import {
  type AuctionRequest,
  type Decision,
  forgoneMicros,
  netTakenMicros,
  outcomes,
} from '@auction-tiers/tier-engine';

/** `ofOutcome` has the number of bids by the code of their outcome, then their gross prices, then their net ones. */
export const [grossOffset, netOffset, outcomeColumns] = [outcomes.length, 2 * outcomes.length, 3 * outcomes.length];

/** The outcomes of bids that are out of their auction. */
export const [excludedCode, belowFloorCode] = [outcomes.indexOf('excluded'), outcomes.indexOf('below_floor')];

/**
 * What one decided auction amounts to, which is then added to each row that it counts in. Money is CPM micros. Reused
 * for the next auction.
 */
export class AuctionFigures {
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
    const { outcomes: codes, netMicros: net, winnerPlace, clearingMicros } = decision;
    const { ofOutcome } = this;
    // A loop, because `fill` of so few takes several times as long.
    for (let at = 0; at < ofOutcome.length; at++) ofOutcome[at] = 0;
    this.bids = bids.length;
    for (let place = 0; place < bids.length; place++) {
      const code = codes[place]!;
      ofOutcome[code]!++;
      ofOutcome[grossOffset + code]! += bids[place]!.grossMicros;
      ofOutcome[netOffset + code]! += net[place]!;
    }
    this.isSold = winnerPlace >= 0;
    this.grossMicros = this.isSold ? clearingMicros : 0;
    this.netMicros = this.isSold ? netTakenMicros(request, decision) : 0;
    this.forgoneMicros = this.isSold ? forgoneMicros(request, decision) : 0;
  }
}
