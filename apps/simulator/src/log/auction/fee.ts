import {
  type FeeSource,
  feeSources,
  ignoredFeeSources,
  type usualFeeSources,
} from '@auction-tiers/contract/compare-report';
import type { Bid } from '@auction-tiers/tier-engine';

/** The fee of bids that name none, in auctions that name none. Plain data: JSON carries it. */
export interface UsualFee {
  /** Parts per million. */
  readonly feePpm: number;
  readonly source: (typeof usualFeeSources)[number];
}

/** A usual fee, and the others that were named. */
export interface ChosenFee extends UsualFee {
  /** Fees of another value that were named and are not used. */
  readonly ignored: readonly { readonly source: (typeof ignoredFeeSources)[number]; readonly feePpm: number }[];
}

/** Fees that are named outside of a log, parts per million. */
export interface NamedFees {
  /** `revenue_share_pct` of the member whose tiers run. */
  readonly seller?: number | undefined;
  readonly option?: number | undefined;
  /** Default: 0. */
  readonly usual?: number;
  /** Fees of the draft's and the tiers' files, which are not used and only reported. */
  readonly draft?: number | undefined;
  readonly tiers?: number | undefined;
}

/** The first of the seller's fee, the option's and the default. */
export function chooseFee({ seller, option, usual = 0, draft, tiers }: NamedFees): ChosenFee {
  const chosen: UsualFee =
    seller !== undefined
      ? { feePpm: seller, source: 'seller' }
      : option !== undefined
        ? { feePpm: option, source: 'option' }
        : { feePpm: usual, source: 'default' };
  const others = { option, draft, tiers };
  const ignored = ignoredFeeSources.flatMap((source) => {
    const feePpm = others[source];
    return feePpm === undefined || feePpm === chosen.feePpm ? [] : [{ source, feePpm }];
  });
  return { ...chosen, ignored };
}

/** Bids by the source of their fee. */
export type FeeCounts = Readonly<Record<FeeSource, number>>;

/** Counts bids by the source of their fee; `source`: the source for bids that name none. */
export function addFees(counts: Record<FeeSource, number>, bids: readonly Bid[], source: FeeSource): void {
  let own = 0;
  for (let index = 0; index < bids.length; index++) if (bids[index]!.feePpm !== undefined) own++;
  counts.bid += own;
  counts[source] += bids.length - own;
}

/** A count for each source. */
export function countFees(of: (source: FeeSource) => number): FeeCounts {
  return Object.fromEntries(feeSources.map((source) => [source, of(source)])) as Record<FeeSource, number>;
}
