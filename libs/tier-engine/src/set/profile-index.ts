import type { AuctionRequest } from '../model/auction.ts';
import type { BidAttributes, Impression } from '../model/targeting.ts';
import type { CompiledTargeting } from '../targeting/compiled-targeting.ts';
import type { AnswerKey, Condition, Mismatch } from '../targeting/dimension.ts';
import { definitionOf, dimensionNames } from '../targeting/dimensions.ts';
import { ImpressionValues } from '../targeting/impression-values.ts';

/** The slot of a tier without a profile: it matches every impression. The profiles of a set follow, from 1. */
export const everyImpression = 0;

/** The parts of an auction that profiles read. */
type Asked = Pick<AuctionRequest, 'impression' | 'timeMs'>;

/**
 * Which profiles of a tier set match an impression, as bits. A dimension whose answer depends on one key is looked up by
 * that key for all profiles at once; without that, selecting takes more than twice as long (decision record 24). The
 * other dimensions of a profile are asked at most once per auction and only if a bid needs them.
 */
export class ProfileIndex {
  /** Bits by slot: the profiles whose keyed dimensions the impression of the current auction passes. */
  readonly passing: Int32Array;
  readonly targetings: readonly (CompiledTargeting | undefined)[];
  readonly #keyed: readonly KeyedAnswers[];
  /** By slot: the conditions of dimensions without a key. */
  readonly #others: readonly (readonly Condition[])[];
  /** By slot: the conditions on the bid. */
  readonly #ofBid: readonly (readonly Condition[])[];
  /** By slot: the number of the auction in which the conditions of `#others` held; negative where they did not. */
  readonly #otherAnswers: Float64Array;
  #auctionNumber = 0;
  #asked: Asked | undefined;
  #values: ImpressionValues | undefined;

