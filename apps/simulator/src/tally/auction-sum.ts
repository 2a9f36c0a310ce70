import { ExactSums, type SumsData } from '@auction-tiers/tally';
import type { AuctionRequest, Decision, Outcome } from '@auction-tiers/tier-engine';
import { forgoneMicros, netTakenMicros, outcomes } from '@auction-tiers/tier-engine';
import type { BidValue } from './row.ts';

/** `ofOutcome` has the number of bids by the code of their outcome, then their gross prices, then their net ones. */
export const [grossOffset, netOffset] = [outcomes.length, 2 * outcomes.length];

/** The outcomes of bids that are out of their auction. */
export const [excludedCode, belowFloorCode] = [outcomes.indexOf('excluded'), outcomes.indexOf('below_floor')];

/** The sums of one auction, which are then added once to each of its rows. Reused for the next auction. */
export class AuctionSum {
  bids = 0;
  readonly ofOutcome = new Float64Array(3 * outcomes.length);
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
    this.forgoneMicros = 0;
    if (!this.isSold) return;
    this.grossMicros = clearingMicros;
    this.netMicros = netTakenMicros(request, decision);
    this.forgoneMicros = forgoneMicros(request, decision);
  }
}

/** Bids by outcome: how many, and their gross and net prices. */
export class OutcomeTable {
  /** One row, as `ofOutcome` has it. */
  readonly #sums = new ExactSums(3 * outcomes.length);
  readonly #row = this.#sums.append();

  add({ ofOutcome }: AuctionSum): void {
    this.#sums.addAmounts(this.#row, ofOutcome);
  }

  values(): Record<Outcome, BidValue> {
    const valueOf = (code: number): BidValue => ({
      bids: this.#sums.number(this.#row + code),
      grossMicros: this.#sums.exact(this.#row + grossOffset + code),
      netMicros: this.#sums.exact(this.#row + netOffset + code),
    });
    return Object.fromEntries(outcomes.map((outcome, code) => [outcome, valueOf(code)])) as Record<Outcome, BidValue>;
  }

  merge(data: SumsData): void {
    this.#sums.merge(this.#row, data);
  }

  toData(): SumsData {
    return this.#sums.toData(this.#row);
  }
}
