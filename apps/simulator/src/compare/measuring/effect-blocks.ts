import type { SignedSumsData } from '../../kit/signed-sums.ts';
import { SignedSums } from '../../kit/signed-sums.ts';
import { blockings } from '../../schema/compare-report.ts';
import { blockCount } from './block.ts';
import type { Sale } from './sale.ts';

/** What is summed by block. Money is CPM micros; differences are draft less current. */
const columns = ['auctions', 'changed', 'currentGross', 'currentNet', 'grossDifference', 'netDifference'] as const;
export type BlockColumn = (typeof columns)[number];

export type EffectBlocksData = Readonly<Record<BlockColumn, SignedSumsData>>;

/** The figures of all auctions by block, for each kind of block side by side. */
export class EffectBlocks {
  readonly #sums = Object.fromEntries(
    columns.map((column) => [column, new SignedSums(blockings.length * blockCount)]),
  ) as Record<BlockColumn, SignedSums>;

  add(places: Int32Array, current: Sale, draft: Sale): void {
    const { auctions, changed, currentGross, currentNet, grossDifference, netDifference } = this.#sums;
    const isChanged = current.grossMicros !== draft.grossMicros || current.netMicros !== draft.netMicros;
    for (const place of places) {
      auctions.add(place, 1);
      currentGross.add(place, current.grossMicros);
      currentNet.add(place, current.netMicros);
      if (!isChanged) continue;
      changed.add(place, 1);
      grossDifference.add(place, draft.grossMicros - current.grossMicros);
      netDifference.add(place, draft.netMicros - current.netMicros);
    }
  }

  /** One figure of the blocks of one kind. */
  values(column: BlockColumn, blocking: number): Float64Array {
    return readBlocks(this.#sums[column], blocking);
  }

  merge(data: EffectBlocksData): void {
    for (const column of columns) this.#sums[column].merge(data[column]);
  }

  toData(): EffectBlocksData {
    return Object.fromEntries(columns.map((column) => [column, this.#sums[column].toData()])) as Record<
      BlockColumn,
      SignedSumsData
    >;
  }
}

/** The blocks of one kind, by its place among the `blockings`. */
export function readBlocks(sums: SignedSums, blocking: number): Float64Array {
  return Float64Array.from({ length: blockCount }, (_, block) => sums.number(blocking * blockCount + block));
}
