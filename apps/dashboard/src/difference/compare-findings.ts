import type { TierSetFinding } from '@auction-tiers/contract';

/** Two findings are the same if they have the same code and tiers; their messages may name other prices. */
const keyOf = ({ code, tier_ids: ids }: TierSetFinding): string => `${code} ${ids.toSorted((a, b) => a - b).join(' ')}`;

const ranks = { error: 0, warning: 1, info: 2 } as const;

const byGravity = (findings: readonly TierSetFinding[]) =>
  findings.toSorted((a, b) => ranks[a.severity] - ranks[b.severity]);

/** What a change does to the findings of lint, the gravest first. */
export function compareFindings(before: readonly TierSetFinding[], after: readonly TierSetFinding[]) {
  const [old, now] = [before, after].map((findings) => new Set(findings.map(keyOf)));
  return {
    /** Findings that the change causes. */
    fresh: byGravity(after.filter((finding) => !old!.has(keyOf(finding)))),
    kept: byGravity(after.filter((finding) => old!.has(keyOf(finding)))),
    /** Findings that the change resolves. */
    resolved: byGravity(before.filter((finding) => !now!.has(keyOf(finding)))),
  };
}
