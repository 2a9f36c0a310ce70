import { z } from 'zod';
import { allowed } from '../error/issue.ts';
import { ActingFor } from '../query/list-input.ts';
import { Id } from '../value/scalar.ts';

const hourPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:00(?::00(?:\.0{1,3})?)?Z$/;

/** Date.parse may read February 30 as a day of March, so the date is compared. */
function isDay(text: string): boolean {
  const timeMs = Date.parse(text);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().slice(0, 13) === text.slice(0, 13);
}

/** The beginning of an hour, UTC: auctions are recorded by the hour. */
export const Hour = z
  .string()
  .refine(
    (text) => hourPattern.test(text) && isDay(text),
    allowed('the beginning of an hour such as 2026-11-21T08:00:00Z'),
  )
  .meta({ format: 'date-time', examples: ['2026-11-21T08:00:00Z'] });

/** Hours of recorded auctions. */
export const recordedPeriod = {
  from: Hour.describe('The first hour, UTC'),
  to: Hour.describe('The hour after the last, UTC'),
};

/** Adds to a schema with `recordedPeriod` the rule that the period has at least one hour. */
export function requireHours(
  { from, to }: { readonly from: string; readonly to: string },
  context: z.core.$RefinementCtx,
): void {
  if (Date.parse(from) < Date.parse(to)) return;
  context.addIssue({ code: 'custom', path: ['to'], message: `is ${to}, allowed: an hour after ${from}`, input: to });
}

const owner = {
  ym_profile_id: Id.describe('The yield management profile'),
  member_id: ActingFor.optional(),
};

export const ListRecorded = z.strictObject(owner);

/** More hours than are kept by default. */
export const mostRecordedHours = 400;

const HourList = z
  .string()
  .meta({ examples: ['2026-11-21T08:00Z,2026-11-21T10:00Z'] })
  .transform((text) => text.split(','))
  .pipe(z.array(Hour).max(mostRecordedHours));

/** The least and the most bytes that may be requested for a part; a part has at least as many, except the last. */
const [leastPartBytes, partBytes] = [16 * 1024, 1024 * 1024];

export const RecordedContentInput = z
  .strictObject({
    ...owner,
    ...recordedPeriod,
    hours: HourList.optional().describe(
      `Only these hours, by their start, separated by commas, at most ${mostRecordedHours}; absent: all`,
    ),
    after: z
      .string()
      .regex(/^[\w.-]{1,100}:\d{1,15}$/, allowed('the next of the part before'))
      .meta({ examples: ['1-20261121T08.jsonl.gz:0'] })
      .optional()
      .describe('The `next` of the previous part; absent: the first part'),
    part_bytes: z
      .int()
      .min(leastPartBytes)
      .max(partBytes)
      .default(partBytes)
      .describe('Approximate compressed bytes of a part; a larger frame is one part'),
  })
  .superRefine(requireHours);
export type RecordedContentInput = z.output<typeof RecordedContentInput>;

/** The auctions of a ym-profile that were recorded in an hour. */
export const RecordedHour = z
  .strictObject({
    hour: z.string().describe('When the hour begins, UTC'),
    auctions: z.int().min(0).describe('Auctions recorded in it'),
    share: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'The share of auctions that was recorded, by `record_share` of the member or else `RECORD_AUCTIONS`: `auctions` divided by it estimates how many there were',
      ),
    least_share: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'The lowest share in the hour: below `share` only where it changed. Each auction has its own `decided.share`, and stands for one divided by it',
      ),
    is_whole: z
      .boolean()
      .describe('Whether the hour is over and all of it is recorded, as far as a sample can show it'),
    sealed_until: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'For the current hour, where hosts share recorded auctions: up to when the auctions of all processes are there',
      ),
  })
  .describe('Recorded auctions of one hour');
export type RecordedHour = z.output<typeof RecordedHour>;

/** A part of the recorded auctions of some hours. */
export const RecordedContent = z
  .strictObject({
    content: z
      .string()
      .describe(
        'Whole zstd frames of JSON lines, in base64. The concatenated parts are a file `*.jsonl.zst`. Empty: there is no further auction',
      ),
    next: z.string().nullable().describe('Value of `after` for the next part; null: this is the last'),
  })
  .describe('A part of the recorded auctions of some hours');
export type RecordedContent = z.output<typeof RecordedContent>;
