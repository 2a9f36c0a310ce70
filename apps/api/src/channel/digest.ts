import { addDays, calendarOf, type Day, likeDaysBefore } from '@auction-tiers/calendar';
import { type Alert, dateText, epochMsOf, type Member, type NameOf } from '@auction-tiers/contract';
import { english, signed } from '@auction-tiers/figure';
import { readHours } from '../alert/hour-counts.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { cutsOf } from '../report/cut.ts';
import type { StoredCounts } from '../report/stored-counts.ts';
import { dayWords, linksOf, type Mail, mailWith, momentWords, type Row } from './mail.ts';
import { sentenceOf } from './message.ts';
import { isMuted } from './sender.ts';

const dayMs = 86_400_000;
/** A digest that could not be sent is sent at most this much later. */
const lateMs = 3 * 3_600_000;

/** The day, in the member's time zone, whose digest is due now; null: none. The caller checks whether it was sent. */
export function digestDay({ alerts, timezone }: Pick<Member, 'alerts' | 'timezone'>, nowMs: number): Day | null {
  const asked = alerts?.digest_hour ?? null;
  if (asked === null) return null;
  const calendar = calendarOf(timezone);
  const today = calendar.dayAt(nowMs);
  const isDue = (day: Day) => {
    const dueMs = calendar.startOfHour(day, asked);
    return dueMs !== null && dueMs <= nowMs && nowMs < dueMs + lateMs;
  };
  // A late digest may be sent after midnight.
  return [today, addDays(today, -1)].find(isDue) ?? null;
}

const [microsPerUnit, thousand] = [1_000_000, 1000];
const money = (micros: number, currency: string) =>
  `${english.decimal(micros / microsPerUnit / thousand, 2)} ${currency}`;

/** The digest that is due on a day: net of the day before it, open alerts, and alerts that have ended. */
export async function digestMail(
  {
    mirror,
    reports,
    nameOf,
    own,
  }: {
    readonly mirror: Mirror;
    readonly reports: Pick<StoredCounts, 'hours' | 'read'>;
    readonly nameOf: NameOf;
    readonly own: readonly string[];
  },
  member: Member,
  { dueOn, nowMs }: { readonly dueOn: Day; readonly nowMs: number },
  link: string | null,
): Promise<Mail> {
  const zone = calendarOf(member.timezone);
  const day = addDays(dueOn, -1);
  const weekBefore = likeDaysBefore(day, 1)[0]!;
  const rows: Row[] = [];
  const ymProfiles = mirror.rows('ym-profile', member.id);
  for (const { id: ymProfileId, name } of ymProfiles) {
    const subject = { memberId: member.id, ymProfileId };
    const netOf = async (one: Day) => {
      const hours = await readHours(
        { store: reports, subject, zone, cuts: cutsOf(member) },
        zone.startOf(one),
        zone.endOf(one),
      );
      return hours.reduce((sum, { net }) => sum + net, 0);
    };
    const [net, before] = [await netOf(day), await netOf(weekBefore)];
    const change = before === 0 ? '' : `, ${signed((net - before) / before, english.percent)}`;
    rows.push([name, `${money(net, member.currency)} (a week earlier ${money(before, member.currency)}${change})`]);
  }
  const all = mirror.rows('alert', member.id);
  const alerts = all.filter((alert) => !isMuted(alert, member));
  const isOfDay = (text: string | null) => text !== null && nowMs - (epochMsOf(text) ?? 0) < dayMs;
  const open = alerts.filter(({ state }) => state === 'open');
  const over = alerts.filter(({ state, closed_on: on }) => state === 'closed' && isOfDay(on));
  const said = (alert: Alert) => {
    const { name: sites = null } = ymProfiles.find(({ id }) => id === alert.ym_profile_id) ?? {};
    return sentenceOf(alert, { ...member, sites: alert.kind === 'recording' ? null : sites, nameOf, own });
  };
  const state = open.length === 0 ? 'no open alerts' : english.counted(open.length, 'open alert');
  return mailWith({
    title: `${member.name}: net on ${dayWords(day)}, ${state}`,
    lines: [...open.map(said), ...over.map((alert) => `Resolved: ${said(alert)}`)],
    rows: [['Net', `on ${dayWords(day)} (${member.timezone})`], ...rows],
    links: linksOf(link, 'Open Today'),
    foot: `Daily summary for ${member.name}, ${momentWords(dateText(nowMs), member.timezone)}. Managers set its hour under Today, Alerts.`,
  });
}
