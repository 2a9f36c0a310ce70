import { calendarOf } from '@auction-tiers/calendar';
import type { ReportRow } from '@auction-tiers/contract';
import { toFeePpm } from '@auction-tiers/tier-engine';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePlace } from '../../../address/place.ts';
import { type Content, contentOf, pairTiers, type TierKey } from '../../../draft/content.ts';
import { useDraft, useLive } from '../../../draft/use-draft.ts';
import { type Found, useLint } from '../../../lint/use-lint.ts';
import { useNewestAdvice } from '../../../comparison/use-newest-advice.ts';
import { msOf } from '../../../figure/date.ts';
import { useReport } from '../../../report/use-report.ts';
import { adviceByTier } from '../../advice/proposal-words.ts';
import { courseQuery, coursesOf, mostCourses } from '../../../report/course.ts';
import { countedDays, figuresByTier, type TierFigures } from './figures.ts';
import { type LadderRow, ladderRows, withFigures } from './ladder-row.ts';

const noFigures: ReadonlyMap<number, TierFigures> = new Map();
const noAdvice: ReadonlyMap<number, string> = new Map();
/** Ids of tiers are above. */
const [untieredKey, otherKey] = [0, -1];
const keyOfCourse = ({ tier_id: id, is_other: isOther }: ReportRow) =>
  isOther === true ? otherKey : (id ?? untieredKey);
/** A tier keeps bids out, or earns. */
const keptOrEarned = ({ net, excluded_net: excluded }: ReportRow) => Number(net) + Number(excluded);
const noContent: Content = { tiers: [], profiles: [] };

/** The tiers of the place, live and drafted, with what the report and lint say of them. */
export function useLadder() {
  const place = usePlace();
  const { live, error: liveError } = useLive();
  const { draft, isPending, error: draftError } = useDraft();
  const report = useReport({ groupBy: ['tier'] });
  const drafted = draft?.tier_set ?? null;
  const feePpm = toFeePpm(place.member.revenue_share_pct);
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
  const { data: linted } = useLint(draft);
  const findings = useMemo(() => findingsByTier(linted ?? []), [linted]);
  const { data } = report;
  const figures = useMemo(() => (data === undefined ? noFigures : figuresByTier(data.rows)), [data]);
  const { data: byDay } = useQuery(courseQuery(place, 'tier', live !== null && live.tiers.length <= mostCourses));
  const { to, timeZone } = place;
  const courses = useMemo(() => coursesOf(byDay, { to, timeZone }, keyOfCourse, keptOrEarned), [byDay, to, timeZone]);
  const { simulation, report: advised } = useNewestAdvice();
  const advice = useMemo(
    () => (live === null || advised === null ? noAdvice : adviceByTier(live.tiers, advised.proposals)),
    [live, advised],
  );
  const rows = useMemo(
    () => bare && withFigures(bare, { figures, findings, courses, advice }),
    [bare, figures, findings, courses, advice],
  );
  return {
    /** In the order of the tier set; null until they are known. */
    rows: rows as readonly LadderRow[] | null,
    live,
    draft,
    /** What an edit starts from: the draft's content, else what is live. */
    content,
    /** The seller's fee, parts per million. */
    feePpm,
    /** The report of the chosen days by tier; null until it is read. */
    report: data?.rows ?? null,
    /** By so many days its sums are divided for what is earned a day. */
    days: useDays(data?.complete_to),
    /** What bids in no tier earned on each whole day of two weeks; null: not known. */
    untiered: courses.get(untieredKey) ?? null,
    /** Whether advice was asked for. */
    isAdvised: simulation !== null,
    error: liveError ?? draftError,
    /** Why there are no figures, where only they have failed. */
    figuresError: report.error,
  };
}

export type Ladder = ReturnType<typeof useLadder>;

function findingsByTier(found: readonly Found[]): ReadonlyMap<TierKey, readonly Found[]> {
  const byTier = new Map<TierKey, Found[]>();
  for (const one of found) for (const key of one.keys) byTier.set(key, [...(byTier.get(key) ?? []), one]);
  return byTier;
}

/** How many of the chosen days are counted, from the first one with auctions on. */
function useDays(completeTo: string | undefined): number {
  const { to, timeZone } = usePlace();
  const { data } = useReport({ groupBy: ['day'] });
  const calendar = calendarOf(timeZone);
  const [first] = (data?.rows ?? []).flatMap(({ day, auctions }) => (auctions === 0 ? [] : [day!])).toSorted();
  if (first === undefined || completeTo === undefined) return 1;
  return countedDays(calendar.startOf(first), Math.min(msOf(completeTo), calendar.endOf(to)));
}
