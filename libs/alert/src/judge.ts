import { type Deviation, deviationOf } from './figure.ts';
import type { WindowName } from './tail.ts';
import { type Model, partsOf } from './model.ts';
import type { WindowCounts } from './series.ts';

/** An anomaly found in a window: one cause, and other figures that deviate because of it. */
export interface Anomaly extends Deviation {
  /** Names of other deviating figures. */
  readonly also: readonly string[];
  /** Net less expected net; null: it is reported with another cause. */
  readonly netDifference: number | null;
}

export interface Found {
  readonly anomalies: readonly Anomaly[];
  /** Whether a figure deviates so little that its alert is over. */
  readonly isOver: (name: string) => boolean;
  /** When each figure was last off in a short window, for the next look. */
  readonly offMs: ReadonlyMap<string, number>;
}

/** Earlier figures explain later ones: less traffic means less net. */
const ranks = ['auctions', 'fill', 'price', 'buyer_price', 'net', 'tier'];
const rankOf = ({ name }: Deviation): number => ranks.indexOf(name.split(':')[0]!);
/** An alert is over once its figure deviates by less than this part of its limit. */
const overPart = 0.5;
/** The 24 hours of the longest window, and one that is not over. */
const dayMs = 25 * 3_600_000;

/** How far each figure of a window lies from what is usual. `counts`: the parts of hours that it consists of. */
export function deviationsOf(model: Model, window: WindowName, counts: readonly WindowCounts[]): Deviation[] {
  const parts = partsOf(model, counts);
  if (parts.length === 0) return [];
  return Array.from(model.figures.values(), (figure) => deviationOf(figure, window, parts));
}

/** The deviations that a look judges. */
export interface Looked {
  readonly nowMs: number;
  /** Those in the last half hour and hour. */
  readonly short: readonly Deviation[];
  /** Those in the last 24 hours. */
  readonly day: readonly Deviation[];
  /** When each figure was last off in a short window: the answer of the look before. */
  readonly offMs: ReadonlyMap<string, number>;
}

/**
 * Judges the deviations of a look; each figure by its own limit, in the window in which it deviates most. A figure that
 * was off in a short window is not judged by the day until that time has left the day. Each buyer that bids less often
 * is a cause, which explains all else; else a single buyer that pays less; else the first of traffic, fill, prices, net,
 * tiers. If nothing fell, the cause is the most unusual rise.
 */
export function judge({ nowMs, short, day, offMs: before }: Looked): Found {
  const offMs = new Map([...before].filter(([, ms]) => nowMs - ms < dayMs));
  for (const { name, excess } of short) if (excess > 1) offMs.set(name, nowMs);
  const all = [...short, ...day.filter(({ name }) => !offMs.has(name))];
  const deviations = [...Map.groupBy(all, ({ name }) => name).values()].map((some) =>
    some.reduce((most, one) => (one.excess > most.excess ? one : most)),
  );
  const off = deviations.filter(({ excess }) => excess > 1).toSorted((one, other) => other.excess - one.excess);
  const [rises, falls] = [true, false].map((isRise) => off.filter((one) => one.isRise === isRise)) as [
    Deviation[],
    Deviation[],
  ];
  const of = (kind: string) => falls.filter(({ name }) => name.startsWith(`${kind}:`));
  const [buyers, payers] = [of('buyer'), of('buyer_price')];
  const ranked = falls.toSorted((one, other) => rankOf(one) - rankOf(other));
  const causes =
    buyers.length > 0 ? buyers : payers.length === 1 ? payers : (falls.length > 0 ? ranked : rises).slice(0, 1);
  const others = (falls.length > 0 ? ranked : rises).filter((one) => !causes.includes(one)).map(({ name }) => name);
  const netIn = (window: WindowName) => all.find((one) => one.name === 'net' && one.window === window);
  const anomalies = causes.map((cause, at): Anomaly => {
    const net = netIn(cause.window);
    return {
      ...cause,
      also: at === 0 ? others : [],
      netDifference: at === 0 && net !== undefined ? net.count - net.expected : null,
    };
  });
  const byName = new Map(deviations.map((one) => [one.name, one.excess]));
  return { anomalies, offMs, isOver: (name) => (byName.get(name) ?? 0) < overPart };
}
