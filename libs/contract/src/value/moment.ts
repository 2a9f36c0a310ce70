import { z } from 'zod';
import { quote } from '../error/issue.ts';

const form = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Milliseconds since 1970 of a time as the service writes it, UTC; undefined where there is no such time. */
export function epochMsOf(text: string): number | undefined {
  const ms = form.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  // The 31st of a month that has 30 days would be the 1st of the next one.
  return dateText(ms) === text ? ms : undefined;
}

/** A time as the service writes it, UTC: `2026-12-01 06:00:00`. */
export const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** A time that is sent, UTC. */
export const moment = () =>
  z
    .string()
    .refine((text) => epochMsOf(text) !== undefined, {
      error: ({ input }) => `is ${quote(input)}, allowed: a time in UTC such as 2026-12-01 06:00:00`,
    })
    .meta({ pattern: form.source, examples: ['2099-12-01 06:00:00'] });
