import { addDays, calendarOf, type Day, weekOf } from '@auction-tiers/calendar';

/** Days that are often looked at. */
export interface QuickDays {
  readonly label: string;
  readonly from: Day;
  readonly to: Day;
}

/** The ranges for today by the clock of a time zone. */
export const quickDaysNow = (timeZone: string): readonly QuickDays[] =>
  quickDays(calendarOf(timeZone).dayAt(Date.now()));

/** The ranges for a day of the member's time zone that counts as today. A week begins on Monday. */
export function quickDays(today: Day): readonly QuickDays[] {
  const yesterday = addDays(today, -1);
  const lastSunday = addDays(weekOf(today), -1);
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Yesterday', from: yesterday, to: yesterday },
    { label: 'Last 7 days', from: addDays(today, -6), to: today },
    { label: 'Last week (Mon – Sun)', from: addDays(lastSunday, -6), to: lastSunday },
  ];
}
