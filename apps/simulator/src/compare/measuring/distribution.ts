const microsPerUnit = 1_000_000;

/** Edges of the bins, CPM: 0.01, 0.02, 0.05, 0.1 and so on to 1,000. */
const edges = [-2, -1, 0, 1, 2].flatMap((exponent) => [1, 2, 5].map((digit) => edge(digit, exponent))).concat(1000);
const edgesMicros = edges.map((value) => Math.round(value * microsPerUnit));
/** Bins of losses, the largest first, then of gains. */
const binCount = 2 * (edges.length + 1);

/** Auctions whose difference is from `from` to `to`, in units of CPM, without the bound nearer to 0; null: without bound. */
export interface DistributionBin {
  readonly from: number | null;
  readonly to: number | null;
  readonly auctions: number;
}

/** Distribution of differences in net revenue over the auctions that have one. */
export class Distribution {
  readonly #counts = new Float64Array(binCount);

  /** `micros` is not 0. */
  add(micros: number): void {
    const size = Math.abs(micros);
    let bin = 0;
    while (bin < edgesMicros.length && size > edgesMicros[bin]!) bin++;
    this.#counts[micros < 0 ? edges.length - bin : edges.length + 1 + bin]!++;
  }

  /** From the largest loss to the largest gain, without the empty ends. */
  bins(): DistributionBin[] {
    const bins = Array.from(this.#counts, (auctions, at) => ({ ...boundsOf(at), auctions }));
    const first = bins.findIndex(({ auctions }) => auctions > 0);
    return first < 0 ? [] : bins.slice(first, bins.findLastIndex(({ auctions }) => auctions > 0) + 1);
  }

  merge(counts: readonly number[]): void {
    for (const [at, count] of counts.entries()) this.#counts[at]! += count;
  }

  toData(): number[] {
    return Array.from(this.#counts);
  }
}

function boundsOf(bin: number): Pick<DistributionBin, 'from' | 'to'> {
  const isLoss = bin <= edges.length;
  const index = isLoss ? edges.length - bin : bin - edges.length - 1;
  const nearer = index === 0 ? 0 : edges[index - 1]!;
  const farther = edges[index] ?? null;
  if (!isLoss) return { from: nearer, to: farther };
  return { from: farther === null ? null : -farther, to: nearer === 0 ? 0 : -nearer };
}

function edge(digit: number, exponent: number): number {
  return Number(`${digit}e${exponent}`);
}
