import { z } from 'zod';
import { exponential } from './exact-math.ts';

/** How the buyers of a market answer other rules: what a `--response` file says. All is 0 or null by default: no answer. */
export const ResponseParams = z.strictObject({
  version: z.literal(1),
  /** By how much bids rise, as a part of them, where the draft decides every auction and buyers have learnt it. */
  raise: z.number().min(-0.9).max(9).default(0),
  /** Hours until 63 % of the way is learnt. */
  lag_hours: z.number().min(0).max(8760).default(12),
  /** The part of what a bid is above the minimum that a buyer has learnt to save. */
  shading: z.number().min(0).max(0.99).default(0),
  /** What the buyers named may spend a day, in money, shared out to clusters by their auctions; then no bids until midnight. */
  budget: z
    .strictObject({ members: z.array(z.int().min(1)).min(1).max(1000), per_day: z.number().min(0).max(1e9) })
    .nullable()
    .default(null),
  /** Standard deviations of the logarithm of prices that a day, and a cluster on a day, share. */
  noise: z
    .strictObject({ day: z.number().min(0).max(2).default(0.1), cluster_day: z.number().min(0).max(2).default(0.05) })
    .default({ day: 0.1, cluster_day: 0.05 }),
});
export type ResponseParams = z.output<typeof ResponseParams>;

/**
 * How far buyers have learnt, from 0 to 1, after some more hours in which the draft decided a share of what they saw: the
 * distance to the share shrinks by e in `lag_hours`. With a lag of 0 they know it at once.
 */
export function learn(learnt: number, share: number, hours: number, { lag_hours: lag }: ResponseParams): number {
  return lag === 0 ? share : share + (learnt - share) * exponential(-hours / lag);
}

/**
 * The price that a buyer bids who has learnt so much: raised, then shaded towards the minimum that it meets. A bid below the
 * minimum is not shaded: it has nothing to save.
 */
export function answerPrice(
  price: number,
  minimum: number,
  learnt: number,
  { raise, shading }: ResponseParams,
): number {
  const raised = price * (1 + raise * learnt);
  return raised <= minimum ? raised : raised - shading * learnt * (raised - minimum);
}

/** What buyers with a daily budget have spent in one place, by day. */
export class Budget {
  readonly #perDay: number;
  #day = -1;
  #spent = 0;

  /** `part`: of all auctions, those of this place. */
  constructor({ budget }: ResponseParams, part: number) {
    this.#perDay = budget === null ? Infinity : budget.per_day * part;
  }

  /** Whether they bid on this day. */
  isLeft(day: number): boolean {
    if (day !== this.#day) [this.#day, this.#spent] = [day, 0];
    return this.#spent < this.#perDay;
  }

  spend(money: number): void {
    this.#spent += money;
  }
}
