import { chartHtml, compactMoney, drawHourlyLine } from '@auction-tiers/chart';
import {
  type CallContext,
  type Channel,
  type Member,
  readViewAddress,
  reportCsv,
  type ReportInput,
  type ReportPage,
  type View,
  type YmProfile,
} from '@auction-tiers/contract';
import { mailWith } from '../../channel/mail.ts';
import { type Message, slackBody } from '../../channel/message.ts';
import { pictureOf, standalone } from '../../channel/picture.ts';
import { toCsv } from '../../report/csv.ts';
import { ZoneHours } from '../../report/zone-hours.ts';
import { notFound } from '../request/refusal.ts';
import type { Deps } from '../request/deps.ts';
import { Subscriptions } from '../request/subscriptions.ts';
import { reportHandlers } from './handlers.ts';

/** What rows of a room stand for; of the others days. */
const groups: Readonly<Record<string, string>> = { tiers: 'tier', buyers: 'buyer', draft: 'tier', advice: 'tier' };
const dayMs = 86_400_000;
const widthPx = 640;

/** What a view shows now, to be sent: rows as CSV, and net by hour as a picture. */
export async function sentView(
  deps: Deps,
  view: View,
  linkTo: (path: string) => string | null,
): Promise<Omit<Message, 'id'>> {
  const { mirror, clock } = deps;
  const member = mirror.row('member', view.member_id, view.member_id) as unknown as Member;
  const address = readViewAddress(view.address);
  if (address === null) throw notFound('ym-profile', 0, 'address');
  const all = mirror.rows('ym-profile', member.id) as unknown as readonly YmProfile[];
  const ymProfile = all.find(({ id }) => String(id) === address.search.get('ym')) ?? all[0];
  if (ymProfile === undefined) throw notFound('ym-profile', Number(address.search.get('ym')), 'address');
  const zone = new ZoneHours(member.timezone);
  const today = zone.dayAt(clock.epochMs());
  const day = (days: number) => new Date(Date.parse(`${today}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
  const [from, to] = [day(address.from), day(address.to)];
  const period = { ym_profile_id: ymProfile.id, start_date: from, end_date: to };
  const { rows } = reportHandlers(deps, new Subscriptions());
  const ask = (input: ReportInput) => rows(callOf(view), input) as Promise<ReportPage>;
  const input = { ...period, group_by: groups[address.room] ?? 'day' };
  const [page, hourly] = [await ask(input), await ask({ ...period, group_by: 'hour', sort: 'hour.asc' })];
  const csv = toCsv(reportCsv(input, page), page.items);
  const title = `Net of ${ymProfile.name} by hour, ${hourly.currency}`;
  const chart = chartOf(hourly, member, title);
  address.search.set('from', from);
  address.search.set('to', to);
  const link = linkTo(`${address.path}?${String(address.search)}`);
  const mail = mailWith({
    title: view.name,
    lines: [`${ymProfile.name}, ${from} to ${to} (${member.timezone}). The table is attached.`],
    picture: { cid: 'chart', words: title },
    rows: [],
    link,
    linkWords: 'See it on the page',
    foot: `A view of ${member.name}, sent each ${view.every}. In Views it is changed or deleted.`,
  });
  const name = view.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  const attachments = [
    { filename: `${name}.csv`, content: csv, contentType: 'text/csv; charset=utf-8' },
    { filename: `${name}.png`, content: await pictureOf(chart), contentType: 'image/png', cid: 'chart' },
  ];
  const channel = mirror.row('channel', member.id, view.channel_id ?? 0) as Channel | undefined;
  const body =
    channel?.format === 'slack'
      ? slackBody([`${view.name}: ${ymProfile.name}, ${from} to ${to}`, link])
      : JSON.stringify({ event: 'view', link, view: { id: view.id, name: view.name, from, to }, csv, chart });
  return { body, mail: { ...mail, attachments } };
}

/** Net by hour as a picture that stands by itself. */
function chartOf({ items, currency }: ReportPage, { timezone }: Member, title: string): string {
  const form = { timeZone: timezone, hourCycle: 'h23' } as const;
  const days = new Intl.DateTimeFormat('en-GB', { ...form, day: 'numeric', month: 'short' });
  const times = new Intl.DateTimeFormat('en-GB', { ...form, hour: '2-digit', minute: '2-digit' });
  const hours = items.map(({ hour, net }) => {
    const startsAtMs = Date.parse(`${hour?.replace(' ', 'T')}Z`);
    return {
      startsAtMs,
      day: days.format(startsAtMs),
      time: times.format(startsAtMs),
      value: Number(net),
      earlier: null,
      title: net,
    };
  });
  if (hours.length === 0) {
    return standalone(`<svg class="chart" viewBox="0 0 ${widthPx} 40"><text x="8" y="24">No auctions</text></svg>`);
  }
  const word = compactMoney(currency);
  const draw = (width: number) => drawHourlyLine({ hours, flags: [], flagsTitle: '', word }, width);
  return standalone(String(chartHtml({ id: 'net', title, description: title, draw }, widthPx)));
}

/** The service asks for itself, within the member. */
const callOf = ({ id, member_id: memberId }: View): CallContext => ({
  caller: { userId: 0, username: 'view', role: 'seller', memberId, scopes: ['read'] },
  requestId: `view-${id}`,
  warn: () => {},
});
