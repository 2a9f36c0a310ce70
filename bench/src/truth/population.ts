/** A population of auctions whose true effect is known, and the size of its logs. */
export interface Population {
  readonly name: string;
  readonly days: number;
  readonly auctions: number;
  readonly placements: number;
  /** The cluster that shares a price shock, and the shock's share of log price variance (intraclass correlation). */
  readonly sharedBy: 'nothing' | 'hour' | 'hour and placement' | 'day' | 'two days' | 'user';
  readonly share: number;
  /** The share of a day's or hour's shock that the next one keeps: AR(1). */
  readonly persistence: number;
  /** Standard deviation of the logarithm of prices; `pareto`: a Pareto tail of 1.8. */
  readonly prices: number | 'pareto';
  /** Relative increase of the draft side's bids by weekday, from Monday; adds up to 0 over a week. */
  readonly byWeekday: readonly number[];
  /** Relative increase of the draft side's bids by day of the log; the last one is the present. */
  readonly byDay: readonly number[];
  /** Relative increase of the draft side's bids by hour of the day; weighted by `hourWeight` it adds up to 0. */
  readonly byHour: readonly number[];
  /** Hours of the day whose auctions the log lacks, and the most auctions of an hour that it has. */
  readonly unrecorded: readonly number[];
  readonly mostPerHour: number;
  /** Weekdays without auctions; Monday is 0. */
  readonly closed: readonly number[];
  /** Users have equal activity, or a Pareto tail of 1.2: a few have most auctions; or one of them, a bot, has a fifth. */
  readonly users: 'alike' | 'pareto' | 'bot';
  /** Share of the auctions that name their user. */
  readonly named: number;
  /** Whether a user has another id in each auction, as sessions have. */
  readonly hasNewIds: boolean;
  /** Whether the caller declares that no user returns. */
  readonly noUnits: boolean;
  /** One in `oneIn` auctions loses `means` mean prices, and all others gain as much in total; undefined: none does. */
  readonly rare: { readonly oneIn: number; readonly means: number; readonly seenElsewhere: boolean } | undefined;
  /** The number of drafts that are tried on one log, of which the best is judged. */
  readonly tries: number;
  /** True effects, in standard errors of the difference in a log. */
  readonly effects: readonly number[];
  /** The suite's goal: how often a gain is launched. */
  readonly leastLaunched: number;
  /** Share of the logs without a trace of the loss: they look like a true gain, and are launched like one. */
  readonly untraced: number;
}

const usual: Omit<Population, 'name'> = {
  days: 7,
  auctions: 3000,
  placements: 20,
  sharedBy: 'nothing',
  share: 0.3,
  persistence: 0,
  prices: 0.4,
  byWeekday: [],
  byDay: [],
  byHour: [],
  unrecorded: [],
  mostPerHour: Infinity,
  closed: [],
  users: 'alike',
  named: 0,
  hasNewIds: false,
  noUnits: true,
  rare: undefined,
  tries: 1,
  effects: [0, 3],
  leastLaunched: 0,
  untraced: 0,
};
const population = (name: string, more: Partial<Population> = {}): Population => ({ ...usual, name, ...more });

const hoursADay = 24;

/** Auctions of an hour of the day, relative to each other: evenings have three times as many as nights. */
export const hourWeight = (hour: number): number => (2 + Math.sin(((hour - 14) / hoursADay) * 2 * Math.PI)) / 3;

const weightOf = (own: readonly number[]) => own.reduce((sum, hour) => sum + hourWeight(hour), 0);

/** A draft that loses this share in some hours of the day, and gains as much in all others together. */
function losingAt(loss: number, isLosing: (hour: number) => boolean): readonly number[] {
  const hours = Array.from({ length: hoursADay }, (_, hour) => hour);
  const gain = (loss * weightOf(hours.filter(isLosing))) / weightOf(hours.filter((hour) => !isLosing(hour)));
  return hours.map((hour) => (isLosing(hour) ? -loss : gain));
}

const night = [0, 1, 2, 3, 4, 5];
const meanWeight = 2 / 3;

const cycle = [0.15, 0.1, 0.05, 0, 0.1, -0.2, -0.2];
const ofDays = { sharedBy: 'day', share: 0.1 } as const;
const persistent = { ...ofDays, persistence: 0.8 } as const;
/** Rules that gain on weekdays and lose as much at weekends. */
const workdays = [0.08, 0.08, 0.08, 0.08, 0.08, -0.2, -0.2];
const daysOf = (days: number, gain: number) => Array.from({ length: days }, () => gain);
const ofUsers = { sharedBy: 'user', named: 1, noUnits: false } as const;
const atZero = { effects: [0] } as const;

