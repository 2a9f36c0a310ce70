import { type Deviation, deviationsOf, everyDays, type Model } from './model.ts';
import type { WindowCounts } from './series.ts';

/** An anomaly found in a window: one cause, and other figures that deviate because of it. */
export interface Anomaly extends Deviation {
  /** By chance a deviation of this size occurs about once in this many days. */
  readonly everyDays: number;
  /** Names of other deviating figures. */
  readonly also: readonly string[];
  /** Net less expected net; null: it is reported with another cause. */
  readonly netDifference: number | null;
}

export interface Found {
  readonly anomalies: readonly Anomaly[];
  /** Whether a figure deviates so little that its alert is over. */
  readonly isOver: (name: string) => boolean;
}

/** Earlier figures explain later ones: less traffic means less net. */
const ranks = ['auctions', 'fill', 'price', 'buyer_price', 'net', 'tier'];
const rankOf = ({ name }: Deviation): number => ranks.indexOf(name.split(':')[0]!);

/**
 * Judges a window of parts of hours, half an hour in all. Each buyer that bids less often is a cause, which explains
 * all else; else a single buyer that pays less; else the first of traffic, fill, prices, net, tiers. If nothing fell,
 * the cause is the most unusual rise.
 */
export function judge(model: Model, windows: readonly WindowCounts[]): Found {
  const deviations = deviationsOf(model, windows);
  const off = deviations
    .filter(({ distance }) => distance > model.threshold)
    .toSorted((one, other) => other.distance - one.distance);
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
  const net = deviations.find(({ name }) => name === 'net');
  const anomalies = causes.map(
    (cause, at): Anomaly => ({
      ...cause,
      everyDays: everyDays(model, cause.distance),
      also: at === 0 ? others : [],
      netDifference: at === 0 && net !== undefined ? net.count - net.expected : null,
    }),
  );
  const byName = new Map(deviations.map((one) => [one.name, one.distance]));
  return { anomalies, isOver: (name) => (byName.get(name) ?? 0) < model.threshold / 2 };
}
