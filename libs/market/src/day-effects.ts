import type { Random } from '@auction-tiers/chance';

/** What a draft adds to the net of an auction, as a share of it, where the effect belongs to days. */
export interface DayEffects {
  /** On every day. */
  readonly gain: number;
  /** In addition, by day of the week; the first is that of day 0. */
  readonly byWeekday?: readonly number[];
  /** In addition, by day from day 0; nothing on later days. A gain that ends or fades, or a last day that loses. */
  readonly byDay?: readonly number[];
  /** The standard deviation around both. */
  readonly deviation: number;
  /** The part of its variance that all auctions of a day share; the rest is of the single auction. */
  readonly shared: number;
}

/** Draws the effect on one day after another. */
export class EffectDraws {
  readonly #effects: DayEffects;
  readonly #random: Random;
  #ofDay = 0;

  constructor(effects: DayEffects, random: Random) {
    this.#effects = effects;
    this.#random = random;
  }

  startDay(day: number): void {
    const { gain, byDay = [], byWeekday = [0], deviation, shared } = this.#effects;
    this.#ofDay =
      gain +
      (byDay[day] ?? 0) +
      byWeekday[day % byWeekday.length]! +
      deviation * Math.sqrt(shared) * this.#random.normal();
  }

  /** The factor by which the draft multiplies the net of the next auction. */
  next(): number {
    const { deviation, shared } = this.#effects;
    return Math.max(0, 1 + this.#ofDay + deviation * Math.sqrt(1 - shared) * this.#random.normal());
  }
}
