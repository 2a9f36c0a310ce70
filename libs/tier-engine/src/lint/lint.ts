import type { TierSetSource } from '../model/auction.ts';
import { Comparisons, mostComparisons } from './comparisons.ts';
import type { Finding } from './finding.ts';
import { findingCodes, severities } from './finding.ts';
import { findComparisonLimit, findEqualPriorityOverlaps, findIncludeExcludeConflicts } from './overlap-rules.ts';
import { rankTiers } from './ranked-tier.ts';
import type { LintOptions, Rule } from './rule.ts';
import {
  findDmasOutsideCountry,
  findExcludesWithMinPrice,
  findExcludesWithoutEffect,
  findLimitsOverPriority,
  findMinPricesOutOfReach,
  findShadowedTiers,
  findTiersWithoutBuyers,
} from './tier-rules.ts';
import { TargetingClasses } from './targeting-class.ts';
import { groupTiers } from './tier-group.ts';

export type { Finding, FindingCode, Severity } from './finding.ts';
export type { LintOptions } from './rule.ts';
export { Comparisons, findingCodes, mostComparisons, severities };

const rules: readonly Rule[] = [
  findShadowedTiers,
  findExcludesWithoutEffect,
  findTiersWithoutBuyers,
  findDmasOutsideCountry,
  findIncludeExcludeConflicts,
  findEqualPriorityOverlaps,
  findMinPricesOutOfReach,
  findExcludesWithMinPrice,
  findLimitsOverPriority,
  findComparisonLimit,
];

/**
 * Finds what is legal in a tier set but probably not meant: one finding per problem and group of tiers, errors first.
 * The order in which tiers, buyers and profiles are stored changes nothing. The source must be one that `compile`
 * accepts; throws a RangeError for a tier whose profile is missing. A tier reported as shadowed is proved to be. If a
 * set needs more than `mostComparisons`, overlaps and conflicts may be missing, and a finding says so.
 */
export function lint(source: TierSetSource, options: LintOptions = {}): readonly Finding[] {
  const classes = new TargetingClasses(source, options.comparisons ?? new Comparisons());
  const ranking = rankTiers(source, classes);
  const input = { source, options, ranking, classes, buyers: groupTiers(ranking) };
  return rules
    .flatMap((rule) => rule(input))
    .toSorted((left, right) => rank(left) - rank(right) || compareIds(left, right));
}

function rank({ code, severity }: Finding): number {
  return severities.indexOf(severity) * findingCodes.length + findingCodes.indexOf(code);
}

function compareIds(left: Finding, right: Finding): number {
  return left.tierIds[0]! - right.tierIds[0]!;
}
