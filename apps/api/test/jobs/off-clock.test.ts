import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dateText, epochMsOf } from '@auction-tiers/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/auth/clock.ts';
import { runAuction } from '../fixture/auction-body.ts';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { type Instance, openInstance } from '../fixture/instance.ts';
import { startReceiver } from '../fixture/receiver.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { rowsOf } from '../report/report-reader.ts';
import { alertsOf, jobNames, newDraft, oldFile, timed, untimed } from './timed.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];

/** A host whose clock is off, while its monotonic clock is right. */
const hostOff = (offMs: number) => ({ ...systemClock, epochMs: () => systemClock.epochMs() + offMs });

let data: DemoData;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let shared: string;
beforeAll(async () => {
  data = await startDemoData();
  receiver = await startReceiver();
  shared = mkdtempSync(join(tmpdir(), 'auction-tiers-shared-'));
});
afterAll(async () => {
  receiver.close();
  await data.close();
  rmSync(shared, { recursive: true, force: true });
});

/** Runs on a host whose clock is off. No job runs by itself: the test says when. */
async function onHost(offMs: number, work: (instance: Instance) => Promise<void>): Promise<void> {
  const environment = { ...data.environment, WEBHOOK_ALLOW: '127.0.0.1/32', RECORD_URL: pathToFileURL(shared).href };
  const instance = await openInstance(
    { ...environment, RECORD_DAYS: '1' },
    { hostClock: hostOff(offMs), startsJobs: false },
  );
  try {
    await work(instance);
  } finally {
    await instance.close();
  }
}

/** The jobs that act at no time that an object names. */
const others: Readonly<Record<string, string>> = {
  alerts: 'opens what it finds at once: below, with the time that it says',
  channels: 'gives up what is too old: below',
  counts: 'merges what was counted: below, in which hour',
  recorded: 'removes by age: below',
  changes: 'removes by age: resource/change-log-trim.test.ts has it with clocks that disagree',
  'recorded-files': 'removes by age: recorded/retention.test.ts has it with clocks that disagree',
};

test('every job that repeats is tried under a clock that is off, or says why it need not be', () => {
  const tried = Object.keys(timed).filter((name) => name !== 'ends of keys');
  expect([...tried, ...Object.keys(others)].toSorted()).toEqual(jobNames.toSorted());
});

describe.for([
  ['five minutes ahead', 5 * minuteMs],
  ['five minutes behind', -5 * minuteMs],
] as const)('on a host whose clock is %s', ([, offMs]) => {
  test.for(Object.entries(timed))(
    '%s act at their time by the clock of Redis, and not before',
    async ([name, plant]) => {
      await onHost(offMs, async (instance) => {
        const nowMs = await instance.opened.store.serverTimeMs();
        const over = await plant(instance, dateText(nowMs - minuteMs), receiver);
        const ahead = await plant(instance, dateText(nowMs + 4 * minuteMs), receiver);
        if (name !== 'ends of keys') await instance.opened.jobs.run(name);
        expect({ over: await over(), ahead: await ahead() }).toEqual({ over: 1, ahead: 0 });
      });
    },
  );
});

test('what is too old in the shared place stays while the clocks disagree by hours, and goes once they agree', async () => {
  const file = oldFile(shared);
  await onHost(2 * hourMs, ({ opened }) => opened.jobs.run('recorded'));
  expect(existsSync(file)).toBe(true);
  await onHost(0, ({ opened }) => opened.jobs.run('recorded'));
  expect(existsSync(file)).toBe(false);
});

describe.for([
  ['ahead', 2 * hourMs],
  ['behind', -2 * hourMs],
] as const)('on a host whose clock is two hours %s', ([, offMs]) => {
  test('an alert begins, and an auction is counted, at the time by the clock of Redis', async () => {
    await onHost(offMs, async (instance) => {
      const { opened, send } = instance;
      expectOk(await send('PUT', '/member?id=1', { body: { timezone: 'UTC' } }));
      const fromMs = await opened.store.serverTimeMs();
      const draftId = await newDraft(instance);
      expectOk(await send('POST', `/draft/ask?id=${draftId}`, { body: {} }));
      await opened.jobs.run('alerts');
      const { id } = await createYmProfile(send);
      await runAuction(send, { ym_profile_id: id, bids: [] });
      await opened.liveReport.flush();
      await opened.jobs.run('counts');
      const toMs = await opened.store.serverTimeMs();
      const [alert] = await alertsOf(instance, draftId);
      expect(epochMsOf(String(alert?.['since']))).toBeGreaterThanOrEqual(Math.floor(fromMs / 1000) * 1000);
      expect(epochMsOf(String(alert?.['since']))).toBeLessThanOrEqual(toMs);
      const hours = await rowsOf(send, '&group_by=hour', id);
      const possible = [fromMs, toMs].map((ms) => `${dateText(ms).slice(0, 13)}:00:00`);
      expect(possible).toContain(hours.find(({ auctions }) => Number(auctions) === 1)?.hour);
    });
  });

  test('a channel is told for a day by the clock of Redis, and no longer', async () => {
    await onHost(offMs, async (instance) => {
      const nowMs = await instance.opened.store.serverTimeMs();
      for (const [hours, times] of [
        [25, 0],
        [23, 1],
      ] as const) {
        const arrived = await untimed.channels(instance, dateText(nowMs - hours * hourMs), receiver);
        await instance.opened.jobs.run('channels');
        expect([hours, await arrived()]).toEqual([hours, times]);
      }
    });
  });
});
