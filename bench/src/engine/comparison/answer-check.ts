import { selectTiersLinear } from '@auction-tiers/tier-engine/linear';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { WrongAnswer } from '../../suite/suite.ts';
import type { Question, Runner } from '../contestants/contestant.ts';
import type { Workload } from '../workload/workload.ts';
import { readingOf } from '../workload/workload.ts';

/** Knows the right answer to every bid, from the linear matcher alone; works each auction out when it is first asked. */
export class AnswerCheck {
  readonly #workload: Workload;
  readonly #uniquelyRanked: TierSetSource;
  readonly #expected: Readonly<Record<Question, (Int32Array | undefined)[]>> = { draw: [], first: [], read: [] };

  constructor(workload: Workload) {
    this.#workload = workload;
    // With a priority of its own for each tier nothing is ever drawn, and the highest match is the first match.
    const rankOf = new Map(workload.ranked.map(({ id }, at) => [id, workload.ranked.length - at]));
    const tiers = workload.source.tiers.map((tier) => ({ ...tier, priority: rankOf.get(tier.id)! }));
    this.#uniquelyRanked = { ...workload.source, tiers };
  }

  /** Throws a WrongAnswer naming the first bid whose answer differs; gives the number of bids that were compared. */
  compare(name: string, question: Question, { tiers }: Runner, auction: number, answers: Int32Array): number {
    const expected = (this.#expected[question][auction] ??= this.#answer(question, auction));
    for (const [place, wanted] of expected.entries()) {
      const answer = answers[place]!;
      const found = tiers === null || answer === -1 ? answer : tiers[answer]?.id;
      if (found === wanted) continue;
      const { memberId, netMicros } = this.#workload.auctions[auction]!.bids[place]!;
      throw new WrongAnswer(
        `${name} is wrong among ${this.#workload.ranked.length} tiers: bid ${place} of auction ${auction} (buyer ` +
          `${memberId}, net ${netMicros} micros) belongs to tier ${wanted}, it answered ${found ?? `index ${answer}`}.`,
      );
    }
    return expected.length;
  }

  /** Ids of tiers, -1 for none; or readings. */
  #answer(question: Question, auction: number): Int32Array {
    const request = this.#workload.auctions[auction]!;
    if (question === 'read') return Int32Array.from(request.bids, readingOf);
    const source = question === 'draw' ? this.#workload.source : this.#uniquelyRanked;
    const indexes = new Int32Array(request.bids.length);
    selectTiersLinear(source, request, indexes);
    return indexes.map((index) => source.tiers[index]?.id ?? -1);
  }
}
