import { dateText, type Member, mostReportChanges, type ReportChange } from '@auction-tiers/contract';
import { cutsOf } from '../../report/cut.ts';
import type { Deps } from '../request/deps.ts';

type Changes = { readonly [Name in 'timezone' | 'report_breakdowns']?: Member[Name] | undefined };

/** What the report counted by before, with what a change of a member ends; null: it changes neither. */
export function reportChanges(before: Member, changes: Changes, nowMs: number): readonly ReportChange[] | null {
  const { timezone, report_breakdowns: breakdowns, report_changes: known } = before;
  const { timezone: zone = timezone, report_breakdowns: counted = breakdowns } = changes;
  const isSame = zone === timezone && JSON.stringify(counted) === JSON.stringify(breakdowns);
  if (isSame) return null;
  const ended = { until: dateText(nowMs), timezone, report_breakdowns: breakdowns };
  return [...(known ?? []), ended].slice(-mostReportChanges);
}

/** What a changed time zone means for the days and hours of the report, in sentences. */
export async function tellCuts(
  { mirror, liveReport, clock }: Pick<Deps, 'mirror' | 'liveReport' | 'clock'>,
  member: Member,
): Promise<readonly string[]> {
  const cuts = cutsOf(member);
  if (cuts.length < 2) return [];
  const { zone } = cuts.at(-1)!;
  const { zone: before } = cuts.at(-2)!;
  const nowMs = clock.epochMs();
  let fromMs = Number.NEGATIVE_INFINITY;
  for (const { id: ymProfileId } of mirror.rows('ym-profile', member.id)) {
    const counted = { subject: { memberId: member.id, ymProfileId }, cuts };
    fromMs = Math.max(fromMs, await liveReport.stored.recutFrom(counted, nowMs));
  }
  if (fromMs === Number.NEGATIVE_INFINITY) return [];
  const from = `${dateText(fromMs)} UTC`;
  const day = zone.dayAt(fromMs);
  const meeting = before.dayAt(fromMs);
  return [
    `hours and days of the report from ${from} on (${day}) were counted in pieces and are cut by the clock of ${zone.timezone} now`,
    `older hours and days keep the cut of ${before.timezone}, and their rows say so`,
    `where the two zones meet, ${meeting} of ${before.timezone} and ${day} of ${zone.timezone} are two rows, which say from and to`,
  ];
}
