import {
  type CallContext,
  type Handlers,
  dateText,
  invalid,
  isReportBreakdown,
  pageSize,
  parseReportGroups,
  pathAttributes,
  type ReportBreakdown,
  type ReportChange,
  type ReportGroup,
  reportGroups,
  type ReportInput,
  type ReportPage,
  reportTimeOf,
  topPath,
  usualBreakdowns,
} from '@auction-tiers/contract';
import type { CountingProcess, ReportSubject } from '@auction-tiers/store';
import { cutsOf } from '../../report/cut.ts';
import { breathe } from '../../loop/breathe.ts';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { boundPage } from '../request/page.ts';
import { notFound } from '../request/refusal.ts';
import type { Subscriptions } from '../request/subscriptions.ts';
import { followReport } from './live.ts';
import { resolvePeriod } from './period.ts';
import { type CountedRow, readReport } from './read-report.ts';
import { compareRowsBy, createToRow, type Names } from './row.ts';
import { type MemberSettings, settingsOf } from '../../mirror/member-settings.ts';

/** So many hours or days that are damaged are named in one answer. */
const mostDamaged = 20;
/** A process that has stored nothing for this long is taken for dead: its last counts never come. */
const silentMs = 10_000;

/** What the tiers of a ym-profile did, summed over all processes. */
export function reportHandlers(deps: Deps, subscriptions: Subscriptions): Handlers['report'] {
  const { liveReport, clock } = deps;
  return {
    async rows(call, input) {
      const groups = groupsOf(input.group_by);
      requireTree(input.path, groups);
      const compare = compareRowsBy(input.sort, input);
      const subject = await subjectOf(deps, call, input);
      const member = settingsOf(deps.mirror, subject.memberId);
      const { timezone, currency } = member;
      const nowMs = clock.epochMs();
      const counted = { subject, cuts: cutsOf(member) };
      const time = reportTimeOf(groups);
      const { startMs, endMs, slots } = await resolvePeriod(liveReport.stored, counted, input, time, nowMs);
      // Read before the counts, which are then at least as new.
      const completeMs = completeToMs(await liveReport.store.processes(), nowMs);
      const { rows, damaged } = await readReport(liveReport.stored, subject, slots, groups, input.path);
      for (const sentence of damaged.slice(0, mostDamaged)) call.warn(sentence);
      if (damaged.length > mostDamaged) call.warn(`${damaged.length - mostDamaged} more hours or days are damaged`);
      const breakdown = [...groups].find(isReportBreakdown);
      const since = breakdown === undefined ? {} : { counted_since: countedSince(call, member, breakdown, rows) };
      await breathe();
      const sorted = inPath(call, input.path, rows).toSorted(compare);
      await breathe();
      const page = pageOf(sorted, input, call);
      const toRow = createToRow(input, namesOf(deps, subject));
      const items = page.items.map(toRow);
      const bounded = boundPage({ ...page, items }, call.warn);
      return {
        ...bounded,
        complete_to: new Date(completeMs).toISOString().slice(0, 23).replace('T', ' '),
        age_seconds: (nowMs - completeMs) / 1000,
        start_date: dateText(startMs),
        end_date: dateText(endMs),
        timezone,
        currency,
        ...since,
        left_out: damaged.slice(0, mostDamaged),
      } satisfies ReportPage;
    },
    async *live(call, input, signal) {
      const subject = await subjectOf(deps, call, input);
      const close = subscriptions.open(call.caller);
      try {
        const { currency } = settingsOf(deps.mirror, subject.memberId);
        yield* followReport(deps, { subject, currency, after: input.lastEventId ?? undefined }, signal);
      } finally {
        close();
      }
    },
  };
}

function groupsOf(asked: string | undefined) {
  const groups = parseReportGroups(asked);
  if (groups !== undefined) return groups;
  const message = `is ${JSON.stringify(asked)}, allowed: each once of ${reportGroups.join(', ')}, separated by commas, one of hour, day, week and month; of the others tier and buyer together, or one`;
  throw invalid([{ path: 'group_by', message }]);
}

