import { chartHtml, chartStyle, colours, compactMoney, drawHourlyLine, html } from '@auction-tiers/chart';
import {
  type CallContext,
  type Member,
  readViewAddress,
  reportCsv,
  type ReportInput,
  type ReportPage,
  type View,
  type YmProfile,
} from '@auction-tiers/contract';
import { mailWith } from '../../channel/mail.ts';
import type { Message } from '../../channel/message.ts';
import { toCsv } from '../../report/csv.ts';
import { ZoneHours } from '../../report/zone-hours.ts';
import { notFound } from '../request/refusal.ts';
import type { Deps } from '../request/deps.ts';
import { Subscriptions } from '../request/subscriptions.ts';
import { reportHandlers } from './handlers.ts';

/** What rows of a room stand for; of the others days. */
const groups: Readonly<Record<string, string>> = { tiers: 'tier', buyers: 'buyer', draft: 'tier', advice: 'tier' };
const dayMs = 86_400_000;

/** What a view shows now, to be sent: rows as CSV, and net by hour as a chart. */
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
  const chart = chartOf(hourly, member, `Net of ${ymProfile.name}`);
  address.search.set('from', from);
  address.search.set('to', to);
  const link = linkTo(`${address.path}?${String(address.search)}`);
  const mail = mailWith({
    title: view.name,
    lines: [`${ymProfile.name}, ${from} to ${to} (${member.timezone}). The table and the chart are attached.`],
    rows: [],
    link,
    linkWords: 'See it on the page',
    foot: `A view of ${member.name}, sent each ${view.every}. In Views it is deleted.`,
  });
  const name = view.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  const attachments = [
    { filename: `${name}.csv`, content: csv, contentType: 'text/csv; charset=utf-8' },
    { filename: `${name}.svg`, content: chart, contentType: 'image/svg+xml' },
  ];
  const body = JSON.stringify({ event: 'view', link, view: { id: view.id, name: view.name, from, to }, csv, chart });
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
    return '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="40"><text x="8" y="24">No auctions</text></svg>';
  }
  const word = compactMoney(currency);
  const drawn = chartHtml(
    {
      id: 'net',
      title,
      description: `Net by hour, ${currency}`,
      draw: (widthPx) => drawHourlyLine({ hours, flags: [], flagsTitle: '', word }, widthPx),
    },
    640,
  );
  const style = html`<style>svg { ${colours.light} } @media (prefers-color-scheme: dark) { svg { ${colours.dark} } }
${chartStyle} .chart { background: var(--card); font-family: sans-serif; }</style>`;
  const begin = '<svg xmlns="http://www.w3.org/2000/svg" width="640" ';
  return String(drawn).replace(/^<svg ([^>]*>)/, (_all, rest: string) => `${begin}${rest}${String(style)}`);
}

/** The service asks for itself, within the member. */
const callOf = ({ id, member_id: memberId }: View): CallContext => ({
  caller: { userId: 0, username: 'view', role: 'seller', memberId, scopes: ['read'] },
  requestId: `view-${id}`,
  warn: () => {},
});
