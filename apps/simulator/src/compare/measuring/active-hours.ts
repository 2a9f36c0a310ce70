const hoursADay = 24;
/** Of each key the latest days are kept, so that memory does not grow with the log. */
export const keptDays = 100;

/** By day since the epoch, its hours as bits. */
export type ActiveHoursData = readonly (readonly [day: number, hours: number])[];

/** The hours since the epoch in which something happened. Parts of a log merge, in any order, to what the whole gives. */
export class ActiveHours {
  readonly #hoursOfDay = new Map<number, number>();
  #added = NaN;

  add(hour: number): void {
    if (hour === this.#added) return;
    this.#added = hour;
    const day = Math.floor(hour / hoursADay);
    this.#addHours(day, 1 << (hour - day * hoursADay));
  }

  has(hour: number): boolean {
    const day = Math.floor(hour / hoursADay);
    return ((this.#hoursOfDay.get(day) ?? 0) & (1 << (hour - day * hoursADay))) !== 0;
  }

  merge(data: ActiveHoursData): void {
    for (const [day, hours] of data) this.#addHours(day, hours);
  }

  /** The latest day first. */
  toData(): ActiveHoursData {
    return [...this.#hoursOfDay].toSorted(([left], [right]) => right - left).slice(0, keptDays);
  }

  #addHours(day: number, hours: number): void {
    const days = this.#hoursOfDay;
    days.set(day, (days.get(day) ?? 0) | hours);
    if (days.size < 2 * keptDays) return;
    for (const [dropped] of [...days].toSorted(([left], [right]) => right - left).slice(keptDays)) days.delete(dropped);
  }
}

export type HoursByTierData = readonly (readonly [tierId: number, hours: ActiveHoursData])[];

/** The hours in which tiers won auctions. */
export class HoursByTier {
  readonly #hours = new Map<number, ActiveHours>();

  /** `tierId`: null: no tier has won. */
  add(tierId: number | null, hour: number): void {
    if (tierId !== null) this.#of(tierId).add(hour);
  }

  entries(): readonly (readonly [tierId: number, hours: ActiveHours])[] {
    return [...this.#hours];
  }

  merge(data: HoursByTierData): void {
    for (const [tierId, hours] of data) this.#of(tierId).merge(hours);
  }

  toData(): HoursByTierData {
    return Array.from(this.#hours, ([tierId, hours]) => [tierId, hours.toData()]);
  }

  #of(tierId: number): ActiveHours {
    let hours = this.#hours.get(tierId);
    if (hours === undefined) this.#hours.set(tierId, (hours = new ActiveHours()));
    return hours;
  }
}