function requireTree(path: string | undefined, groups: ReadonlySet<ReportGroup>): void {
  if (path === undefined || pathAttributes.some((group) => groups.has(group))) return;
  const message = `is ${JSON.stringify(path)}, allowed: with group_by=${pathAttributes.join(' or ')}`;
  throw invalid([{ path: 'path', message }]);
}

/** Without the rows of which it is not known whether their names are below the path. */
function inPath({ warn }: CallContext, path: string | undefined, rows: readonly CountedRow[]): readonly CountedRow[] {
  if (path === undefined || path === topPath) return rows;
  const known = rows.filter(({ value }) => value?.value !== null);
  if (known.length < rows.length) {
    warn(`Some auctions are counted without a name: path=${topPath} has them in the rows is_other and not_counted`);
  }
  return known;
}

/** The ym-profile, if the caller may see it. */
async function subjectOf(
  { mirror, follower }: Pick<Deps, 'mirror' | 'follower'>,
  call: CallContext,
  { ym_profile_id: id, member_id: asked }: Pick<ReportInput, 'ym_profile_id' | 'member_id'>,
): Promise<ReportSubject> {
  const memberId = sellerOf(call, asked);
  await follower.fresh(memberId);
  if (mirror.row('ym-profile', memberId, id) === undefined) throw notFound('ym-profile', id, 'ym_profile_id');
  return { memberId, ymProfileId: id };
}

/**
 * Since when an attribute is counted; null: as far back as is known. Warns of what was not counted by it. Throws
 * `invalid` where nothing was, and it is not counted now.
 */
function countedSince(
  call: CallContext,
  member: MemberSettings,
  breakdown: ReportBreakdown,
  rows: readonly CountedRow[],
): string | null {
  const now = member.report_breakdowns ?? usualBreakdowns;
  const isCounted = now.includes(breakdown);
  const how = `PUT /member with {"report_breakdowns": ${JSON.stringify([...now, breakdown])}} counts it from then on`;
  if (!isCounted && !rows.some(({ value }) => value !== undefined && value.isNotCounted !== true)) {
    const message = `is ${breakdown}, which is not counted; allowed: ${now.join(', ')}. ${how}`;
    throw invalid([{ path: 'group_by', message }]);
  }
  const changes = (member.report_changes ?? []).toReversed();
  const isOf = ({ report_breakdowns: of }: ReportChange) => (of ?? usualBreakdowns).includes(breakdown);
  // While it is off, the last time that it was on is meant.
  const on = isCounted ? changes : changes.slice(Math.max(0, changes.findIndex(isOf)));
  const before = on.findIndex((change) => !isOf(change));
  const since = before < 0 ? null : on[before]!.until;
  if (rows.some(({ value }) => value?.isNotCounted)) {
    const when = since === null ? 'was not always counted' : `is counted since ${since} UTC`;
    call.warn(`${breakdown} ${when}: a row not_counted has the other auctions`);
  }
  if (!isCounted) call.warn(`${breakdown} is not counted any more: ${how}`);
  return since;
}

function namesOf({ mirror, buyerNames }: Pick<Deps, 'mirror' | 'buyerNames'>, { memberId }: ReportSubject): Names {
  return {
    tier: (id) => mirror.row('ym-auction-tier', memberId, id)?.name ?? null,
    buyer: (id) => buyerNames.nameOf(id) ?? null,
  };
}

/** The moment up to which every process has stored what it had counted. */
function completeToMs(processes: readonly CountingProcess[], nowMs: number): number {
  const counting = processes.filter(({ isLast, countedToMs }) => !isLast && countedToMs > nowMs - silentMs);
  return Math.min(nowMs, ...counting.map(({ countedToMs }) => countedToMs));
}

function pageOf(rows: readonly CountedRow[], { start_element, num_elements }: ReportInput, { warn }: CallContext) {
  const count = rows.length;
  if (start_element === undefined && num_elements === undefined) {
    return { count, start_element: 0, num_elements: count, items: rows };
  }
  const [start, size] = [start_element ?? 0, pageSize(num_elements, warn)];
  return { count, start_element: start, num_elements: size, items: rows.slice(start, start + size) };
}
