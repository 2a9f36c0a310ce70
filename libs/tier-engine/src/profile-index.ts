import { hasBit, setBit, wordsOf } from './bits.ts';
import type { Impression } from './impression.ts';
import type { AuctionRequest } from './model.ts';
import type { CompiledTargeting } from './targeting/compile.ts';
import type { Condition, Mismatch } from './targeting/condition.ts';
import type { Targeting } from './targeting/model.ts';
import { SizeRows } from './targeting/size-rows.ts';
import { Subject } from './targeting/subject.ts';
import type { ValueKey } from './targeting/value-rows.ts';
import { ValueRows } from './targeting/value-rows.ts';

/** The slot of the profile that a tier without one has: it matches every impression. Those of a set follow, from 1. */
export const everyImpression = 0;

const lastAuctionNumber = 0x7fffffff;

/** Dimensions that depend on nothing but one attribute of the impression, by the name of both. */
const ruledByOneValue = {
  country: ({ country }) => country,
  region: ({ region }) => region,
  dma: ({ dma }) => dma,
  domain: ({ domain }) => domain,
  deviceType: ({ deviceType }) => deviceType,
  operatingSystemFamily: ({ operatingSystemFamily }) => operatingSystemFamily,
  browser: ({ browser }) => browser,
  language: ({ language }) => language,
  supplyType: ({ supplyType }) => supplyType,
} as const satisfies Partial<Record<keyof Targeting, (impression: Impression) => ValueKey>>;

type ValueDimension = keyof typeof ruledByOneValue;
const valueDimensions = Object.keys(ruledByOneValue) as ValueDimension[];

/**
 * Which profiles of a tier set match an impression, as bits. The dimensions that are common in earnest are looked up by
 * value for all profiles at once; a profile that has others too is asked about those, at most once an auction and only if
 * a bid needs it.
 */
export class ProfileIndex {
  /** Bits by slot: which profiles the auction begun passes, as far as rows tell. */
  readonly passing: Int32Array;
  /** Bits by slot: which profiles have dimensions without rows. */
  readonly asking: Int32Array;
  readonly #targetings: readonly (CompiledTargeting | undefined)[];
  readonly #rows: readonly { readonly valueOf: (impression: Impression) => ValueKey; readonly rows: ValueRows }[];
  readonly #sizeRows: SizeRows | undefined;
  /** By slot, the conditions that have no rows. */
  readonly #others: readonly (readonly Condition[])[];
  /** By slot: the number of the auction in which the others held, negative where they did not. */
  readonly #answers: Int32Array;
  #auctionNumber = 0;
  #request: Pick<AuctionRequest, 'impression' | 'timeMs'> | undefined;
  #subject: Subject | undefined;

  constructor(targetings: readonly CompiledTargeting[]) {
    this.#targetings = [undefined, ...targetings];
    const rowWords = wordsOf(this.#targetings.length);
    this.passing = new Int32Array(rowWords);
    this.#rows = valueDimensions.flatMap((dimension) => {
      const rows = this.#createRows(dimension);
      return rows === undefined ? [] : [{ valueOf: ruledByOneValue[dimension], rows }];
    });
    const sizeRows = this.#createRows('size');
    this.#sizeRows = sizeRows && new SizeRows(sizeRows, rowWords);
    this.#others = this.#targetings.map((targeting) => targeting?.conditionsBut(hasRows) ?? []);
    this.#answers = new Int32Array(this.#targetings.length);
    this.asking = new Int32Array(rowWords);
    for (const [slot, others] of this.#others.entries()) if (others.length > 0) setBit(this.asking, 0, slot);
  }

  needsAsking(slot: number): boolean {
    return hasBit(this.asking, slot);
  }

  /** Forgets the auction before. Selecting is synchronous, so one index serves one auction at a time. */
  begin(request: Pick<AuctionRequest, 'impression' | 'timeMs'>): void {
    if (this.#auctionNumber === lastAuctionNumber) {
      this.#answers.fill(0);
      this.#auctionNumber = 0;
    }
    this.#auctionNumber++;
    this.#request = request;
    this.#subject = undefined;
    const { passing } = this;
    const { impression } = request;
    for (let at = 0; at < passing.length; at++) passing[at] = -1;
    for (const { valueOf, rows } of this.#rows) rows.narrow(passing, valueOf(impression), impression);
    this.#sizeRows?.narrow(passing, impression);
  }

  /** Begins, unless this very auction is the one that was begun last. */
  resume(request: Pick<AuctionRequest, 'impression' | 'timeMs'>): void {
    if (this.#request !== request) this.begin(request);
  }

  matches(slot: number): boolean {
    return hasBit(this.passing, slot) && this.othersHold(slot);
  }

  mismatch(slot: number): Mismatch | undefined {
    return this.#targetings[slot]?.mismatch(this.#theSubject());
  }

  /** Whether the dimensions without rows hold. */
  othersHold(slot: number): boolean {
    if (this.#others[slot]!.length === 0) return true;
    const answer = this.#answers[slot]!;
    if (answer === this.#auctionNumber) return true;
    if (answer === -this.#auctionNumber) return false;
    const subject = this.#theSubject();
    const hold = this.#others[slot]!.every((condition) => condition.holds(subject));
    this.#answers[slot] = hold ? this.#auctionNumber : -this.#auctionNumber;
    return hold;
  }

  #createRows(dimension: keyof Targeting): ValueRows | undefined {
    const conditions = this.#targetings.map((targeting) => targeting?.conditionOf(dimension));
    return conditions.every((condition) => condition === undefined)
      ? undefined
      : new ValueRows(conditions, this.passing.length);
  }

  #theSubject(): Subject {
    if (this.#request === undefined) throw new Error('A profile was asked before an auction began.');
    return (this.#subject ??= new Subject(this.#request.impression, this.#request.timeMs));
  }
}

function hasRows(dimension: keyof Targeting): boolean {
  return dimension === 'size' || dimension in ruledByOneValue;
}
