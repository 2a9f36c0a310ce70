import { addDays, type Day } from '../figure/date.ts';

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

/** `today`: the day that goes on, which is compared by its hours that are over. */
export function periodsOf(chosen: { readonly from: Day; readonly to: Day }, today: Day, by: ComparedWith): Periods {
  const isShortened = daysBetween(chosen.from, chosen.to) > mostDays;
  const yesterday = addDays(today, -1);
  const { from, to } = isShortened ? { from: yesterday, to: yesterday } : chosen;
  const days = daysBetween(from, to);
  const apart = by === 'week' ? mostDays : days;
  return { from, to, againstFrom: addDays(from, -apart), againstTo: addDays(to, -apart), isShortened };
}
