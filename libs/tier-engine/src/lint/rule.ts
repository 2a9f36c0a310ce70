import type { TierSetSource } from '../model/auction.ts';
import type { Comparisons } from './comparisons.ts';
import type { Finding } from './finding.ts';
import type { RankedTier } from './ranked-tier.ts';
import type { TargetingClasses } from './targeting-class.ts';
import type { BuyerGroups } from './tier-group.ts';

/** Facts from outside the tier set; a rule whose facts are missing finds nothing. */
export interface LintOptions {
  /** The country (ISO 3166-1 alpha-2) a market lies in; undefined: not known. */
  readonly countryOfDma?: ((dma: number) => string | undefined) | undefined;
  /** The highest net price, CPM micros, that each buyer bid in a log. */
  readonly highestNetMicrosByBuyer?: ReadonlyMap<number, number> | undefined;
  /** Counts and bounds the comparisons of one lint. Default: at most `mostComparisons`. */
  readonly comparisons?: Comparisons | undefined;
}

/** What rules read: a tier set, what was computed from it, and facts from outside. */
export interface LintInput {
  readonly source: TierSetSource;
  readonly options: LintOptions;
  readonly ranking: readonly RankedTier[];
  readonly classes: TargetingClasses;
  readonly buyers: readonly BuyerGroups[];
}

/** Finds one kind of problem. */
export type Rule = (input: LintInput) => readonly Finding[];
