import './difference.css';
import type { TierSetFinding } from '@auction-tiers/contract';
import { counted } from '../figure/count.ts';
import { Block, Problem } from '../part/kit.tsx';

/** Two findings are the same if they have the same code and tiers; their messages may name other prices. */
const keyOf = ({ code, tier_ids: ids }: TierSetFinding): string => `${code} ${ids.toSorted((a, b) => a - b).join(' ')}`;

const ranks = { error: 0, warning: 1, info: 2 } as const;

const byGravity = (findings: readonly TierSetFinding[]) =>
  findings.toSorted((a, b) => ranks[a.severity] - ranks[b.severity]);

/** What a change does to the findings of lint, the gravest first. */
export function compareFindings(before: readonly TierSetFinding[], after: readonly TierSetFinding[]) {
  const [old, now] = [before, after].map((findings) => new Set(findings.map(keyOf)));
  return {
    fresh: byGravity(after.filter((finding) => !old!.has(keyOf(finding)))),
    kept: byGravity(after.filter((finding) => old!.has(keyOf(finding)))),
    resolved: byGravity(before.filter((finding) => !now!.has(keyOf(finding)))),
  };
}

interface FindingsProps {
  /** Null: not read yet. */
  readonly before: readonly TierSetFinding[] | null;
  readonly after: readonly TierSetFinding[];
  readonly error: unknown;
}

const signs = { error: '✗', warning: '⚠', info: 'i' } as const;

/** What lint finds before and after a change: what is new in full, the rest on demand. */
export function Findings({ before, after, error }: FindingsProps) {
  const { fresh, kept, resolved } = compareFindings(before ?? [], after);
  return (
    <Block
      title="Checks"
      head={before !== null && <small>{fresh.length === 0 ? 'none new' : `${fresh.length} new`}</small>}
    >
      {error !== null && <Problem error={error} />}
      {before !== null && (
        <ul className="findings">
          {fresh.map((finding) => (
            <Finding key={finding.message} finding={finding} word="new" />
          ))}
          {resolved.map((finding) => (
            <li key={finding.message} className="gain">
              ✓ resolved: {finding.message}
            </li>
          ))}
        </ul>
      )}
      {before !== null && kept.length > 0 && (
        <details>
          <summary>{counted(kept.length, 'finding')} as before</summary>
          <ul className="findings">
            {kept.map((finding) => (
              <Finding key={finding.message} finding={finding} />
            ))}
          </ul>
        </details>
      )}
    </Block>
  );
}

interface FindingProps {
  readonly finding: Pick<TierSetFinding, 'severity' | 'message' | 'advice'>;
  /** What is said before its gravity. */
  readonly word?: string;
}

/** What lint finds, by shape and word as grave as it is. */
export function Finding({ finding: { severity, message, advice }, word = '' }: FindingProps) {
  return (
    <li>
      <span className={severity === 'error' ? 'loss' : severity === 'warning' ? 'warn' : 'muted'}>
        <span aria-hidden="true">{signs[severity]} </span>
        {word} {severity}
      </span>{' '}
      {message} <span className="muted">{advice}</span>
    </li>
  );
}
