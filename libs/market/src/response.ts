import { z } from 'zod';
import { exponential } from '@auction-tiers/chance';

/** How a market's buyers react to other rules: the content of a `--response` file. Default 0 or null: no reaction. */
export const ResponseParams = z.strictObject({
  version: z.literal(1),
  /** The relative rise of bids once the draft decides every auction and buyers have fully learnt it. */
  raise: z.number().min(-0.9).max(9).default(0),
  /** Hours until buyers have learnt 63 % of the change. */
  lag_hours: z.number().min(0).max(8760).default(12),
  /** The part of a bid's excess over the minimum that a buyer has learnt to save. */
  shading: z.number().min(0).max(0.99).default(0),
  /** The part by which a buyer has learnt to lower its bid where the draft newly prefers it, so that it wins all the same. */
  preference_shading: z.number().min(0).max(0.99).default(0),
  /** The daily budget of the named buyers, in money, divided among clusters; once spent, no bids until midnight. */
  budget: z
    .strictObject({ members: z.array(z.int().min(1)).min(1).max(1000), per_day: z.number().min(0).max(1e9) })
    .nullable()
    .default(null),
  /** Standard deviations of the shared noise of log prices: per day, and per cluster and day. */
  noise: z
    .strictObject({ day: z.number().min(0).max(2).default(0.1), cluster_day: z.number().min(0).max(2).default(0.05) })
    .default({ day: 0.1, cluster_day: 0.05 }),
});
export type ResponseParams = z.output<typeof ResponseParams>;

/**
 * How far buyers have learnt, from 0 to 1, after more hours in which the draft decided a share of their auctions: the
 * distance to the share shrinks by the factor e in `lag_hours`. With a lag of 0 they learn at once.
 */
export function learn(learnt: number, share: number, hours: number, { lag_hours: lag }: ResponseParams): number {
  return lag === 0 ? share : share + (learnt - share) * exponential(-hours / lag);
}

/** What a draft asks of a buyer. */
export interface Asked {
  readonly minimum: number;
  /** Whether the draft prefers the buyer, and the tiers before did not. */
  readonly isPreferred?: boolean;
}

/**
 * The price bid by a buyer who has learnt this much: raised, then shaded towards the minimum if it reaches it, and where
 * the buyer is preferred lowered further, to no less than the minimum. A bid below the minimum is not shaded: it has
 * nothing to save.
 */
export function answerPrice(
  price: number,
  { minimum, isPreferred = false }: Asked,
  learnt: number,
  { raise, shading, preference_shading: ofPreferred }: ResponseParams,
): number {
  const raised = price * (1 + raise * learnt);
  if (raised <= minimum) return raised;
  const shaded = raised - shading * learnt * (raised - minimum);
  return isPreferred ? Math.max(minimum, shaded * (1 - ofPreferred * learnt)) : shaded;
}

/** The spending of buyers with a daily budget in one cluster, by day. */
export class Budget {
  readonly #perDay: number;
  #day = -1;
  #spent = 0;

  /** `part`: this cluster's part of all auctions. */
  constructor({ budget }: ResponseParams, part: number) {
    this.#perDay = budget === null ? Infinity : budget.per_day * part;
  }

  /** Whether budget is left on this day. */
  isLeft(day: number): boolean {
    if (day !== this.#day) [this.#day, this.#spent] = [day, 0];
    return this.#spent < this.#perDay;
  }

  spend(money: number): void {
    this.#spent += money;
  }
}
