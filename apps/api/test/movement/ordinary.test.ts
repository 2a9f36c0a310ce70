import { addDays, calendarOf } from '@auction-tiers/calendar';
import type { MovementAnswer } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { newYmProfile } from '../fixture/draft.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';

const zone = calendarOf('America/New_York');
const clock = new TestClock();
const service = useService({ RECORD_AUCTIONS: '1', RECORD_DAYS: '40' }, { clock, recordClock: clock.epochMs });
const { send } = service;

/** To the next day, at a time at which no zone's day ends soon. */
function passDay(): void {
  clock.pass(zone.momentOf(addDays(zone.dayAt(clock.epochMs()), 1), '12:00')! - clock.epochMs());
}

test('a day that differs as earlier days do is called ordinary before any cause, a halved one is not', async () => {
  expectOk(await send('PUT', '/member', { body: { timezone: zone.timezone, calendar: null } }));
  const { ymProfile } = await newYmProfile(send);
  const decideDay = async (auctions: number) => {
    for (let at = 0; at < auctions; at++) {
      const bids = [bid('a', 101, 3 + (at % 4) / 10), bid('b', 102, 2)];
      await runAuction(send, { ym_profile_id: ymProfile.id, seed: `${clock.epochMs()} ${at}`, bids });
    }
    await service.opened.recorder?.settle();
    await service.opened.liveReport.flush();
    passDay();
  };
  const read = async () => {
    const { response } = expectOk(await send('GET', `/movement?ym_profile_id=${ymProfile.id}`));
    const { sentences } = response['movement'] as MovementAnswer;
    expect(sentences.length).toBeLessThanOrEqual(5);
    return sentences.map(({ kind }) => kind);
  };
  passDay();
  for (const auctions of [20, 22, 19, 21, 20, 18, 21, 20, 22, 19]) await decideDay(auctions);
  // The last whole day has two earlier pairs: too few to say what is ordinary.
  expect(await read()).not.toContain('ordinary');
  for (const auctions of [20, 21]) await decideDay(auctions);
  expect((await read()).slice(0, 2)).toEqual(['net', 'ordinary']);
  await decideDay(10);
  expect(await read()).not.toContain('ordinary');
});