/** Auctions that are correlated in ways that an interval may miss, and prices that are hard to average. */
export const populations: readonly Population[] = [
  population('independent', { effects: [0, -3, 3], leastLaunched: 0.33 }),
  population('shock by hour and placement, ICC 0.3', { sharedBy: 'hour and placement', leastLaunched: 0.5 }),
  population('shock by hour, ICC 0.3', { sharedBy: 'hour', leastLaunched: 0.5 }),
  population('shock by hour, ICC 0.3, 20,000 auctions', { sharedBy: 'hour', auctions: 20_000 }),
  population('shock by hour, ICC 0.3, one placement, 2 days', { sharedBy: 'hour', placements: 1, days: 2 }),
  population('shock by day, ICC 0.1', { ...ofDays, effects: [0, -3, 3] }),
  population('shock by day, ICC 0.1, 28 days', { ...ofDays, days: 28, effects: [0, 5], leastLaunched: 0.5 }),
  population('independent, 14 days', { days: 14, leastLaunched: 0.33 }),
  population('shock by day, ICC 0.1, 2 days', { ...ofDays, days: 2 }),
  population('the same users, ICC 0.3', { ...ofUsers, leastLaunched: 0.5 }),
  population('prices with a Pareto tail of 1.8', { prices: 'pareto' }),

  population('Monday to Friday only, weekends opposite', {
    ...atZero,
    byWeekday: [0.05, 0.05, 0.05, 0.05, 0.05, -0.125, -0.125],
    closed: [5, 6],
    days: 14,
    // The interval should cover the mean of the weekdays in the log, which is what the report states.
  }),
  population('+8 % on weekdays, -20 % at weekends, 5 days', { ...atZero, byWeekday: workdays, days: 5 }),
  population('+8 % on weekdays, -20 % at weekends, 14 days', { ...atZero, byWeekday: workdays, days: 14 }),
  population('days as AR(1) 0.8, ICC 0.1, 7 days', { ...persistent }),
  population('days as AR(1) 0.8, ICC 0.1, 14 days', { ...persistent, days: 14 }),
  population('days as AR(1) 0.8, ICC 0.1, 28 days', { ...persistent, days: 28 }),
  population('returning users (Pareto 1.2), named', { ...ofUsers, users: 'pareto' }),
  population('returning users (Pareto 1.2), not named', { ...ofUsers, users: 'pareto', named: 0 }),
  population('returning users (Pareto 1.2), each time with a new id', { ...ofUsers, users: 'pareto', hasNewIds: true }),
  population('a bot with a fifth of all auctions, not named', { ...ofUsers, users: 'bot', named: 0 }),
  population('a gain on days 1 to 4, nothing since', { ...atZero, byDay: [0.06, 0.06, 0.06, 0.06, 0, 0, 0] }),
  population('one auction in 2,000 loses 200 means', {
    ...atZero,
    rare: { oneIn: 2000, means: 200, seenElsewhere: false },
    untraced: (1 - 1 / 2000) ** usual.auctions,
  }),
  population('the same, where such bids are seen elsewhere', {
    ...atZero,
    rare: { oneIn: 2000, means: 200, seenElsewhere: true },
  }),
  population('the best of ten drafts, shock by day', { ...atZero, ...ofDays, tries: 10 }),
  population('a weekly cycle, 7 days', { byWeekday: cycle }),
  population('a weekly cycle, 14 days', { byWeekday: cycle, days: 14, leastLaunched: 0.45 }),

  population('a weekly cycle, 10 days', { byWeekday: cycle, days: 10 }),
  population('a weekly cycle, 28 days', { byWeekday: cycle, days: 28, leastLaunched: 0.5 }),
  population('a weekly cycle and shocks by day, 14 days', { ...ofDays, byWeekday: cycle, days: 14 }),
  population('days as AR(1) 0.5, ICC 0.05, 14 days', { ...persistent, persistence: 0.5, share: 0.05, days: 14 }),
  population('hours as AR(1) 0.9, ICC 0.1, 7 days', { sharedBy: 'hour', share: 0.1, persistence: 0.9 }),
  population('shocks of two days, ICC 0.1, 14 days', { ...persistent, sharedBy: 'two days', persistence: 0, days: 14 }),
  population('a gain in week 1, nothing in week 2', {
    ...atZero,
    days: 14,
    byDay: [...daysOf(7, 0.05), ...daysOf(7, 0)],
  }),
  population('+10 % until day 9 of 14, -10 % since', {
    ...atZero,
    days: 14,
    byDay: [...daysOf(9, 0.1), ...daysOf(5, -0.1)],
  }),
  population('+5 % on 13 days, and a last day that loses 15 %', {
    ...atZero,
    days: 14,
    byDay: [...daysOf(13, 0.05), -0.15],
  }),
  population('a gain of 5 % that fades over 14 days', {
    ...atZero,
    days: 14,
    byDay: Array.from({ length: 14 }, (_, day) => 0.05 * Math.max(0, 1 - day / 10)),
  }),
  population('the log lacks the nights, in which the draft loses', {
    ...atZero,
    byHour: losingAt(0.3, (hour) => night.includes(hour)),
    unrecorded: night,
  }),
  population('at most 30 auctions an hour are recorded, and busy hours lose', {
    ...atZero,
    auctions: 6000,
    byHour: losingAt(0.15, (hour) => hourWeight(hour) > meanWeight),
    mostPerHour: 30,
  }),
  population('returning users, named in one of fifty auctions', { ...ofUsers, named: 0.02 }),
  population('prices of a log spread of 1.2', { prices: 1.2 }),
  population('the best of five drafts, independent', { ...atZero, tries: 5 }),
];
