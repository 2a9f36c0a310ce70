import { calendarOf } from '@auction-tiers/calendar';
import {
  type AuctionTier,
  type CallContext,
  type Handlers,
  invalid,
  type Member,
  pageSize,
  parseReportGroups,
  reportGroups,
  type ReportInput,
  type ReportPage,
} from '@auction-tiers/contract';
import type { CountingProcess, ReportSubject } from '@auction-tiers/store';
import { usualCurrency, usualTimezone } from '../../report/live-report.ts';
import { breathe } from '../../loop/breathe.ts';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { boundPage } from '../request/page.ts';
import { notFound } from '../request/refusal.ts';
import type { Subscriptions } from '../request/subscriptions.ts';
import { followReport } from './live.ts';
import { dateText, resolvePeriod } from './period.ts';
import { type CountedRow, readReport } from './read-report.ts';
import { compareRowsBy, createToRow, type Names } from './row.ts';

/** A process that has stored nothing for this long is taken for dead: its last counts never come. */
const silentMs = 10_000;

/** What the tiers of a ym-profile did, summed over all processes. */
export function reportHandlers(deps: Deps, subscriptions: Subscriptions): Handlers['report'] {
  const { liveReport, clock } = deps;
  return {
    async rows(call, input) {
      const groups = groupsOf(input.group_by);
      const compare = compareRowsBy(input.sort, input);
      const subject = await subjectOf(deps, call, input);
      const { timezone, currency } = unitsOf(deps, subject);
      const nowMs = clock.epochMs();
      const { startMs, endMs, times } = resolvePeriod(input, groups, calendarOf(timezone), nowMs);
      // Read before the counts, which are then at least as new.
      const completeMs = completeToMs(await liveReport.store.processes(), nowMs);
      const counted = await readReport(liveReport.store, subject, times, groups);
      await breathe();
      const sorted = counted.toSorted(compare);
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
      } satisfies ReportPage;
    },
    async *live(call, input, signal) {
      const subject = await subjectOf(deps, call, input);
      const close = subscriptions.open(call.caller);
      try {
        const { currency } = unitsOf(deps, subject);
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
  const message = `is ${JSON.stringify(asked)}, allowed: each once of ${reportGroups.join(', ')}, separated by commas, hour or day but not both; of the others tier and buyer together, or one`;
  throw invalid([{ path: 'group_by', message }]);
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

/** The time zone and the currency of the member. */
function unitsOf({ mirror }: Pick<Deps, 'mirror'>, { memberId }: ReportSubject) {
  const member = mirror.row('member', memberId, memberId) as Member | undefined;
  return { timezone: member?.timezone ?? usualTimezone, currency: member?.currency ?? usualCurrency };
}

function namesOf({ mirror, buyerNames }: Pick<Deps, 'mirror' | 'buyerNames'>, { memberId }: ReportSubject): Names {
  return {
    tier: (id) => (mirror.row('ym-auction-tier', memberId, id) as AuctionTier | undefined)?.name ?? null,
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
