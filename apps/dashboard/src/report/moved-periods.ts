import { addDays, againstPeriod, type Day, daysBetween } from '@auction-tiers/calendar';

/** With which days a period is compared. */
export const comparedWith = ['week', 'before'] as const;
export type ComparedWith = (typeof comparedWith)[number];
export const comparedWords: Readonly<Record<ComparedWith, string>> = {
  week: 'the same weekdays before',
  before: 'the days just before',
};

const mostDays = 7;

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
  const isShortened = daysBetween(chosen.from, chosen.to) >= mostDays;
  const yesterday = addDays(today, -1);
  const { from, to } = isShortened ? { from: yesterday, to: yesterday } : chosen;
  const against = againstPeriod({ from, to }, by);
  return { from, to, againstFrom: against.from, againstTo: against.to, isShortened };
}
