import type { Draft, ReportRow, TierSetFile } from '@auction-tiers/contract';
import { toFeePpm } from '@auction-tiers/tier-engine';
import { useMemo } from 'react';
import { usePlace } from '../../../address/place.ts';
import { type Content, contentOf, pairTiers } from '../../../draft/content.ts';
import { useDraft, useLive } from '../../../draft/use-draft.ts';
import { useReport } from '../../../report/use-report.ts';
import { figuresByTier, type TierFigures } from './figures.ts';
import { type LadderRow, ladderRows, withFigures } from './ladder-row.ts';
import { useLint } from './use-lint.ts';

export interface Ladder {
  /** In the order of the tier set; null until they are known. */
  readonly rows: readonly LadderRow[] | null;
  readonly live: TierSetFile | null;
  readonly draft: Draft | null;
  /** What an edit starts from: the draft's content, else what is live. */
  readonly content: Content;
  /** The seller's fee, parts per million. */
  readonly feePpm: number;
  /** The report of the chosen days by tier; null until it is read. */
  readonly report: readonly ReportRow[] | null;
  readonly error: unknown;
  /** Why there are no figures, where only they have failed. */
  readonly figuresError: unknown;
}

const noFigures: ReadonlyMap<number, TierFigures> = new Map();
const noContent: Content = { tiers: [], profiles: [] };

/** The tiers of the place, live and drafted, with what the report and lint say of them. */
export function useLadder(): Ladder {
  const { member } = usePlace();
  const { live, error: liveError } = useLive();
  const { draft, isPending, error: draftError } = useDraft();
  const report = useReport({ groupBy: ['tier'] });
  const drafted = draft?.tier_set ?? null;
  const feePpm = toFeePpm(member.revenue_share_pct);
  const pairs = useMemo(() => (live === null ? null : pairTiers(live.tiers, drafted)), [live, drafted]);
  const bare = useMemo(() => {
    if (pairs === null || live === null || isPending) return null;
    return ladderRows({ pairs, live, content: drafted, feePpm });
  }, [pairs, live, drafted, feePpm, isPending]);
  const content = useMemo((): Content => {
    if (drafted !== null) return drafted;
    if (bare === null || live === null) return noContent;
    return { tiers: bare.map(({ shown }) => shown), profiles: contentOf({ ...live, tiers: [] }).profiles };
  }, [drafted, bare, live]);
  const findings = useLint(bare === null ? null : content);
  const { data } = report;
  const figures = useMemo(() => (data === undefined ? noFigures : figuresByTier(data.rows)), [data]);
  const rows = useMemo(() => {
    if (bare === null || (figures.size === 0 && findings.size === 0)) return bare;
    return withFigures(bare, { figures, findings });
  }, [bare, figures, findings]);
  return {
    rows,
    live,
    draft,
    content,
    feePpm,
    report: data?.rows ?? null,
    error: liveError ?? draftError,
    figuresError: report.error,
  };
}
