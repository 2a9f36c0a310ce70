import { usualKey, holidaysKey, UsualDay } from '../report/usual.ts';
import { exampleAnswer, listEnvelope, oneEnvelope } from './envelope.ts';
import { type Json, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

/** The schemas of what is usual, and of holidays. */
export const usualSchemas = (): Json => ({
  ...components({ UsualDay }, 'output'),
  UsualOne: oneEnvelope(usualKey, 'UsualDay'),
  Holidays: listEnvelope(holidaysKey, 'CalendarDay'),
});

const none = { net: null, auctions: null, fill: null, net_cpm: null, forgone: null };
const hour = (time: string) => ({ hour: time, local: time, figures: none, buyers: [] });
const holidays = [
  { date: '2027-01-01', name: "New Year's Day" },
  { date: '2027-03-26', name: 'Good Friday' },
];

/** Examples of answers, by operation. */
export const usualShown: Readonly<Record<string, Shown>> = {
  readUsual: {
    answer: jsonContent(ref('UsualOne'), {
      learning: exampleAnswer(usualKey, {
        count: 1,
        start_element: 0,
        num_elements: 100,
        [usualKey]: {
          ym_profile_id: 1,
          date: '2026-11-24',
          timezone: 'UTC',
          currency: 'USD',
          calendar: null,
          is_learning: true,
          learned_hours: 0,
          until: null,
          day: none,
          buyers: [],
          hours: [hour('2026-11-24 00:00:00'), hour('2026-11-24 01:00:00')],
          quiet_buyers: [],
          finds: [],
        },
      }),
    }),
  },
  readHolidays: {
    answer: jsonContent(ref('Holidays'), {
      germany: exampleAnswer(holidaysKey, { count: 9, start_element: 0, num_elements: 9, [holidaysKey]: holidays }),
    }),
  },
};
