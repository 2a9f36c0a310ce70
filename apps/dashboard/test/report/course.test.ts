import type { ReportRow } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { coursesOf } from '../../src/report/course.ts';

const row = (tier: number | null, day: string, net: string, excluded = '0') =>
  ({ tier_id: tier, day, net, excluded_net: excluded, bids: 1, won: 0 }) as unknown as ReportRow;

const keyOf = ({ tier_id: id }: ReportRow) => id ?? 0;

test('a course has each whole day, 0 where there was nothing, and what an exclude kept out', () => {
  // Counting began two weeks before: the first day is whole.
  const days = Array.from({ length: 14 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`);
  const rows = [row(2, days[12]!, '0.2'), row(3, days[12]!, '0', '0.5'), ...days.map((day) => row(null, day, '0.3'))];
  const place = { to: days[13]!, timeZone: 'America/New_York' };
  const report = { rows, complete_to: '2026-11-14 18:00:00' };
  const courses = coursesOf(report, place, keyOf, (one) => Number(one.net) + Number(one.excluded_net));
  // The last day goes on.
  expect(courses.get(0)).toEqual(Array(13).fill(0.3));
  expect(courses.get(2)).toEqual([...Array(12).fill(0), 0.2]);
  expect(courses.get(3)).toEqual([...Array(12).fill(0), 0.5]);
  // Of a placement or a buyer it is net, whatever was excluded there.
  expect(coursesOf(report, place, keyOf).get(3)).toEqual(Array(13).fill(0));
  expect(coursesOf({ rows, complete_to: '2026-11-15 05:00:00' }, place, () => 0).get(0)).toHaveLength(14);
});
