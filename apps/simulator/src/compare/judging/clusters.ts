import { clusterKinds, type ClusterKind } from '@auction-tiers/contract/compare-report';
import type { EffectBlocks } from '../measuring/block.ts';
import { blockCount, firstHourBlock, hashedKinds, hourBlockCount } from '../measuring/block.ts';
import type { LogDays } from './log-days.ts';

/** The clusters of one kind that have auctions. */
export class Clusters {
  readonly kind: ClusterKind;
  /** Auctions by cluster. */
  readonly sizes: Float64Array;
  /** The group of each cluster, ascending. */
  readonly groups: readonly number[];
  readonly #firstPlace: number;
  /** The cluster of each block, from the first place on; -1: none, as it has no auctions. */
  readonly #clusterOfBlock: Int32Array;

  /** `groupOf`: the group of a block, from 0; the blocks of a group are one cluster. */
  constructor(
    kind: ClusterKind,
    auctions: Float64Array,
    firstIndex: number,
    blocks: number,
    groupOf: (block: number) => number,
  ) {
    this.kind = kind;
    this.#firstPlace = firstIndex;
    const groupOfBlock = Array.from({ length: blocks }, (_, block) =>
      auctions[firstIndex + block] === 0 ? undefined : groupOf(block),
    );
    // Blocks of hours come again after five weeks, so that the first block may be of a later day than the last.
    const found = new Set(groupOfBlock.filter((group) => group !== undefined));
    this.groups = [...found].toSorted((one, other) => one - other);
    const clusterOfGroup = new Map(this.groups.map((group, cluster) => [group, cluster]));
    this.#clusterOfBlock = Int32Array.from(groupOfBlock, (group) =>
      group === undefined ? -1 : clusterOfGroup.get(group)!,
    );
    this.sizes = this.sum(auctions);
  }

  get count(): number {
    return this.groups.length;
  }

  /** A figure of the blocks at all places, by cluster. */
  sum(byPlace: Float64Array): Float64Array {
    const sums = new Float64Array(this.count);
    for (const [block, cluster] of this.#clusterOfBlock.entries()) {
      if (cluster >= 0) sums[cluster]! += byPlace[this.#firstPlace + block]!;
    }
    return sums;
  }

  /** How many clusters have a figure other than 0. */
  countFilled(byPlace: Float64Array): number {
    return this.sum(byPlace).reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
  }
}

/** The clusters of all kinds, from fine to coarse. The group of a day is its place among the days of the log. */
export function toClusters(blocks: EffectBlocks, { dayOfBlock }: LogDays): Clusters[] {
  const auctions = blocks.values('auctions');
  return clusterKinds.map((kind) => {
    if (kind === 'hour') return new Clusters(kind, auctions, firstHourBlock, hourBlockCount, (block) => block);
    if (kind === 'day') {
      return new Clusters(kind, auctions, firstHourBlock, hourBlockCount, (block) => dayOfBlock[block]!);
    }
    return new Clusters(kind, auctions, hashedKinds.indexOf(kind) * blockCount, blockCount, (block) => block);
  });
}
