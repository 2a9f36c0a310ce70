import { type Deviation, deviationsOf, everyDays, type Model } from './model.ts';
import type { WindowCounts } from './series.ts';

/** What a look has found: one cause, and what else is off because of it. */
export interface Anomaly extends Deviation {
  /** A look that far off comes by chance about once in so many days. */
  readonly everyDays: number;
  /** Names of other figures that are off too. */
  readonly also: readonly string[];
  /** Net less what was expected of it; null: it is that of another cause. */
  readonly netDifference: number | null;
}

export interface Found {
  readonly anomalies: readonly Anomaly[];
  /** Causes that are off by so little that what was told of them is over. */
  readonly isOver: (name: string) => boolean;
}

/** Earlier ones explain later ones: with less traffic there is less net. */
const ranks = ['auctions', 'fill', 'price', 'buyer_price', 'net', 'tier'];
const rankOf = ({ name }: Deviation): number => ranks.indexOf(name.split(':')[0]!);

/**
 * Looks at parts of hours, half an hour in all. Each buyer that bids less often is one cause, and explains all else; else a
 * single buyer that pays less; else the first of traffic, fill, prices, net, tiers. Where nothing fell, the oddest rise.
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
