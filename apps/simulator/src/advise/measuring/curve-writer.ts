import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import { type Curve, priceOfLimit } from './curve.ts';
import { Outcome } from './outcome.ts';

/** No line of a second price is open. */
const none = -1;

/** Writes the steps of auctions into a curve, from high prices to low ones. */
export class CurveWriter {
  readonly #curve: Curve;
  readonly #tierSet: TierSet;
  /** Whether other bids may take part at another price: only where a tier excludes bids. */
  readonly #mayExclude: boolean;
  readonly #isCounted: (outcome: Outcome) => boolean;
  readonly #varied: Outcome;
  readonly #before: Outcome;
  #request: AuctionRequest | undefined;
  #present: Outcome | undefined;
  #isBegun = false;
  /** Price at which the line of a second price ends; `#before` has the figures below it. */
  #lineEnd = none;

  /** `isCounted`: which outcomes are wins of the curve. */
  constructor(
    curve: Curve,
    told: {
      readonly tierSet: TierSet;
      readonly commitments: readonly ReadCommitment[];
      readonly mayExclude: boolean;
    },
    isCounted: (outcome: Outcome) => boolean,
  ) {
    this.#curve = curve;
    this.#tierSet = told.tierSet;
    this.#mayExclude = told.mayExclude;
    this.#isCounted = isCounted;
    this.#varied = new Outcome(told.commitments);
    this.#before = new Outcome(told.commitments);
  }

  begin(request: AuctionRequest, present: Outcome): void {
    this.#request = request;
    this.#present = present;
    this.#isBegun = false;
    this.#lineEnd = none;
  }

  /** Receives what `TierVariations` visits of the minimums of a tier. */
  readonly visit = (price: number, decided: Decision, entered: number, isDecided: boolean, isPriced: boolean): void => {
    const curve = this.#curve;
    if (this.#isBegun && !isDecided && !isPriced && this.#lineEnd < 0) {
      // Winner and price are those before.
      if (entered !== 0) curve.enter(price, entered);
      return;
    }
    const varied = this.#varied;
    const before = this.#before;
    const present = this.#present!;
    if (!this.#isBegun && !isDecided) varied.copy(present);
    else varied.read(this.#tierSet.tiers, this.#request!, decided, this.#mayExclude ? undefined : present.untiered);
    if (!this.#isBegun) curve.begin(varied.net, varied.untiered, this.#winsOf(varied), varied.amounts);
    else if (isPriced && varied.net < price) {
      this.#endLine(price);
      curve.step(price, 0, 1, varied.untiered, this.#winsOf(varied), varied.amounts);
      this.#lineEnd = varied.net;
    } else if (this.#lineEnd >= 0 || !varied.is(before)) {
      this.#endLine(price);
      curve.step(price, varied.net, 0, varied.untiered, this.#winsOf(varied), varied.amounts);
    }
    this.#isBegun = true;
    if (entered !== 0) curve.enter(price, entered);
    before.copy(varied);
  };

  /** Receives what it visits of the limits of a tier. */
  readonly visitLimit = (limit: number, decided: Decision, entered: number, isDecided: boolean): void =>
    this.visit(priceOfLimit(limit), decided, entered, isDecided, false);

  /** `bids`: those of the auction that are in the tier at present. */
  end(bids: number): void {
    this.#endLine(-Infinity);
    const { net, untiered, amounts } = this.#present!;
    if (this.#isBegun) this.#curve.subtract(net, untiered, this.#winsOf(this.#present!), bids, amounts);
  }

  #winsOf(outcome: Outcome): number {
    return this.#isCounted(outcome) ? 1 : 0;
  }

  #endLine(abovePrice: number): void {
    const before = this.#before;
    if (this.#lineEnd >= 0 && this.#lineEnd >= abovePrice) {
      this.#curve.step(this.#lineEnd, this.#lineEnd, 0, before.untiered, this.#winsOf(before), before.amounts);
    }
    this.#lineEnd = none;
  }
}
