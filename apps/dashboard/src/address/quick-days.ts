import { addDays, type Day, dayOf } from '../figure/date.ts';

/** Days that are often looked at. */
export interface QuickDays {
  readonly label: string;
  readonly from: Day;
  readonly to: Day;
}

/** The ranges for today by the clock of a time zone. */
export const quickDaysNow = (timeZone: string): readonly QuickDays[] => quickDays(dayOf(Date.now(), timeZone));

/** The ranges for a day of the member's time zone that counts as today. A week begins on Monday. */
export function quickDays(today: Day): readonly QuickDays[] {
  const yesterday = addDays(today, -1);
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay();
  const lastSunday = addDays(today, -(weekday === 0 ? 7 : weekday));
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Yesterday', from: yesterday, to: yesterday },
    { label: 'Last 7 days', from: addDays(today, -6), to: today },
    { label: 'Last week (Mon – Sun)', from: addDays(lastSunday, -6), to: lastSunday },
  ];
}
