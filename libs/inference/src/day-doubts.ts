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
  /** The probability of a mean of the last half as large, or larger, if the true one is 0. */
  readonly recentAbove: number | null;
  /** Probabilities of means as far below those before, or further, if days are alike: of the last third, and the last day. */
  readonly thirdBelow: number | null;
  readonly lastDayBelow: number | null;
}

/** What days speak against, by code. A comparison and a live test say the same sentence for the same code. */
export const dayDoubts = [
  'few_days',
  'missing_weekdays',
  'days_differ',
  'no_recent_gain',
  'trend',
  'last_day',
] as const;
export type DayDoubt = (typeof dayDoubts)[number];

/** Days that every verdict to act needs, so that each weekday is among them. */
export const daysOfAVerdict = 7;
/** Days from which a log shows whether the deviation of a day continues on the next. */
export const daysThatShow = 28;
/** A difference that had ended by the last half is acted on in at most this share of logs. */
const recentShare = 0.05;
/** Of logs whose days are alike, the share that seem to have a trend, and a last day that is off. */
const [trendShare, lastDayShare] = [0.05, 0.025];
/** The same of a last day where there is nothing to act on: as few as of a break, which is named then, too. */
const lastDayShareUnsure = 0.01;

/** A last day that is off by less is as usual days are: of logs whose days are alike, in this share one seems further off. */
const lastDayShareMayLast = 0.1;

/** The probability that days alike speak as clearly against a difference of this sign: a gain that falls, a smaller loss. */
const against = (below: number | null, sign: 1 | -1) => (below === null ? 1 : sign > 0 ? below : 1 - below);

/**
 * Whether a last day is so far on the side that speaks against a difference of this sign (1: a gain) that what it shows
 * may last. A lower bar than that of the doubt `last_day`: it keeps nobody from anything.
 */
export const mayLastDayLast = (lastDayBelow: number, sign: 1 | -1): boolean =>
  against(lastDayBelow, sign) < lastDayShareMayLast;

/** What is said of days where the interval does not lie on one side of 0, and all else is only chance. */
const saidIfUnsure: ReadonlySet<DayDoubt> = new Set(['few_days', 'last_day']);

/**
 * Why days keep a difference of this sign (1: a gain) from a verdict that is acted on. `isSure`: whether the interval
 * lies on that side of 0; if not, only what is true of the days whatever the difference.
 */
export function findDayDoubts(evidence: DayEvidence, sign: 1 | -1, isSure = true): DayDoubt[] {
  const { days, missingWeekdays, doDiffer, sideByWeeks, recentAbove, thirdBelow, lastDayBelow } = evidence;
  const holds: Readonly<Record<DayDoubt, boolean>> = {
    few_days: days < daysOfAVerdict,
    missing_weekdays: days >= daysOfAVerdict && missingWeekdays.length > 0,
    days_differ: doDiffer && (days < daysThatShow || sideByWeeks !== sign),
    no_recent_gain: recentAbove !== null && (sign > 0 ? recentAbove : 1 - recentAbove) > recentShare,
    trend: against(thirdBelow, sign) < trendShare,
    last_day: against(lastDayBelow, sign) < (isSure ? lastDayShare : lastDayShareUnsure),
  };
  return dayDoubts.filter((code) => holds[code] && (isSure || saidIfUnsure.has(code)));
}

/** Figures of a sentence, as text. */
export interface SaidOfDays extends Pick<DayEvidence, 'days' | 'missingWeekdays'> {
  /** 1: a gain; -1: a loss. */
  readonly sign: 1 | -1;
  /** Of the last half, the last third and the last day; null: not known. `difference` such as `+1.20 USD`. */
  readonly recent: SaidOfEnd | null;
  readonly third: SaidOfEnd | null;
  readonly lastDay: SaidOfEnd | null;
}

interface SaidOfEnd {
  readonly days: number;
  readonly difference: string;
}

const counted = (days: number) => (days === 1 ? '1 day' : `${days} days`);
const endText = (end: SaidOfEnd | null) => (end === null ? '' : ` (${counted(end.days)}: ${end.difference})`);

/** The sentence of each code. */
export const dayDoubtTexts: Readonly<Record<DayDoubt, (said: SaidOfDays) => string>> = {
  few_days: ({ days }) =>
    `${days === 0 ? 'No whole day has' : `Only ${counted(days)} ${days === 1 ? 'has' : 'have'}`} been seen; a verdict needs ${daysOfAVerdict} whole days, one of every weekday.`,
  missing_weekdays: ({ missingWeekdays }) =>
    `No ${missingWeekdays.join(', ')} has been seen, so what the draft does over a week is not known.`,
  days_differ: ({ days }) =>
    days < daysThatShow
      ? `Days probably differ by more than their auctions explain, and one unusual day may be followed by another; one period in twenty looks like this by chance. ${daysThatShow} days would tell.`
      : 'Days differ by more than their auctions explain, and by whole weeks the difference may be chance.',
  no_recent_gain: ({ sign, recent }) =>
    `The last half alone does not show the ${sign > 0 ? 'gain' : 'loss'}${endText(recent)}.`,
  trend: ({ third }) =>
    `The difference shrinks: the last third shows less of it than the days before${endText(third)}.`,
  last_day: ({ lastDay }) => `The last day contradicts the days before it${endText(lastDay)}.`,
};
