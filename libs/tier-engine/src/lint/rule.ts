import type { TierSetSource } from '../model.ts';
import type { Finding } from './finding.ts';
import type { BuyerLevels } from './party.ts';
import type { RankedTier } from './ranked-tier.ts';
import type { Scopes } from './scope.ts';

/** What is known from outside the tier set; a rule that lacks its knowledge finds nothing. */
export interface LintOptions {
  /** The country (ISO 3166-1 alpha-2) a market lies in; undefined: not known. */
  readonly countryOfDma?: ((dma: number) => string | undefined) | undefined;
  /** The highest net price, CPM micros, that each buyer bid in a log. */
  readonly highestNetMicrosByBuyer?: ReadonlyMap<number, number> | undefined;
}

/** A tier set as rules read it, and what is known besides. */
export interface LintSubject {
  readonly source: TierSetSource;
  readonly options: LintOptions;
  readonly ranking: readonly RankedTier[];
  readonly scopes: Scopes;
  readonly buyers: readonly BuyerLevels[];
}

/** Finds one kind of problem. */
export type Rule = (subject: LintSubject) => readonly Finding[];
