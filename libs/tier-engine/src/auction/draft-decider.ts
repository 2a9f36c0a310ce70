import type { AuctionRequest, Tier, TierSetSource } from '../model/auction.ts';
import { compiled, excludedLevel, type TierSet } from '../set/tier-set.ts';
import { type Decision, decideAuction, decideSelected, levelOf } from './decide.ts';
import { draws, tierAt } from './select.ts';

/** A tier set, and what it was compiled from. */
interface Compiled {
  readonly tierSet: TierSet;
  readonly source: TierSetSource;
}

/** What the two sets have in common. */
interface Common {
  /** By the index of a present tier plus 1, the index of the same tier in the draft. */
  readonly indexes: Int32Array;
  /** By the index of a tier of the draft plus 1: 0 where the present set has the same object. */
  readonly differs: Uint8Array;
}

/**
 * Decides auctions under a draft that were just decided under the present tiers: only bids of buyers that a changed tier
 * names can be in another tier. Where the draft is made of other profiles or other tiers, or has excludes beside limits (a
 * bid that is no longer excluded moves all limits), each auction is decided anew.
 */
export class DraftDecider {
  /** Those whom a tier names that differs between the sets. */
  readonly buyers: ReadonlySet<number>;
  readonly #draft: TierSet;
  readonly #presentLevels: Int8Array;
  readonly #common: Common | undefined;

  constructor(present: Compiled, draft: Compiled) {
    const changed = [...tiersOnlyIn(present, draft), ...tiersOnlyIn(draft, present)];
    this.buyers = new Set(changed.flatMap(({ buyerMemberIds }) => buyerMemberIds));
    this.#draft = draft.tierSet;
    this.#presentLevels = present.tierSet[compiled].levels;
    this.#common = commonOf(present, draft);
  }

  /**
   * Whether a bid is in another tier, the winner differs, or what it pays may; then `into` has the decision, else only the
   * tiers and net prices of the bids. `decision` is what `decideAuction` wrote about the request under the present tiers.
   */
  decide(request: AuctionRequest, decision: Decision, into: Decision): boolean {
    const draft = this.#draft;
    if (this.#common === undefined) {
      decideAuction(draft, request, into);
      return true;
    }
    const { bids, auctionType } = request;
    const { profiles, levels, highestLimit } = draft[compiled];
    const { indexes, differs } = this.#common;
    const { tierIndexes, netMicros } = decision;
    const highestNet = highestLimit < 0 ? 0 : decision.highestNetMicros;
    into.reserve(bids.length);
    let hasBegun = false;
    let isOther = false;
    for (let index = 0; index < bids.length; index++) {
      const { memberId } = bids[index]!;
      const before = tierIndexes[index]!;
      const same = indexes[before + 1]!;
      into.tierIndexes[index] = same;
      into.netMicros[index] = netMicros[index]!;
      if (memberId === null || !this.buyers.has(memberId)) continue;
      if (!hasBegun) {
        draws.resume(request.seed);
        profiles.begin(request);
        hasBegun = true;
      }
      const now = tierAt(draft, bids[index]!, netMicros[index]!, index, highestNet);
      into.tierIndexes[index] = now;
      isOther ||= now !== same || levelOf(levels, now) !== levelOf(this.#presentLevels, before);
      // At second price the minimum of the winner's tier can be what it pays.
      isOther ||= auctionType === 2 && differs[now + 1] === 1;
    }
    if (!isOther) return false;
    decideSelected(draft.tiers, levels, request, into);
    return true;
  }
}

/** Tiers that are the same object in both sets are equal. */
function tiersOnlyIn({ source: { tiers } }: Compiled, { source }: Compiled): Tier[] {
  const others = new Set(source.tiers);
  return tiers.filter((tier) => !others.has(tier));
}

function commonOf(present: Compiled, draft: Compiled): Common | undefined {
  const own = [present.tierSet, draft.tierSet].map((set) => set[compiled]);
  const mayMoveLimits =
    own.some(({ highestLimit }) => highestLimit >= 0) && own.some(({ levels }) => levels.includes(excludedLevel));
  const indexOf = new Map(draft.tierSet.tiers.map(({ id }, index) => [id, index]));
  const isAlike =
    present.source.profiles === draft.source.profiles &&
    present.tierSet.tiers.length === draft.tierSet.tiers.length &&
    present.tierSet.tiers.every(({ id }) => indexOf.has(id));
  if (!isAlike || mayMoveLimits) return undefined;
  const changedIds = new Set(tiersOnlyIn(draft, present).map(({ id }) => id));
  return {
    indexes: Int32Array.from([-1, ...present.tierSet.tiers.map(({ id }) => indexOf.get(id)!)]),
    differs: Uint8Array.from([0, ...draft.tierSet.tiers.map(({ id }) => Number(changedIds.has(id)))]),
  };
}
