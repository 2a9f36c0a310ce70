import { ExactSums, quantityOf, type SumsData, timesQuantity } from '@auction-tiers/tally';
import type { AuctionRequest, Decision, TierSet } from '@auction-tiers/tier-engine';
import { netTakenMicros } from '@auction-tiers/tier-engine';
import { LeaveOneOut } from '@auction-tiers/tier-engine/measure';
import type { Revenue } from './row.ts';

/** Columns of a tier: what changes if it is removed. */
const [sold, gross, net] = [0, 1, 2];
const columnCount = 3;

export type RemovalsData = readonly SumsData[];

/** What removing each tier, alone, would change: exact sums over auctions. */
export class TierRemovals {
  readonly #leaveOneOut: LeaveOneOut;
  readonly #sums = new ExactSums(columnCount);
  /** In the order of the tier set. */
  readonly #rows: readonly (readonly [tierId: number, row: number])[];

  constructor(tierSet: TierSet) {
    this.#leaveOneOut = new LeaveOneOut(tierSet);
    this.#rows = tierSet.tiers.map(({ id }) => [id, this.#sums.append()]);
  }

  /** `decision`: with all tiers. */
  add(request: AuctionRequest, decision: Decision): void {
    const { winnerIndex, clearingMicros } = decision;
    const sums = this.#sums;
    const quantity = quantityOf(request);
    this.#leaveOneOut.visit(request, decision, (tierIndex, without) => {
      if (without.winnerIndex === winnerIndex && without.clearingMicros === clearingMicros) return;
      const [, row] = this.#rows[tierIndex]!;
      sums.add(row + sold, quantity * (Number(without.winnerIndex >= 0) - Number(winnerIndex >= 0)));
      sums.add(row + gross, timesQuantity(without.clearingMicros, quantity) - timesQuantity(clearingMicros, quantity));
      const netOf = (of: Decision) => timesQuantity(netTakenMicros(request, of), quantity);
      sums.add(row + net, netOf(without) - netOf(decision));
    });
  }

  /** Revenue without the tier less revenue with it, by tier id. */
  changes(): ReadonlyMap<number, Revenue> {
    const sums = this.#sums;
    return new Map(
      this.#rows.map(([tierId, row]) => [
        tierId,
        { wins: sums.number(row + sold), grossMicros: sums.exact(row + gross), netMicros: sums.exact(row + net) },
      ]),
    );
  }

  merge(data: RemovalsData): void {
    for (const [at, [, row]] of this.#rows.entries()) this.#sums.merge(row, data[at]!);
  }

  toData(): RemovalsData {
    return this.#rows.map(([, row]) => this.#sums.toData(row));
  }
}
