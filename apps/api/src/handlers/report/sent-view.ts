import { addDays, calendarOf, formatIn } from '@auction-tiers/calendar';
import { chartHtml, drawHourlyLine } from '@auction-tiers/chart';
import {
  type CallContext,
  type Member,
  readViewAddress,
  reportCsv,
  reportHoursKeptDays,
  type ReportInput,
  type ReportPage,
  type View,
} from '@auction-tiers/contract';
import { dayWords, linksOf, mailWith } from '../../channel/mail.ts';
import { type Message, slackBody } from '../../channel/message.ts';
import { pictureOf, standalone } from '../../channel/picture.ts';
import { rowsToCsv } from '../../report/csv.ts';
import type { Deps } from '../request/deps.ts';
import { Subscriptions } from '../request/subscriptions.ts';
import { reportHandlers } from './handlers.ts';
import { english } from '@auction-tiers/figure';

/** The grouping of the rows in each room; the other rooms group by day. */
const groups: Readonly<Record<string, string>> = { tiers: 'tier', buyers: 'buyer', draft: 'tier', advice: 'tier' };
const widthPx = 640;

/**
 * The first day whose hours are all kept, in days relative to today: the chart of a longer view begins there. One more
 * day is left out, as a margin for clock changes.
 */
const firstCharted = 2 - reportHoursKeptDays;

/** What a view shows now, to be sent: rows as CSV, and net by hour as a picture. Null: its ym-profile is gone. */
export async function sentView(
  deps: Deps,
  view: View,
  linkTo: (path: string) => string | null,
): Promise<Omit<Message, 'id'> | null> {
  const { mirror, clock } = deps;
  const member = mirror.row('member', view.member_id, view.member_id)!;
  const address = readViewAddress(view.address);
  if (address === null) return null;
  const all = mirror.rows('ym-profile', member.id);
  const wanted = address.search.get('ym');
  const ymProfile = wanted === null ? all[0] : all.find(({ id }) => String(id) === wanted);
  if (ymProfile === undefined) return null;
  const zone = calendarOf(member.timezone);
  const today = zone.dayAt(clock.epochMs());
  const day = (days: number) => addDays(today, days);
  const [from, to] = [day(address.from), day(address.to)];
  const period = { ym_profile_id: ymProfile.id, start_date: from, end_date: to };
  const { rows } = reportHandlers(deps, new Subscriptions());
  const ask = (input: ReportInput) => rows(callOf(view), input) as Promise<ReportPage>;
  const input = { ...period, group_by: groups[address.room] ?? 'day' };
  const page = await ask(input);
  const chartedFrom = Math.max(address.from, firstCharted);
  const hourly = { ...period, start_date: day(chartedFrom), group_by: 'hour', sort: 'hour.asc' };
  const hours = chartedFrom > address.to ? [] : (await ask(hourly)).items;
  const csv = rowsToCsv(reportCsv(input, page), page.items);
  const charted = chartedFrom > address.from ? ` since ${dayWords(day(chartedFrom))}` : '';
  const title = `Net of ${ymProfile.name} by hour${charted}, ${page.currency}`;
  const chart = chartOf(hours, member, title);
  address.search.set('from', from);
  address.search.set('to', to);
  const link = linkTo(`${address.path}?${String(address.search)}`);
  const days = from === to ? dayWords(from) : `${dayWords(from)} to ${dayWords(to)}`;
  const mail = mailWith({
    title: view.name,
    lines: [`${ymProfile.name}, ${days} (${member.timezone}). The table is attached.`],
    picture: { cid: 'chart', words: title },
    rows: [],
    links: linksOf(link, 'Open the view'),
    foot: `View of ${member.name}, ${sentWords(view)}. Change it under Reports, Views.`,
  });
  const name = view.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  const attachments = [
    { filename: `${name}.csv`, content: csv, contentType: 'text/csv; charset=utf-8' },
    { filename: `${name}.png`, content: await pictureOf(chart), contentType: 'image/png', cid: 'chart' },
  ];
  const channel = mirror.row('channel', member.id, view.channel_id ?? 0);
  const body =
    channel?.format === 'slack'
      ? slackBody([`${view.name}: ${ymProfile.name}, ${days}`, link])
      : JSON.stringify({ event: 'view', link, view: { id: view.id, name: view.name, from, to }, csv, chart });
  return { body, mail: { ...mail, attachments } };
}

const sentWords = ({ every }: View): string => (every === 'never' ? 'sent by a user' : `sent every ${every}`);

/** Net by hour as a standalone picture. */
function chartOf(items: ReportPage['items'], { timezone, currency }: Member, title: string): string {
  const days = formatIn(timezone, 'en-GB', { day: 'numeric', month: 'short' });
  const times = formatIn(timezone, 'en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
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
    return standalone(
      `<svg class="chart" viewBox="0 0 ${widthPx} 40"><text x="8" y="24">No hours to show</text></svg>`,
    );
  }
  const word = english.shortMoney(currency);
  const draw = (width: number) => drawHourlyLine({ hours, flags: [], flagsTitle: '', word }, width);
  return standalone(String(chartHtml({ id: 'net', title, description: title, draw }, widthPx)));
}

/** The call context of the service's own reads, limited to the member. */
const callOf = ({ id, member_id: memberId }: View): CallContext => ({
  caller: { userId: 0, username: 'view', role: 'seller', memberId, scopes: ['read'] },
  requestId: `view-${id}`,
  warn: () => {},
});
