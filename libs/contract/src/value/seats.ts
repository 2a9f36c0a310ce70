import { nameKey } from './name.ts';
import { z } from 'zod';
import type { Issue } from '../error/issue.ts';
import { impossibleKey, recordOf } from './record.ts';
import { Id } from './scalar.ts';

/** Seats that one seller may map, and the characters of one: those of a bid's `seat`. */
const [mostSeats, longestSeat] = [1000, 255];

const seat = () =>
  z
    .string()
    .meta({ pattern: String.raw`\S` })
    .transform(nameKey)
    .refine((key) => key !== '' && key.length <= longestSeat, {
      error: `allowed: a name of 1 to ${longestSeat} characters`,
    })
    .refine((key) => key !== impossibleKey, { error: 'cannot be used as a name' });

/** The buyers of seats as a seller changes them, by name in the form in which names are compared; null removes one. */
export const seatChanges = () => recordOf(seat(), Id.nullable()).meta({ examples: [{ 'saffron travel': 107 }] });

/** The buyers of seats as they are stored. */
export const storedSeats = () => z.record(z.string(), Id);

/** The issue of a seller that maps too many seats. */
export function tooManySeats(seats: Readonly<Record<string, number>> | null): Issue[] {
  const count = Object.keys(seats ?? {}).length;
  if (count <= mostSeats) return [];
  return [{ path: 'seats', message: `would have ${count} seats, allowed: at most ${mostSeats}` }];
}
