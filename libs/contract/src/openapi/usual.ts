import { usualKey, holidaysKey, UsualDay } from '../report/usual.ts';
import { listEnvelope, oneEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

/** The schemas of what is usual, and of holidays. */
export const usualSchemas = (): Json => ({
  ...components({ UsualDay }, 'output'),
  UsualOne: oneEnvelope(usualKey, 'UsualDay'),
  Holidays: listEnvelope(holidaysKey, 'CalendarDay'),
});

/** Answers, by operation. */
export const usualShown: Readonly<Record<string, Shown>> = {
  readUsual: { answer: jsonContent(ref('UsualOne')) },
  readHolidays: { answer: jsonContent(ref('Holidays')) },
};
