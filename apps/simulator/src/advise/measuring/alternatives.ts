import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import type { TierVariations } from '@auction-tiers/tier-engine/measure';
import { type Change, Curve } from './curve.ts';
import { CurveWriter } from './curve-writer.ts';
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
  readonly #ofMinimums: CurveWriter;
  readonly #ofLimits: CurveWriter;

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
    const buyers = new Set(tierSet.tiers[tierIndex]!.buyerMemberIds);
    const told = { tierSet, commitments, mayExclude: this.#mayExclude };
    this.#ofMinimums = new CurveWriter(this.curve, told, ({ tierIndex: won }) => won === tierIndex);
    this.#ofLimits = new CurveWriter(this.limits, told, ({ buyer }) => buyer !== null && buyers.has(buyer));
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
    const bids = variations.countIn(decision, tierIndex);
    this.bids += bids;
    if (present.tierIndex === tierIndex) this.wins++;
    this.#ofMinimums.begin(request, present);
    variations.visitMinimums(tierIndex, this.#ofMinimums.visit);
    this.#ofMinimums.end(bids);
    const { hasLimits, hasPriorities, hasBuyers } = this.#changes;
    if (hasLimits && this.#tierSet.tiers[tierIndex]!.memberAction === 'include') {
      this.#ofLimits.begin(request, present);
      variations.visitLimits(tierIndex, this.#ofLimits.visitLimit);
      this.#ofLimits.end(bids);
    }
    if (hasPriorities) {
      variations.visitPriorities(tierIndex, (priority, varied, alike) => {
        const sums = this.#sumsAt(this.priorities, priority);
        if (alike === 'present') sums.bids += variations.countIn(varied, tierIndex) - bids;
        else
          this.#addChange(
            sums,
            request,
            varied,
            present,
            variations.countIn(varied, tierIndex) - bids,
            alike === 'last',
          );
      });
    }
    if (!hasBuyers) return;
    variations.visitWithout(tierIndex, (memberId, varied) => {
      this.#addChange(
        this.#sumsAt(this.without, memberId),
        request,
        varied,
        present,
        variations.countIn(varied, tierIndex) - bids,
        false,
      );
      onWithout?.(memberId, this.#varied.net - present.net);
    });
  }

  #sumsAt<Key>(changes: Map<Key, Sums>, key: Key): Sums {
    let sums = changes.get(key);
    if (sums === undefined) {
      sums = { net: 0, untiered: 0, wins: 0, bids: 0, amounts: new Float64Array(this.#amounts) };
      changes.set(key, sums);
    }
    return sums;
  }

  /** `entered`: how many more bids are in the tier; `isRead`: `#varied` has the outcome already. */
  #addChange(
    sums: Sums,
    request: AuctionRequest,
    decision: Decision,
    present: Outcome,
    entered: number,
    isRead: boolean,
  ): void {
    const varied = this.#varied;
    const untiered = this.#mayExclude ? undefined : present.untiered;
    if (!isRead) varied.read(this.#tierSet.tiers, request, decision, untiered);
    sums.net += varied.net - present.net;
    sums.untiered += varied.untiered - present.untiered;
    sums.wins += (varied.tierIndex === this.#tierIndex ? 1 : 0) - (present.tierIndex === this.#tierIndex ? 1 : 0);
    sums.bids += entered;
    for (let index = 0; index < this.#amounts; index++) {
      sums.amounts[index]! += varied.amounts[index]! - present.amounts[index]!;
    }
  }
}
