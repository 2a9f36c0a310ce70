import type { AppRouter } from '@auction-tiers/contract';
import { english } from '@auction-tiers/figure';
import type { inferRouterOutputs } from '@trpc/server';

/** What each operation answers. */
type Outputs = inferRouterOutputs<AppRouter>;

/** Rows of a list that are worded. */
const mostSaid = 5;

type Said = readonly string[];

/** A part of a list that the answer shows, in words. */
const shownOf = ({ count, items }: { readonly count: number; readonly items: readonly unknown[] }): string =>
  items.length < count ? `, ${items.length} of them here` : '';

/** The sentences of each tool's answer, with figures, period, zone, currency and how certain they are. */
export const say = {
  today: ({ sentences }: Outputs['today']['tell']): Said => sentences.map(({ text, link }) => `${text} (${link})`),

  report: (page: Outputs['report']['rows']): Said => {
    const { items, start_date: start, end_date: end, timezone, currency, complete_to: until } = page;
    const net = items.reduce((sum, row) => sum + Number(row.net), 0);
    const won = items.reduce((sum, row) => sum + row.won, 0);
    return [
      `From ${start} to ${end} UTC (days and hours of ${timezone}) the rows shown have a net of ${english.money(net)} ${currency} from ${english.counted(won, 'bid')} won: ${english.counted(page.count, 'row')}${shownOf(page)}.`,
      `Every auction is counted exactly, up to ${until} UTC; money is what was earned, in ${currency}, and net_cpm a price for 1,000.`,
      ...page.left_out,
    ];
  },

  movement: ({
    sentences,
    periods: { from, against },
    timezone,
    currency,
    auctions,
  }: Outputs['movement']['tell']): Said => [
    `Net from ${from.start} to ${from.end} against ${against.start} to ${against.end} UTC (days of ${timezone}), in ${currency}, estimated from ${english.count(auctions.from)} and ${english.count(auctions.against)} recorded auctions:`,
    ...sentences.map(({ text }) => text),
  ],

  alerts: (page: Outputs['alert']['list']): Said => {
    const open = page.items.filter(({ state }) => state === 'open');
    return [
      `${english.counted(page.count, 'alert')}${shownOf(page)}; ${english.count(open.length)} of these are open.`,
      ...open
        .slice(0, mostSaid)
        .map(
          ({ id, since, sentence, every_days: days }) =>
            `Alert ${id}, since ${since} UTC: ${sentence}${days > 0 ? ` By chance this happens about once in ${english.counted(Math.round(days), 'day')}.` : ''}`,
        ),
    ];
  },

  tiers: (page: Outputs['tier']['list']): Said => [
    `${english.counted(page.count, 'live tier')}${shownOf(page)}, the state of this moment; a higher priority is checked first, and minimums are net CPM prices.`,
  ],

  lint: ({ tiers, findings, draft_id: draft }: Outputs['ymProfile']['lint']): Said => {
    const where = draft === null ? 'live tiers' : `tiers of draft ${draft}`;
    return [
      `Lint finds ${english.counted(findings.length, 'thing')} in the ${english.count(tiers)} ${where}, by rule and without a doubt.`,
      ...findings.slice(0, mostSaid).map(({ severity, message, advice }) => `${severity}: ${message} ${advice}`),
    ];
  },

  history: (page: Outputs['ymProfile']['history']): Said => [
    `${english.counted(page.count, 'step')}${shownOf(page)}, the newest first; times are UTC.`,
    ...page.items
      .slice(0, mostSaid)
      .map(({ time, user, kind, summary }) => `${time}, ${user} (${kind}): ${summary.slice(0, mostSaid).join('; ')}`),
  ],
};
