import type { LogHour } from '../../compare/judging/log-days.ts';

/** The hours of a log, with their auctions and what changes in net. */
export class Hours {
  readonly #hours = new Map<number, { auctions: number; netDifference: number }>();

  add(hour: number, netDifference: number): void {
    this.#add(hour, 1, netDifference);
  }

  /** Adds what changes in an auction that other hours have, with which these are merged. */
  addChange(hour: number, netDifference: number): void {
    this.#add(hour, 0, netDifference);
  }

  merge(other: Hours): void {
    for (const { hour, auctions, netDifference } of other.entries()) this.#add(hour, auctions, netDifference);
  }

  /** In the order of time. */
  entries(): Omit<LogHour, 'day'>[] {
    return Array.from(this.#hours, ([hour, sums]) => ({ hour, ...sums })).toSorted(
      (one, other) => one.hour - other.hour,
    );
  }

  #add(hour: number, auctions: number, netDifference: number): void {
    let found = this.#hours.get(hour);
    if (found === undefined) this.#hours.set(hour, (found = { auctions: 0, netDifference: 0 }));
    found.auctions += auctions;
    found.netDifference += netDifference;
  }
}
