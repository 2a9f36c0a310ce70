import { z } from 'zod';
import { quote } from '../error/issue.ts';

const form = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Milliseconds since 1970 of a time in the service's format, UTC; undefined if the time does not exist. */
export function epochMsOf(text: string): number | undefined {
  const ms = form.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  // `Date.parse` reads the 31st of a month with 30 days as the 1st of the next month.
  return dateText(ms) === text ? ms : undefined;
}

/** A time as the service writes it, UTC: `2026-12-01 06:00:00`. */
export const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** A time with its offset from UTC, or without one; a fraction of a second is left out. */
const offsetForm =
  /^(?<date>\d{4}-\d\d-\d\d)[T ](?<time>\d\d:\d\d:\d\d)(?:\.\d{1,9})?(?<offset>Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

/** A sent time in the form of `dateText`; undefined if the time does not exist. */
function sentTextOf(text: string): string | undefined {
  const { date, time, offset = 'Z' } = offsetForm.exec(text)?.groups ?? {};
  const ms = epochMsOf(`${date} ${time}`);
  if (ms === undefined) return undefined;
  const [hours, minutes] = offset === 'Z' ? [0, 0] : [Number(offset.slice(1, 3)), Number(offset.slice(4))];
  const utc = dateText(ms - (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000);
  // In UTC the year may be below 0 or above 9999, which cannot be stored.
  return epochMsOf(utc) === undefined ? undefined : utc;
}

const SentMoment = z.string().meta({
  id: 'Moment',
  description: 'Moment, with its offset from UTC or `Z`; without one in UTC',
  pattern: offsetForm.source,
  examples: ['2099-12-01 06:00:00', '2099-12-01T06:00:00-05:00'],
});

/** A sent time with an offset from UTC or `Z`, or in UTC without one; parsed to the form of `dateText`. */
export const moment = () =>
  SentMoment.transform((text, context) => {
    const utc = sentTextOf(text);
    if (utc !== undefined) return utc;
    const message = `is ${quote(text)}, allowed: a time such as 2026-12-01T06:00:00-05:00, 2026-12-01T11:00:00Z or, in UTC, 2026-12-01 11:00:00`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A day, or a time as the service writes it, and how that is said. */
export const dayOrMoment = {
  form: /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/,
  words: 'YYYY-MM-DD, or YYYY-MM-DD HH:MM:SS in UTC',
};

/** Whether a text is a day or a time that there is: a thirtieth of February is not. */
export const isDayOrMoment = (text: string): boolean =>
  dayOrMoment.form.test(text) && epochMsOf(text.length === 10 ? `${text} 00:00:00` : text) !== undefined;
