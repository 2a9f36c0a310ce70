import type { TierSetFinding } from '@auction-tiers/contract';

export interface FindingChange {
  /** Findings that the change causes. */
  readonly fresh: readonly TierSetFinding[];
  readonly kept: readonly TierSetFinding[];
  /** Findings that the change resolves. */
  readonly resolved: readonly TierSetFinding[];
}

/** Two findings are the same if they have the same code and tiers; their messages may name other prices. */
const keyOf = ({ code, tier_ids: ids }: TierSetFinding): string => `${code} ${ids.toSorted((a, b) => a - b).join(' ')}`;

const ranks = { error: 0, warning: 1, info: 2 } as const;

const byGravity = (findings: readonly TierSetFinding[]) =>
  findings.toSorted((a, b) => ranks[a.severity] - ranks[b.severity]);

/** What a change does to the findings of lint, the gravest first. */
export function compareFindings(before: readonly TierSetFinding[], after: readonly TierSetFinding[]): FindingChange {
  const [old, now] = [before, after].map((findings) => new Set(findings.map(keyOf)));
  return {
    fresh: byGravity(after.filter((finding) => !old!.has(keyOf(finding)))),
    kept: byGravity(after.filter((finding) => old!.has(keyOf(finding)))),
    resolved: byGravity(before.filter((finding) => !now!.has(keyOf(finding)))),
  };
}
