import { type Deviation, deviationsOf, everyDays, type Model } from './model.ts';
import type { WindowCounts } from './series.ts';

/** What a look has found: one cause, and what else is off because of it. */
export interface Anomaly extends Deviation {
  /** A look that far below comes by chance about once in so many days. */
  readonly everyDays: number;
  /** Names of other figures that are off too. */
  readonly also: readonly string[];
}

export interface Found {
  readonly anomalies: readonly Anomaly[];
  /** Causes that are off by so little that what was told of them is over. */
  readonly isOver: (name: string) => boolean;
}

/** Earlier ones explain later ones: with less traffic there is less net. */
const ranks = ['auctions', 'fill', 'price', 'net'];

/**
 * Looks at parts of hours, half an hour in all. Each buyer that is off is one cause, and explains all else; without one
 * the first of traffic, fill, price and net, then tiers.
 */
export function judge(model: Model, windows: readonly WindowCounts[]): Found {
  const deviations = deviationsOf(model, windows);
  const off = deviations.filter(({ distance }) => distance > model.threshold);
  const buyers = off.filter(({ name }) => name.startsWith('buyer:'));
  const rest = off
    .filter(({ name }) => !name.startsWith('buyer:'))
    .toSorted((one, other) => rankOf(one.name) - rankOf(other.name) || other.distance - one.distance);
  const causes = buyers.length > 0 ? buyers.toSorted((one, other) => other.distance - one.distance) : rest.slice(0, 1);
  const anomalies = causes.map((cause, at): Anomaly => {
    const also = at === 0 ? rest.filter(({ name }) => name !== cause.name).map(({ name }) => name) : [];
    return { ...cause, everyDays: everyDays(model, cause.distance), also };
  });
  const byName = new Map(deviations.map((one) => [one.name, one.distance]));
  return { anomalies, isOver: (name) => (byName.get(name) ?? 0) < model.threshold / 2 };
}

const rankOf = (name: string): number => {
  const rank = ranks.indexOf(name);
  return rank < 0 ? ranks.length : rank;
};
