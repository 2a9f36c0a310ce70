import type { SumsData } from '../../kit/exact-sums.ts';
import { ExactSums } from '../../kit/exact-sums.ts';
import { blockCount, placeCount } from './block.ts';
import type { Sale } from './sale.ts';

/** What is summed by block. Money is CPM micros; differences are draft less current. */
const columns = ['auctions', 'changed', 'currentGross', 'currentNet', 'grossDifference', 'netDifference'] as const;
export type BlockColumn = (typeof columns)[number];

const [auctions, changed, currentGross, currentNet, grossDifference, netDifference] = columns.map(
  (_, at) => at * placeCount,
) as [number, number, number, number, number, number];

/** The figures of all auctions by block, for each kind of block side by side. */
export class EffectBlocks {
  readonly #sums = new ExactSums(columns.length * placeCount, { rows: 1 });

  add(places: Int32Array, current: Sale, draft: Sale): void {
    const sums = this.#sums;
    const isChanged = current.grossMicros !== draft.grossMicros || current.netMicros !== draft.netMicros;
    for (const place of places) {
      sums.add(auctions + place, 1);
      sums.add(currentGross + place, current.grossMicros);
      sums.add(currentNet + place, current.netMicros);
      if (!isChanged) continue;
      sums.add(changed + place, 1);
      sums.add(grossDifference + place, draft.grossMicros - current.grossMicros);
      sums.add(netDifference + place, draft.netMicros - current.netMicros);
    }
  }

  /** One figure of the blocks of one kind, by its place among the `blockings`. */
  values(column: BlockColumn, blocking: number): Float64Array {
    return this.#sums.numbers(columns.indexOf(column) * placeCount + blocking * blockCount, blockCount);
  }

  merge(data: SumsData): void {
    this.#sums.merge(0, data);
  }

  toData(): SumsData {
    return this.#sums.toData(0);
  }
}
