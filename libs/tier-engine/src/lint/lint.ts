import type { TierSetSource } from '../model.ts';
import { findDmasOutsideCountry } from './dma-outside-country.ts';
import { findEqualPriorityOverlaps } from './equal-priority-overlap.ts';
import { findExcludesWithMinPrice } from './exclude-with-min-price.ts';
import type { Finding } from './finding.ts';
import { findingCodes, severities } from './finding.ts';
import { findIncludeExcludeConflicts } from './include-exclude-conflict.ts';
import { findMinPricesOutOfReach } from './min-price-out-of-reach.ts';
import { findTiersWithoutBuyers } from './no-buyers.ts';
import { gatherLevels } from './party.ts';
import { rankTiers } from './ranked-tier.ts';
import type { LintOptions, Rule } from './rule.ts';
import { Scopes } from './scope.ts';
import { findShadowedTiers } from './shadowed-tier.ts';

export type { Finding, FindingCode, Severity } from './finding.ts';
export type { LintOptions } from './rule.ts';
export { findingCodes, severities };

const rules: readonly Rule[] = [
  findShadowedTiers,
  findTiersWithoutBuyers,
  findDmasOutsideCountry,
  findIncludeExcludeConflicts,
  findEqualPriorityOverlaps,
  findMinPricesOutOfReach,
  findExcludesWithMinPrice,
];

/**
 * What is legal in a tier set but probably not meant: one finding a problem and group of tiers, errors first. The order
 * in which tiers, buyers and profiles are stored changes nothing. The source must be one that `compile` accepts; a tier
 * whose profile is not in it throws a RangeError. What is said about tiers being shadowed is proved, never guessed.
 */
export function lint(source: TierSetSource, options: LintOptions = {}): readonly Finding[] {
  const scopes = new Scopes(source.profiles);
  const ranking = rankTiers(source, scopes);
  const subject = { source, options, ranking, scopes, buyers: gatherLevels(ranking) };
  return rules
    .flatMap((rule) => rule(subject))
    .toSorted((left, right) => rank(left) - rank(right) || compareIds(left, right));
}

function rank({ code, severity }: Finding): number {
  return severities.indexOf(severity) * findingCodes.length + findingCodes.indexOf(code);
}

function compareIds(left: Finding, right: Finding): number {
  return left.tierIds[0]! - right.tierIds[0]!;
}
