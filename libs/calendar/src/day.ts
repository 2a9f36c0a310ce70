import { temporal } from './temporal.ts';

/** A day of a time zone: `2026-11-22`. Days compare as texts. All functions of days throw a RangeError for another text. */
export type Day = string;

const dayForm = /^\d{4}-\d\d-\d\d$/;
const dateOf = (day: Day) => temporal.PlainDate.from(day);

/** Whether something is the text of a day that there is: a thirtieth of February is not. */
export function isDay(text: string): boolean;
export function isDay(text: unknown): text is Day;
export function isDay(text: unknown): boolean {
  if (typeof text !== 'string' || !dayForm.test(text)) return false;
  try {
    dateOf(text);
    return true;
  } catch {
    return false;
  }
}

/** The day so many days later, or earlier. */
export const addDays = (day: Day, days: number): Day => dateOf(day).add({ days }).toString();

/** The time at which an hour of a day begins: `08:00`; the end of the day is `24:00`. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** How many days later `to` is than `from`; negative if it is earlier. */
export const daysBetween = (from: Day, to: Day): number => dateOf(from).until(dateOf(to)).days;

const firstDay = '1970-01-01';

/** Days since 1970-01-01, for arithmetic that goes on. */
export const numberOfDay = (day: Day): number => daysBetween(firstDay, day);

/** The day of a number, which `numberOfDay` gives. */
export const dayOfNumber = (number: number): Day => addDays(firstDay, number);

/** 0 is Monday, 6 is Sunday. */
export const weekdayOf = (day: Day): number => dateOf(day).dayOfWeek - 1;

/** The week of a day, named by its Monday. */
export const weekOf = (day: Day): Day => addDays(day, -weekdayOf(day));

/** The month of a day: `2026-11`. */
export const monthOf = (day: Day): string => dateOf(day).toPlainYearMonth().toString();
