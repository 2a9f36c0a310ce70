import { hashSeed, Random } from '@auction-tiers/chance';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { expect, test } from 'vitest';
import { judgeKeeping } from '../../src/compare/judging/keeping.ts';
import { toLogDays } from '../../src/compare/judging/log-days.ts';
import { PromiseHours } from '../../src/compare/measuring/promise-hours.ts';

const hoursOfDay = 24;
const firstHour = Date.UTC(2026, 9, 5) / 3_600_000;
const promise: ReadCommitment = { subject: 'buyer', id: 7, bound: 'at_least', figure: 'wins', wanted: 240 };

/** The amounts of a promise by day, spread evenly over the hours of each; the net of an hour is 100. */
interface Given {
  readonly current: readonly number[];
  readonly draft: readonly number[];
  readonly commitment?: Partial<ReadCommitment>;
  readonly share?: number;
}

function keepingOf({ current, draft, commitment = {}, share = 1 }: Given) {
  const asked = { ...promise, ...commitment };
  const hours = new PromiseHours([asked]);
  const counts = (ofDay: number) => ({ net: 100, amounts: Float64Array.of(ofDay / hoursOfDay) });
  const all = current.flatMap((before, day) =>
    Array.from({ length: hoursOfDay }, (_, at) => {
      const hour = firstHour + day * hoursOfDay + at;
      hours.add(hour, counts(before), counts(draft[day]!));
      return { hour, auctions: 10, netDifference: 0 };
    }),
  );
  const net = asked.figure === 'share_of_net' ? hoursOfDay * 100 : 1;
  const unit = (asked.figure === 'net' ? 1e9 : 1) * share;
  const mean = (days: readonly number[]) => days.reduce((sum, one) => sum + one, 0) / days.length / net / unit;
  return judgeKeeping(hours, 0, { current: mean(current), draft: mean(draft) }, toLogDays(all, 'UTC'), share);
}

/** So many days, each off the mean by as much, to one side and the other in turn. */
const around = (mean: number, off: number, days = 14) =>
  Array.from({ length: days }, (_, day) => mean + (day % 2 === 0 ? off : -off));

test.for<[string, Given, boolean, object | null]>([
  ['far beyond the spread of days', { current: around(320, 5), draft: around(270, 5) }, true, { draft: 14 }],
  ['below', { current: around(320, 5), draft: around(230, 5) }, false, { days: 14, current: 14, draft: 0 }],
  [
    'in the mean only, where all days kept it before',
    { current: around(320, 5), draft: around(250, 20) },
    false,
    { current: 14, draft: 7 },
  ],
  ['as often as before', { current: around(250, 20), draft: around(250, 20) }, true, { current: 7, draft: 7 }],
  ['less surely than before', { current: around(250, 20), draft: around(248, 20) }, false, { current: 7, draft: 7 }],
  ['a little less often than before', { current: around(300, 40), draft: around(296, 40) }, true, { days: 14 }],
  ['much less often than before', { current: around(300, 40), draft: around(270, 40) }, false, { days: 14 }],
  ['just, from below', { current: around(230, 20), draft: around(241, 20) }, false, { draft: 7 }],
  ['on four days', { current: around(320, 5, 4), draft: around(250, 20, 4) }, true, null],
  [
    'an upper bound, just',
    { current: around(200, 5), draft: around(235, 20), commitment: { bound: 'at_most' } },
    false,
    { draft: 7 },
  ],
  [
    'nothing, of a bound of nothing',
    { current: around(9, 0), draft: around(0, 0), commitment: { bound: 'at_most', wanted: 0 } },
    true,
    { current: 0, draft: 14 },
  ],
  [
    'a share of the net',
    { current: around(320, 5), draft: around(270, 5), commitment: { figure: 'share_of_net', wanted: 0.1 } },
    true,
    { draft: 14 },
  ],
  [
    'an amount of net',
    { current: around(320, 5), draft: around(270, 5), commitment: { figure: 'net', wanted: 240e-9 } },
    true,
    { draft: 14 },
  ],
  ['in a sample, whose days say nothing', { current: around(160, 2), draft: around(130, 5), share: 0.5 }, true, null],
])('a promise that days keep %s', ([, given, isKept, days]) => {
  const found = keepingOf(given);
  expect(found.isKept).toBe(isKept);
  if (days === null) expect(found.keptDays).toBeNull();
  else expect(found.keptDays).toMatchObject(days);
});

test.for([0, 0.8])(
  'of 60 drafts whose days in truth do not reach a promise, few count as keeping it: a day keeps %s of the one before',
  (kept) => {
    const days = 14;
    let [sure, inMean] = [0, 0];
    for (let at = 0; at < 60; at++) {
      const random = new Random(hashSeed(`keeping ${kept} ${at}`), 1);
      let level = random.normal();
      const draft = Array.from({ length: days }, () => {
        level = kept * level + Math.sqrt(1 - kept ** 2) * random.normal();
        return 235 + 20 * level;
      });
      const found = keepingOf({ current: around(400, 5, days), draft });
      if (draft.reduce((sum, one) => sum + one, 0) >= 240 * days) inMean++;
      if (found.isKept) sure++;
    }
    // By the mean alone many would have counted.
    expect(inMean).toBeGreaterThan(2);
    expect(sure).toBe(0);
  },
);
