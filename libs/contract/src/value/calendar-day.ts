import { z } from 'zod';
import type { Issue } from '../error/issue.ts';
import { text } from './scalar.ts';

/** Days that a calendar may have: some twenty a year for twenty years. */
export const maxCalendarDays = 400;
const maxName = 100;

const dateIs = 'The day';
const nameIs = 'What it is';
/** A day of a calendar: 2026-11-22. */
export const CalendarDate = z.iso.date().meta({ id: 'CalendarDate', description: 'A day: `2026-11-22`' });

/** A day that is unlike others, in the member's time zone. */
export const CalendarDay = z
  .strictObject({ date: z.string().describe(dateIs), name: z.string().describe(nameIs) })
  .meta({ id: 'CalendarDay' });
export type CalendarDay = z.output<typeof CalendarDay>;

export const CalendarDayInput = z
  .strictObject({ date: CalendarDate.describe(dateIs), name: text(1, maxName).describe(nameIs) })
  .meta({ id: 'CalendarDayInput' });

/** Two entries of one day would be two names of it. */
export function repeatedDays(days: readonly CalendarDay[] | null): Issue[] {
  const seen = new Set<string>();
  return (days ?? []).flatMap(({ date }, at) => {
    const isNew = !seen.has(date);
    seen.add(date);
    return isNew
      ? []
      : [{ path: `calendar.${at}.date`, message: `is ${date}, which stands there twice, allowed: each day once` }];
  });
}
