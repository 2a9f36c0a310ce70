import type { Days } from './against.ts';
import type { Day } from './day.ts';
import { formatIn } from './format.ts';

/** A day that is unlike others, such as a holiday. */
export interface NamedDay {
  readonly date: Day;
  readonly name: string;
}

/** The named days of a period, in the order of time. `days`: null where there is no calendar. */
export const namedDaysIn = (days: readonly NamedDay[] | null | undefined, { from, to }: Days): NamedDay[] =>
  (days ?? [])
    .filter(({ date }) => date >= from && date <= to)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));

const mostNamed = 3;

/** Named days for a sentence: `Thanksgiving (Thu, Nov 26) and Christmas Day (Fri, Dec 25)`; empty where there are none. */
export function namedDaysText(days: readonly NamedDay[]): string {
  const format = formatIn('UTC', 'en-US', { weekday: 'short', month: 'short', day: 'numeric' });
  const texts = days.slice(0, mostNamed).map(({ date, name }) => `${name} (${format.format(Date.parse(date))})`);
  if (days.length > mostNamed) texts.push(`${days.length - mostNamed} more`);
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