  constructor(targetings: readonly CompiledTargeting[]) {
    this.targetings = [undefined, ...targetings];
    this.passing = new Int32Array(wordsOf(this.targetings.length));
    this.#keyed = dimensionNames.flatMap((name) => {
      const { toKey, split } = definitionOf(name);
      const conditions = this.targetings.map((targeting) => targeting?.conditions.get(name));
      const isUsed = conditions.some((condition) => condition !== undefined);
      return toKey !== undefined && isUsed ? [new KeyedAnswers(conditions, toKey, split)] : [];
    });
    this.#others = this.targetings.map((targeting) => conditionsWithoutKey(targeting, false));
    this.#ofBid = this.targetings.map((targeting) => conditionsWithoutKey(targeting, true));
    this.#otherAnswers = new Float64Array(this.targetings.length);
  }

  /** Whether the profile has more conditions than its bit in `passing` covers: call `matches` too. */
  hasOthers(slot: number): boolean {
    return this.#others[slot]!.length + this.#ofBid[slot]!.length > 0;
  }

  /** Starts an auction and drops the last one. Selecting is synchronous, so an index serves one at a time. */
  begin(asked: Asked): void {
    this.#auctionNumber++;
    this.#asked = asked;
    this.#values = undefined;
    const { passing } = this;
    for (let at = 0; at < passing.length; at++) passing[at] = -1;
    for (const answers of this.#keyed) {
      const row = answers.of(asked.impression);
      for (let at = 0; at < passing.length; at++) passing[at]! &= row[at]!;
    }
  }

  /** Starts an auction, unless it is the one that was started last. */
  resume(asked: Asked): void {
    if (this.#asked !== asked) this.begin(asked);
  }

  /** The time of the current auction, milliseconds since the epoch. */
  get timeMs(): number {
    return this.#asked!.timeMs;
  }

  matches(slot: number, bid: BidAttributes): boolean {
    if (((this.passing[slot >>> 5]! >>> (slot & 31)) & 1) === 0 || !this.#othersHold(slot)) return false;
    const ofBid = this.#ofBid[slot]!;
    return ofBid.every((condition) => condition.holds(this.#valuesAsked(), bid));
  }

  mismatch(slot: number, bid: BidAttributes): Mismatch | undefined {
    return this.targetings[slot]?.mismatch(this.#valuesAsked(), bid);
  }

  /** Whether the impression passes the profile's dimensions that have no key. */
  #othersHold(slot: number): boolean {
    const others = this.#others[slot]!;
    if (others.length === 0) return true;
    const answer = this.#otherAnswers[slot]!;
    if (answer === this.#auctionNumber) return true;
    if (answer === -this.#auctionNumber) return false;
    const values = this.#valuesAsked();
    const hold = others.every((condition) => condition.holds(values, noBid));
    this.#otherAnswers[slot] = hold ? this.#auctionNumber : -this.#auctionNumber;
    return hold;
  }

  #valuesAsked(): ImpressionValues {
    if (this.#asked === undefined) throw new Error('A profile was asked before an auction began.');
    return (this.#values ??= new ImpressionValues(this.#asked.impression, this.#asked.timeMs));
  }
}

function conditionsWithoutKey(targeting: CompiledTargeting | undefined, areOfBid: boolean): Condition[] {
  const conditions = targeting === undefined ? [] : [...targeting.conditions];
  return conditions
    .filter(([name]) => definitionOf(name).toKey === undefined)
    .filter(([name]) => (definitionOf(name).bidAttributes !== undefined) === areOfBid)
    .map(([, condition]) => condition);
}

/** For conditions that read no bid. */
const noBid: BidAttributes = {};

/** Limits per dimension: rows, words of all rows, rows allowed in any case; at the limit, all rows are discarded. */
const mostRows = 4096;
const mostWords = 65_536;
const fewestRows = 16;
/** A longer text is not remembered: it is not common, and may be hostile. */
const longestKey = 256;

/** One dimension of all profiles of a tier set: for each key seen, a row of bits that says which profiles let it pass. */
class KeyedAnswers {
  /** By slot; a profile that does not set the dimension lets everything pass. */
  readonly #conditions: readonly (Condition | undefined)[];
  readonly #toKey: (impression: Impression) => AnswerKey;
  readonly #split: ((impression: Impression) => readonly Impression[]) | undefined;
  readonly #mostRows: number;
  readonly #rows = new Map<AnswerKey, Int32Array>();
  /** The row of an impression with several values. */
  readonly #union: Int32Array;

  constructor(
    conditions: readonly (Condition | undefined)[],
    toKey: (impression: Impression) => AnswerKey,
    split: ((impression: Impression) => readonly Impression[]) | undefined,
  ) {
    this.#conditions = conditions;
    this.#toKey = toKey;
    this.#split = split;
    this.#union = new Int32Array(wordsOf(conditions.length));
    this.#mostRows = Math.min(mostRows, Math.max(fewestRows, Math.floor(mostWords / this.#union.length)));
  }

  /** The row of an impression, valid until the next call. */
  of(impression: Impression): Int32Array {
    const parts = this.#split?.(impression);
    if (parts === undefined || parts.length === 0) return this.#rowOf(impression);
    const union = this.#union.fill(0);
    for (const part of parts) {
      const row = this.#rowOf(part);
      for (let at = 0; at < union.length; at++) union[at]! |= row[at]!;
    }
    return union;
  }

  #rowOf(impression: Impression): Int32Array {
    const key = this.#toKey(impression);
    return this.#rows.get(key) ?? this.#learn(key, impression);
  }

  #learn(key: AnswerKey, impression: Impression): Int32Array {
    // The time is 0 because no dimension with a key depends on it.
    const values = new ImpressionValues(impression, 0);
    const row = new Int32Array(this.#union.length).fill(-1);
    for (const [slot, condition] of this.#conditions.entries()) {
      if (condition?.holds(values, noBid) === false) row[slot >>> 5]! &= ~(1 << (slot & 31));
    }
    if (typeof key === 'string' && key.length > longestKey) return row;
    if (this.#rows.size === this.#mostRows) this.#rows.clear();
    this.#rows.set(key, row);
    return row;
  }
}

/** The number of 32-bit words for this many bits. */
function wordsOf(bits: number): number {
  return (bits + 31) >>> 5;
}
