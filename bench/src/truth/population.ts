/** What the prices of a side share, beside what each auction has for itself. */
export interface SharedShock {
  readonly by: 'hour' | 'hour and placement' | 'day' | 'user';
  /** Of the variance of the logarithm of prices (intraclass correlation). */
  readonly share: number;
  /** How much of the shock of an hour goes over to the next; 0: nothing. */
  readonly persistence: number;
}

/** A population of auctions whose true effect is known, and the size of its logs. */
export interface Population {
  readonly name: string;
  readonly days: number;
  readonly auctions: number;
  readonly placements: number;
  readonly shock: SharedShock | undefined;
  readonly auctionType: 1 | 2;
  readonly prices: 'lognormal' | 'pareto';
  /** Share of the auctions in which a buyer bids that is seldom there, and then high; 0: there is none. */
  readonly rareBuyerShare: number;
}

const usual = {
  days: 7,
  auctions: 3000,
  placements: 20,
  shock: undefined,
  auctionType: 1,
  prices: 'lognormal',
  rareBuyerShare: 0,
} as const satisfies Omit<Population, 'name'>;

const shared = (by: SharedShock['by'], share: number, persistence = 0): SharedShock => ({ by, share, persistence });

/** Auctions that move together in every way that an interval may miss, and prices that are hard to average. */
export const populations: readonly Population[] = [
  { ...usual, name: 'independent' },
  { ...usual, name: 'shock by hour and placement, ICC 0.3', shock: shared('hour and placement', 0.3) },
  { ...usual, name: 'shock by hour, ICC 0.3', shock: shared('hour', 0.3) },
  { ...usual, name: 'shock by hour, ICC 0.3, 20,000 auctions', shock: shared('hour', 0.3), auctions: 20_000 },
  {
    ...usual,
    name: 'shock by hour, ICC 0.3, one placement, 2 days',
    shock: shared('hour', 0.3),
    placements: 1,
    days: 2,
  },
  { ...usual, name: 'shock by day, ICC 0.1', shock: shared('day', 0.1) },
  { ...usual, name: 'shock by day, ICC 0.1, 2 days', shock: shared('day', 0.1), days: 2 },
  { ...usual, name: 'the same users, ICC 0.3', shock: shared('user', 0.3) },
  { ...usual, name: 'campaigns, AR(1) 0.95 an hour, ICC 0.3', shock: shared('hour', 0.3, 0.95) },
  { ...usual, name: 'second price', auctionType: 2 },
  { ...usual, name: 'prices with a Pareto tail of 1.8', prices: 'pareto' },
  { ...usual, name: 'a rare large buyer', rareBuyerShare: 0.01 },
];

/** The population over twice as many days, with twice as many auctions. */
export function doubled(population: Population): Population {
  return { ...population, days: 2 * population.days, auctions: 2 * population.auctions };
}

/** Whether its logs are too short for a launch. */
export function isShort({ days }: Population): boolean {
  return days < 5;
}

/** Whether its days move together, so that no log of a week can tell its spread well. */
export function isPersistent({ shock }: Population): boolean {
  return shock !== undefined && shock.persistence > 0;
}
