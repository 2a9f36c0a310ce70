import { type ReportBreakdown, reportBreakdowns, type ReportRow, usualBreakdowns } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { auctionBodies, rowsOf, totalOf } from './report-reader.ts';

const clock = new TestClock();
const service = useService({}, { clock });

const count = async (ymProfileId: number, auctions: readonly Row[]) => {
  const body = { auctions: auctions.map((one) => ({ ...one, ym_profile_id: ymProfileId })) };
  expectOk(await service.send('POST', '/auction/batch', { body }));
  await service.opened.liveReport.flush();
};
const countBy = async (report_breakdowns: readonly ReportBreakdown[] | null) => {
  expectOk(await service.send('PUT', '/member?id=1', { body: { report_breakdowns } }));
  // The counter takes up the setting as it stores counts.
  await service.opened.liveReport.flush();
};
const ask = (ymProfileId: number, query: string) => service.send('GET', `/report?ym_profile_id=${ymProfileId}${query}`);

const site = (of: number) => ({ impression: { site_id: of } });

const summed = ['auctions', 'sold', 'bids', 'won', 'excluded'] as const;
const earned = ['gross', 'net', 'forgone', 'excluded_net'] as const;
const nanos = (text: string) => BigInt(text.replace('.', ''));

function sumsOf(rows: readonly Row[]) {
  const counts = summed.map((name) => rows.reduce((sum, row) => sum + Number(row[name]), 0));
  const money = earned.map((name) => rows.reduce((sum, row) => sum + nanos(String(row[name])), 0n));
  return [...counts, ...money];
}

test('the rows of an attribute add up to the totals whenever it was switched on or off', async () => {
  const step = fc.record({
    breakdowns: fc.option(fc.subarray<ReportBreakdown>([...reportBreakdowns])),
    auctions: fc.integer({ min: 1, max: 12 }),
    hours: fc.nat(30),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), async (steps) => {
      const { id } = await createYmProfile(service.send);
      for (const [at, { breakdowns, auctions, hours }] of steps.entries()) {
        await countBy(breakdowns);
        await count(id, auctionBodies(auctions, at * 20));
        clock.pass(hours * 3_600_000);
      }
      for (const breakdown of reportBreakdowns) {
        const ever = steps.some(({ breakdowns }) => (breakdowns ?? usualBreakdowns).includes(breakdown));
        for (const time of [undefined, 'hour', 'day', 'week', 'month'] as const) {
          const byTime = time === undefined ? '' : `,${time}`;
          const answer = await ask(id, `&group_by=${breakdown}${byTime}`);
          const isOn = (steps.at(-1)!.breakdowns ?? usualBreakdowns).includes(breakdown);
          expect(answer.status).toBe(ever || isOn ? 200 : 400);
          if (answer.status === 400) continue;
          const rows = answer.response['report-rows'] as ReportRow[];
          const totals = await rowsOf(service.send, time === undefined ? '' : `&group_by=${time}`, id);
          const wanted = Map.groupBy(totals, (row) => row[time ?? 'hour'] ?? '');
          const got = Map.groupBy(rows, (row) => row[time ?? 'hour'] ?? '');
          expect([...got.keys()]).toEqual([...wanted.keys()]);
          for (const [label, some] of got) expect(sumsOf(some)).toEqual(sumsOf(wanted.get(label)!));
        }
      }
    }),
    { numRuns: 6 },
  );
});

test('an attribute counts from when it was switched on, and the rest is one row', async () => {
  await countBy(null);
  const { id } = await createYmProfile(service.send);
  await count(
    id,
    auctionBodies(30).map((one) => ({ ...one, ...site(7) })),
  );
  const refused = await ask(id, '&group_by=site');
  expect([refused.status, issuePaths(refused)]).toEqual([400, ['group_by']]);
  expect(refused.response.error).toContain('report_breakdowns');
  clock.pass(60_000);
  await countBy([...usualBreakdowns, 'site']);
  const since = new Date(clock.epochMs()).toISOString().slice(0, 19).replace('T', ' ');
  await count(
    id,
    auctionBodies(10, 50).map((one) => ({ ...one, ...site(8) })),
  );
  const answer = expectOk(await ask(id, '&group_by=site')).response;
  expect(answer['report-rows']).toMatchObject([
    { site: '8', auctions: 10, not_counted: false, is_other: false },
    { site: null, auctions: 30, not_counted: true, is_other: false },
  ]);
  expect(answer.dbg_info).toMatchObject({ counted_since: since, warnings: [expect.stringContaining(since)] });
  const csv = (
    await service.send('GET', `/report?ym_profile_id=${id}&group_by=site`, { headers: { accept: 'text/csv' } })
  ).text;
  expect(csv).toContain(`site (counted since ${since} UTC),is_other,not_counted`);
  expect(csv).toContain('\r\nnot counted,false,true,30,');

  await countBy(null);
  await count(
    id,
    auctionBodies(5, 90).map((one) => ({ ...one, ...site(9) })),
  );
  const after = expectOk(await ask(id, '&group_by=site')).response;
  expect(after['report-rows']).toMatchObject([
    { site: '8', auctions: 10 },
    { site: null, not_counted: true, auctions: 35 },
  ]);
  expect(await totalOf(service.send, '', id)).toMatchObject({ auctions: 45 });
});
