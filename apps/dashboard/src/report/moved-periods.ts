import { addDays, type Day, startOfDay } from '../figure/date.ts';

/** With which days a period is compared. */
export const comparedWith = ['week', 'before'] as const;
export type ComparedWith = (typeof comparedWith)[number];
export const comparedWords: Readonly<Record<ComparedWith, string>> = {
  week: 'the same weekdays before',
  before: 'the days just before',
};

const mostDays = 7;
const dayMs = 86_400_000;
const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The two periods: the chosen days, or yesterday where these are too many, and those that they are compared with. */
export interface Periods {
  readonly from: Day;
  readonly to: Day;
  readonly againstFrom: Day;
  readonly againstTo: Day;
  /** Whether the chosen days were too many. */
  readonly isShortened: boolean;
}

/** `today`: the present day, of which only the hours that are over are compared. */
export function periodsOf(chosen: { readonly from: Day; readonly to: Day }, today: Day, by: ComparedWith): Periods {
  const isShortened = daysBetween(chosen.from, chosen.to) > mostDays;
  const yesterday = addDays(today, -1);
  const { from, to } = isShortened ? { from: yesterday, to: yesterday } : chosen;
  const days = daysBetween(from, to);
  const apart = by === 'week' ? mostDays : days;
  return { from, to, againstFrom: addDays(from, -apart), againstTo: addDays(to, -apart), isShortened };
}

/**
 * The hours to compare with if a clock change makes the periods unequal: as many as the later period has. Null: whole
 * days.
 */
export function againstHours(
  { from, to, againstFrom, againstTo }: Periods,
  timeZone: string,
  by: ComparedWith,
): { readonly startMs: number; readonly endMs: number } | null {
  const [start, end, againstStart, againstEnd] = [from, addDays(to, 1), againstFrom, addDays(againstTo, 1)].map((day) =>
    startOfDay(day, timeZone),
  ) as [number, number, number, number];
  const lengthMs = end - start;
  if (lengthMs === againstEnd - againstStart) return null;
  const startMs = by === 'before' ? start - lengthMs : againstStart;
  return { startMs, endMs: startMs + lengthMs };
}
