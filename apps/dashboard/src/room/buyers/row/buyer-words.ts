import type { UsualDay } from '@auction-tiers/contract';
import { percentText } from '../../../figure/count.ts';
import { weekdayName } from '../../../figure/date.ts';
import { cpmColumn, cpmIn, earnedText, figures, type Range, sideOf } from '../../../figure/figures.ts';
import { changeOf, type Weeks } from '../../../report/weeks.ts';
import { type Learned, learningText } from '../../../report/learning.ts';

/** `0.45 USD a day in the last 7 days, 8.2 % more than in the week before (0.36 to 0.52 a day).` */
export function weekWords(weeks: Weeks, currency: string): string {
  const { thisWeek, days, lastWeek, range } = weeks;
  const now = `${earnedText(thisWeek)} ${currency} a day ${days === 1 ? 'on the last whole day' : `in the last ${days} days`}`;
  const change = changeOf(weeks);
  if (lastWeek === null) return `${now}. Nothing is known of the week before.`;
  if (change === null) return `${now}, and nothing in the week before.`;
  const spread = range === null ? '' : ` (${earnedText(range.low)} to ${earnedText(range.high)} a day)`;
  const size = figures.percent(Math.abs(change), 0, 0);
  if (size === figures.percent(0, 0, 0)) return `${now}, as in the week before${spread}.`;
  return `${now}, ${size} ${change > 0 ? 'more' : 'less'} than in the week before${spread}.`;
}

/** What a buyer did on a day, up to when its ranges count. */
interface OnDay {
  /** Of all auctions; null: there was none. */
  readonly bidRate: number | null;
  /** What it paid for a win, net CPM; null: it won none. */
  readonly price: number | null;
}

type Usual = Learned & Pick<UsualDay, 'calendar' | 'is_learning' | 'buyers' | 'until'>;

/** How often a buyer bid on the day of its usual ranges and what it paid, against these ranges, a sentence each. */
export function usualWords(buyerId: number, { bidRate, price }: OnDay, usual: Usual): string[] {
  const { bid_rate: rates = null, net_cpm: prices = null } =
    usual.buyers.find(({ buyer_id: id }) => id === buyerId) ?? {};
  const weekday = weekdayName(usual.date);
  const kind = usual.calendar === null ? `a ${weekday}` : usual.calendar.name;
  const when = usual.until === null ? `On ${weekday}` : 'Today so far';
  const judged = (text: string, value: number, range: Range | null, say: (one: number) => string) => {
    if (range === null) return `${text}.`;
    const side = { [-1]: 'below what is usual', 0: 'as is usual', 1: 'above what is usual' }[sideOf(value, range, say)];
    return `${text}, ${side} on ${kind} (${say(range.low)} to ${say(range.high)}).`;
  };
  const bids =
    bidRate === null
      ? []
      : [judged(`${when} it bids in ${percentText(bidRate)} of auctions`, bidRate, rates, percentText)];
  const pays =
    price === null ? [] : [judged(`It pays ${cpmColumn(price)} ${cpmIn()} net for a win`, price, prices, cpmColumn)];
  const unknown = usual.is_learning
    ? [`What is usual: ${learningText(usual)}.`]
    : rates === null && prices === null
      ? ['Usual ranges are known of the buyers that bid most.']
      : [];
  return [...bids, ...pays, ...unknown];
}
