/** What the days of a log, or of a live test, show beside its interval. Null: not known, so nothing is said of it. */
export interface DayEvidence {
  /** The days that count. */
  readonly days: number;
  /** Days of the week that none of them is, by name. */
  readonly missingWeekdays: readonly string[];
  /** Whether days differ by more than their hours explain. */
  readonly doDiffer: boolean;
  /** The side of 0 on which the interval by whole weeks lies (Student's t); 0: it holds 0; null: too few weeks. */
  readonly sideByWeeks: -1 | 0 | 1 | null;
  /** Probabilities of means as far below those before, or further, if days are alike: of the last third, and the last day. */
  readonly thirdBelow: number | null;
  readonly lastDayBelow: number | null;
}

/** What days speak against, by code. A comparison and a live test say the same sentence for the same code. */
export const dayDoubts = ['few_days', 'missing_weekdays', 'days_differ', 'trend', 'last_day'] as const;
export type DayDoubt = (typeof dayDoubts)[number];

/** Days that every verdict to act needs, so that each weekday is among them. */
export const daysOfAVerdict = 7;
/** Days from which a log shows whether the deviation of a day continues on the next. */
export const daysThatShow = 28;
/** Of logs whose days are alike, the share that seem to have a trend, and a last day that is off. */
const [trendShare, lastDayShare] = [0.05, 0.025];

/** Why days keep a difference of this sign (1: a gain) from a verdict that is acted on. */
export function findDayDoubts(evidence: DayEvidence, sign: 1 | -1): DayDoubt[] {
  const { days, missingWeekdays, doDiffer, sideByWeeks, thirdBelow, lastDayBelow } = evidence;
  // A gain is doubted where it falls, a loss where it becomes smaller.
  const against = (below: number | null) => (below === null ? 1 : sign > 0 ? below : 1 - below);
  const holds: Readonly<Record<DayDoubt, boolean>> = {
    few_days: days < daysOfAVerdict,
    missing_weekdays: days >= daysOfAVerdict && missingWeekdays.length > 0,
    days_differ: doDiffer && (days < daysThatShow || sideByWeeks !== sign),
    trend: against(thirdBelow) < trendShare,
    last_day: against(lastDayBelow) < lastDayShare,
  };
  return dayDoubts.filter((code) => holds[code]);
}

/** Figures of a sentence, as text. */
export interface SaidOfDays extends Pick<DayEvidence, 'days' | 'missingWeekdays'> {
  /** Of the last third, such as `3 days: +1.20 USD`, and of the last day. */
  readonly third: string;
  readonly lastDay: string;
}

/** The sentence of each code. */
export const dayDoubtTexts: Readonly<Record<DayDoubt, (said: SaidOfDays) => string>> = {
  few_days: ({ days }) =>
    `Only ${days === 1 ? '1 day has' : `${days} days have`} been seen, and a verdict needs ${daysOfAVerdict} whole days: one of every weekday.`,
  missing_weekdays: ({ missingWeekdays }) =>
    `No ${missingWeekdays.join(', ')} has been seen: what the draft does in a week is not known.`,
  days_differ: ({ days }) =>
    days < daysThatShow
      ? `Days likely differ by more than their auctions explain, and what one day is off may go on the next; one in twenty logs looks so by chance. ${daysThatShow} days would tell.`
      : 'Days differ by more than their auctions explain, and the interval by whole weeks holds 0.',
  trend: ({ third }) => `The difference shrinks: the last third shows less of it than the days before (${third}).`,
  last_day: ({ lastDay }) =>
    `The last day is outside of what the days before it let expect, to the other side (${lastDay}).`,
};
