import { english } from '@auction-tiers/figure';
import { ReportCounts, valueCell } from '@auction-tiers/tally';
import type { Counted } from './hour-counts.ts';

const dayMs = 86_400_000;
/** A seat has appeared if it bid in the last day and not in so many days before. */
const daysWithout = 6;
/** So many seats are named. */
const mostNamed = 3;

/** An unknown seat, and its bids of the last day. */
export interface AppearedSeat {
  readonly name: string;
  readonly bids: number;
}

/** The unknown seats that have appeared in the last day, those with most bids first: one may be a buyer that vanished. */
export async function appearedSeats(counted: Counted, nowMs: number): Promise<readonly AppearedSeat[]> {
  const seats = await seatsIn(counted, nowMs - dayMs, nowMs);
  if (seats.size === 0) return [];
  const before = await seatsIn(counted, nowMs - (1 + daysWithout) * dayMs, nowMs - dayMs);
  return Array.from(seats, ([name, bids]) => ({ name, bids }))
    .filter(({ name }) => !before.has(name))
    .toSorted((one, other) => other.bids - one.bids);
}

/** The bids of the unknown seats in the hours that begin in a period. */
async function seatsIn({ store, subject, cuts }: Counted, fromMs: number, toMs: number): Promise<Map<string, number>> {
  const counts = new ReportCounts(Number.POSITIVE_INFINITY);
  const by = { tier: false, buyer: false, breakdowns: ['unknown_seat'] } as const;
  await store.read(subject, store.hours({ cuts }, fromMs, toMs), by, () => counts);
  const table = counts.valuesOf('unknown_seat');
  return new Map(Array.from(table.rows(), ([seat, row]) => [String(seat), table.sums.cells[row + valueCell.bids]!]));
}

/** What an alert of a buyer that vanished says of the seats that have appeared. */
export function appearedWords(seats: readonly AppearedSeat[]): string {
  if (seats.length === 0) return '';
  const named = seats.slice(0, mostNamed).map(({ name, bids }) => `“${name}” (${english.count(bids)} bids)`);
  const what = seats.length === 1 ? 'an unknown seat has appeared' : `${seats.length} unknown seats have appeared`;
  return `; in the last 24 hours ${what}: ${named.join(', ')}${seats.length > mostNamed ? ', ...' : ''}. It may be this buyer under another name`;
}
