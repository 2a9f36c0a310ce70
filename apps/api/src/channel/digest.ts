import { type Alert, dateText, epochMsOf, type Member, type YmProfile } from '@auction-tiers/contract';
import type { ReportStore } from '@auction-tiers/store';
import { readHours } from '../alert/hour-counts.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { ZoneHours } from '../report/zone-hours.ts';
import { type Mail, mailWith, type Row } from './mail.ts';
import { hourAt, isMuted } from './sender.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A digest that could not be sent is sent at most this much later. */
const lateHours = 3;

/** The day, in the member's time zone, whose digest is due now; null: none. The caller checks whether it was sent. */
export function digestDay(member: Pick<Member, 'alerts' | 'timezone'>, nowMs: number): string | null {
  const { timezone } = member;
  const asked = member.alerts?.digest_hour ?? null;
  if (asked === null || (hourAt(timezone, nowMs) - asked + 24) % 24 >= lateHours) return null;
  // The day on which it became due: a late digest may be sent after midnight.
  return new ZoneHours(timezone).dayAt(nowMs - ((hourAt(timezone, nowMs) - asked + 24) % 24) * hourMs);
}

const [microsPerUnit, thousand] = [1_000_000, 1000];
const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const money = (micros: number, currency: string) =>
  `${(micros / microsPerUnit / thousand).toLocaleString('en-US', twoDecimals)} ${currency}`;

/** The digest of a day: net of the last whole day, open alerts, and alerts that have ended. */
export async function digestMail(
  { mirror, reports }: { readonly mirror: Mirror; readonly reports: Pick<ReportStore, 'read'> },
  member: Member,
  nowMs: number,
  link: string | null,
): Promise<Mail> {
  const zone = new ZoneHours(member.timezone);
  const today = zone.startOf(zone.dayAt(nowMs));
  const yesterday = zone.startOf(zone.dayAt(today - hourMs));
  const [weekBefore, weekBeforeEnd] = [yesterday, today].map((ms) => zone.startOf(zone.dayAt(ms - 7 * dayMs + hourMs)));
  const rows: Row[] = [];
  for (const { id: ymProfileId, name } of mirror.rows('ym-profile', member.id) as unknown as readonly YmProfile[]) {
    const subject = { memberId: member.id, ymProfileId };
    const netOf = async (from: number, to: number) =>
      (await readHours({ store: reports, subject, zone }, from, to)).reduce((sum, { net }) => sum + net, 0);
    const [net, before] = [await netOf(yesterday, today), await netOf(weekBefore!, weekBeforeEnd!)];
    const change = before === 0 ? '' : `, ${net < before ? '' : '+'}${((100 * (net - before)) / before).toFixed(1)} %`;
    rows.push([name, `${money(net, member.currency)} (a week before ${money(before, member.currency)}${change})`]);
  }
  const all = mirror.rows('alert', member.id) as unknown as readonly Alert[];
  const alerts = all.filter((alert) => !isMuted(alert, member));
  const isOfDay = (text: string | null) => text !== null && nowMs - (epochMsOf(text) ?? 0) < dayMs;
  const open = alerts.filter(({ state }) => state === 'open');
  const over = alerts.filter(({ state, closed_on: on }) => state === 'closed' && isOfDay(on));
  const day = zone.dayAt(yesterday);
  return mailWith({
    title: `${member.name}: net of ${day}, and ${open.length === 0 ? 'nothing is off' : `${open.length} off`}`,
    lines: [...open.map(({ sentence }) => sentence), ...over.map(({ sentence }) => `Over: ${sentence}`)],
    rows: [['Net', `of ${day} (${member.timezone})`], ...rows],
    link,
    linkWords: 'See today',
    foot: `The day's sum of ${member.name}, ${dateText(nowMs)} UTC. Managers set its hour in Alerts.`,
  });
}
