import type { AuctionRequest } from './model.ts';
import type { CompiledTargeting } from './targeting/compile.ts';
import type { Mismatch } from './targeting/condition.ts';
import type { Subject } from './targeting/subject.ts';
import { toSubject } from './targeting/subject.ts';

/** The profile slot of a tier without a profile. */
export const everyImpression = -1;

const lastAuctionNumber = 0x7fffffff;

/**
 * The profiles of a tier set, each evaluated at most once an auction and only if a bid needs it. An answer is stamped
 * with the number of its auction, its sign says whether the profile matched: starting an auction clears nothing.
 */
export class ProfileMemo {
  readonly #targetings: readonly CompiledTargeting[];
  readonly #answers: Int32Array;
  #auctionNumber = 0;
  #request: AuctionRequest | undefined;
  #subject: Subject | undefined;

  constructor(targetings: readonly CompiledTargeting[]) {
    this.#targetings = targetings;
    this.#answers = new Int32Array(targetings.length);
  }

  /** Forgets the auction before. Selecting is synchronous, so one memo serves one auction at a time. */
  begin(request: AuctionRequest): void {
    if (this.#auctionNumber === lastAuctionNumber) {
      this.#answers.fill(0);
      this.#auctionNumber = 0;
    }
    this.#auctionNumber++;
    this.#request = request;
    this.#subject = undefined;
  }

  matches(slot: number): boolean {
    if (slot === everyImpression) return true;
    const answer = this.#answers[slot]!;
    if (answer === this.#auctionNumber) return true;
    if (answer === -this.#auctionNumber) return false;
    const matches = this.#targetings[slot]!.matches(this.#theSubject());
    this.#answers[slot] = matches ? this.#auctionNumber : -this.#auctionNumber;
    return matches;
  }

  mismatch(slot: number): Mismatch | undefined {
    return this.#targetings[slot]?.mismatch(this.#theSubject());
  }

  #theSubject(): Subject {
    if (this.#request === undefined) throw new Error('A profile was asked before an auction began.');
    return (this.#subject ??= toSubject(this.#request.impression, this.#request.timeMs));
  }
}
