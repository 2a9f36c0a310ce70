import type { Day } from '@auction-tiers/calendar';
import { type Figure, followHour, learnFigure, type Part } from './figure.ts';
import { placesOf, type WeekClock, weekHours } from './place.ts';
import { namesOf, type WindowCounts } from './series.ts';

const hourMs = 3_600_000;
/** The least hours of history: with fewer, an hour of the week has hardly another week to be compared with. */
export const leastHours = 2 * weekHours;

/** What a model learns from. */
export interface Past {
  readonly clock: WeekClock;
  /** Whole hours of the member's clock, consecutive, the oldest first. */
  readonly hours: readonly WindowCounts[];
  /** Days of the member's calendar, which are unlike others. */
  readonly calendar: ReadonlySet<Day>;
  /** Accepted over all figures together. */
  readonly falseAlarmsPerMonth: number;
}

/** What is usual for a ym-profile, learned from its own past. */
export interface Model {
  readonly clock: WeekClock;
  readonly calendar: ReadonlySet<Day>;
  readonly figures: ReadonlyMap<string, Figure>;
}

/** A figure that has a range, and is not watched. */
const unwatched = 'forgone';

/** The hours from the first one with auctions on; empty if they are fewer than two weeks. */
export function knownHours(hours: readonly WindowCounts[]): readonly WindowCounts[] {
  const known = hours.slice(hours.findIndex(({ auctions }) => auctions > 0));
  const [first, last] = [known[0], known.at(-1)];
  const isEnough =
    first !== undefined && first.auctions > 0 && (last!.startMs - first.startMs) / hourMs + 1 >= leastHours;
  return isEnough ? known : [];
}

/**
 * Learns by hour of the week; null where less than two weeks are known. Each figure has a limit of its own, with an equal
 * share of the accepted false alarms. Learning a figure takes some milliseconds; `pause` is awaited between two.
 */
export async function learnModel(past: Past, pause: () => Promise<unknown>): Promise<Model | null> {
  const { clock, calendar, falseAlarmsPerMonth } = past;
  const hours = knownHours(past.hours);
  if (hours.length === 0) return null;
  const parts = hours.map((counts): Part => ({ counts, places: placesOf(clock, counts.startMs, calendar) }));
  const names = namesOf(hours);
  const figures = new Map<string, Figure>();
  for (const name of [...names, unwatched]) {
    const share = name === unwatched ? 0 : falseAlarmsPerMonth / names.length;
    figures.set(name, learnFigure(name, parts, share));
    await pause();
  }
  return { clock, calendar, figures };
}

/** The places of an hour that begins at a moment. */
export const placesAt = ({ clock, calendar }: Pick<Model, 'clock' | 'calendar'>, startMs: number): readonly number[] =>
  placesOf(clock, startMs, calendar);

/** The parts of a window, with their places. */
export const partsOf = ({ clock, calendar }: Model, counts: readonly WindowCounts[]): readonly Part[] =>
  counts.map((one) => ({ counts: one, places: placesOf(clock, one.startMs, calendar) }));

/** The model after another hour: the levels of its figures follow it. */
export function follow(model: Model, hour: WindowCounts): Model {
  const [part] = partsOf(model, [hour]);
  return {
    ...model,
    figures: new Map(Array.from(model.figures, ([name, figure]) => [name, followHour(figure, part!)])),
  };
}
