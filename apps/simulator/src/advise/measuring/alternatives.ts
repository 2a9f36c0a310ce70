import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import { countIn, type TierVariations } from '@auction-tiers/tier-engine/measure';
import { type Change, Curve, priceOfLimit } from './curve.ts';
import { Outcome } from './outcome.ts';

type Sums = { -readonly [Name in keyof Change]: Change[Name] };

/** Receives how the net of one auction changes without the tier (null) or without one of its buyers. */
export type OnWithout = (memberId: number | null, netChange: number) => void;

/** The changes of a tier that are looked at beside its minimums. */
export interface OtherChanges {
  readonly hasLimits: boolean;
  readonly hasPriorities: boolean;
  readonly hasBuyers: boolean;
}

const everyChange: OtherChanges = { hasLimits: true, hasPriorities: true, hasBuyers: true };

/** The figures of the auctions under every change that could be made to one tier. */
export class TierAlternatives {
  /** By minimum; its wins are those of the tier. */
  readonly curve: Curve;
  /** By limit, of a tier that prefers; its wins are those of the tier's buyers, in whatever tier. */
  readonly limits: Curve;
  /** By priority; the tier's present priority has no entry. */
  readonly priorities = new Map<number, Sums>();
  /** Without each of its buyers, and without the tier (null). */
  readonly without = new Map<number | null, Sums>();
  /** Bids in the tier at present, and its wins. */
  bids = 0;
  wins = 0;
  readonly #tierSet: TierSet;
  readonly #tierIndex: number;
  readonly #changes: OtherChanges;
  readonly #amounts: number;
  /** Whether other bids may take part under a variation: only where a tier excludes bids. */
  readonly #mayExclude: boolean;
  readonly #varied: Outcome;
  readonly #before: Outcome;

  constructor(
    tierSet: TierSet,
    tierIndex: number,
    commitments: readonly ReadCommitment[],
    changes: OtherChanges = everyChange,
  ) {
    this.#changes = changes;
    this.#tierSet = tierSet;
    this.#tierIndex = tierIndex;
    this.#amounts = commitments.length;
    this.#mayExclude = tierSet.tiers.some(({ memberAction }) => memberAction === 'exclude');
    this.curve = new Curve(commitments.length);
    this.limits = new Curve(commitments.length);
    this.#varied = new Outcome(commitments);
    this.#before = new Outcome(commitments);
  }

  /** Adds an auction that `variations` has begun with. `present`: what its decision brings. */
  add(
    variations: TierVariations,
    request: AuctionRequest,
    decision: Decision,
    present: Outcome,
    onWithout?: OnWithout,
  ): void {
    const tierIndex = this.#tierIndex;
    if (!variations.hasCandidates(tierIndex)) return;
    const bids = countIn(decision, tierIndex);
    this.bids += bids;
    if (present.tierIndex === tierIndex) this.wins++;
    const isOfTier = ({ tierIndex: won }: Outcome) => won === tierIndex;
    this.#addCurve(this.curve, isOfTier, request, present, bids, (visit) => variations.visitMinimums(tierIndex, visit));
    const { hasLimits, hasPriorities, hasBuyers } = this.#changes;
    const { memberAction, buyerMemberIds } = this.#tierSet.tiers[tierIndex]!;
    if (hasLimits && memberAction === 'include') {
      const isOfBuyers = ({ buyer }: Outcome) => buyer !== null && buyerMemberIds.includes(buyer);
      this.#addCurve(this.limits, isOfBuyers, request, present, bids, (visit) =>
        variations.visitLimits(tierIndex, (limit, decided, entered, isDecided) =>
          visit(priceOfLimit(limit), decided, entered, isDecided, false),
        ),
      );
    }
    if (hasPriorities) {
      variations.visitPriorities(tierIndex, (priority, varied, alike) => {
        const sums = this.#sumsAt(this.priorities, priority);
        if (alike === 'present') sums.bids += countIn(varied, tierIndex) - bids;
        else this.#addChange(sums, request, varied, present, bids, alike === 'last');
      });
    }
    if (!hasBuyers) return;
    variations.visitWithout(tierIndex, (memberId, varied) => {
      this.#addChange(this.#sumsAt(this.without, memberId), request, varied, present, bids, false);
      onWithout?.(memberId, this.#varied.net - present.net);
    });
  }

  #addCurve(
    curve: Curve,
    isCounted: (outcome: Outcome) => boolean,
    request: AuctionRequest,
    present: Outcome,
    bids: number,
    visitAll: (
      visit: (price: number, decision: Decision, entered: number, isDecided: boolean, isPriced: boolean) => void,
    ) => void,
  ): void {
    const { tiers } = this.#tierSet;
    const varied = this.#varied;
    const before = this.#before;
    const winsOf = (outcome: Outcome) => (isCounted(outcome) ? 1 : 0);
    const untiered = this.#mayExclude ? undefined : present.untiered;
    let isBegun = false;
    /** Price at which the line of a second price ends; `before` has the figures below it. -1: no line is open. */
    let lineEnd = -1;
    const endLine = (abovePrice: number) => {
      if (lineEnd >= 0 && lineEnd >= abovePrice) {
        curve.step(lineEnd, lineEnd, 0, before.untiered, winsOf(before), before.amounts);
      }
      lineEnd = -1;
    };
    visitAll((price, decided, entered, isDecided, isPriced) => {
      if (isBegun && !isDecided && !isPriced && lineEnd < 0) {
        // Winner and price are those before.
        if (entered !== 0) curve.enter(price, entered);
        return;
      }
      if (isBegun || isDecided) varied.read(tiers, request, decided, untiered);
      else varied.copy(present);
      if (!isBegun) curve.begin(varied.net, varied.untiered, winsOf(varied), varied.amounts);
      else if (isPriced && varied.net < price) {
        endLine(price);
        curve.step(price, 0, 1, varied.untiered, winsOf(varied), varied.amounts);
        lineEnd = varied.net;
      } else if (lineEnd >= 0 || !varied.is(before)) {
        endLine(price);
        curve.step(price, varied.net, 0, varied.untiered, winsOf(varied), varied.amounts);
      }
      isBegun = true;
      if (entered !== 0) curve.enter(price, entered);
      before.copy(varied);
    });
    endLine(-Infinity);
    if (isBegun) curve.subtract(present.net, present.untiered, winsOf(present), bids, present.amounts);
  }

  #sumsAt<Key>(changes: Map<Key, Sums>, key: Key): Sums {
    let sums = changes.get(key);
    if (sums === undefined) {
      sums = { net: 0, untiered: 0, wins: 0, bids: 0, amounts: new Float64Array(this.#amounts) };
      changes.set(key, sums);
    }
    return sums;
  }

  /** `isRead`: `#varied` has the outcome already. */
  #addChange(
    sums: Sums,
    request: AuctionRequest,
    decision: Decision,
    present: Outcome,
    bids: number,
    isRead: boolean,
  ): void {
    const varied = this.#varied;
    const untiered = this.#mayExclude ? undefined : present.untiered;
    if (!isRead) varied.read(this.#tierSet.tiers, request, decision, untiered);
    sums.net += varied.net - present.net;
    sums.untiered += varied.untiered - present.untiered;
    sums.wins += (varied.tierIndex === this.#tierIndex ? 1 : 0) - (present.tierIndex === this.#tierIndex ? 1 : 0);
    sums.bids += countIn(decision, this.#tierIndex) - bids;
    for (let place = 0; place < this.#amounts; place++) {
      sums.amounts[place]! += varied.amounts[place]! - present.amounts[place]!;
    }
  }
}
