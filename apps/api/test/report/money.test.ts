import { createClient as createSubscriber } from '@auction-tiers/client';
import type { CsvColumn, ReportRow } from '@auction-tiers/contract';
import { pairCell, ReportCounts } from '@auction-tiers/tally';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { rowsToCsv } from '../../src/report/csv.ts';
import { createToRow } from '../../src/handlers/report/row.ts';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import type { Row } from '../fixture/request.ts';
import { startDemoData, useService } from '../fixture/service.ts';
import { TestClock } from '../fixture/test-clock.ts';
import { createClient } from '../fixture/trpc-client.ts';
import { rowsOf, totalOf } from './report-reader.ts';

const service = useService();
let ymProfileId: number;

const bid = (member_id: number, price: number) => ({ id: String(member_id), member_id, price });

/** The demo's seller takes 15 %. */
const auctions: readonly (readonly ReturnType<typeof bid>[])[] = [
  [bid(102, 2.5)],
  [bid(102, 2.5), bid(104, 1)],
  [bid(102, 2.5), bid(103, 1)],
  // The tier prefers 2.00 of buyer 101 to 3.00: net 1.70 in place of 2.55.
  [bid(101, 2), bid(102, 3)],
];

beforeAll(async () => {
  const { send } = service;
  ({ id: ymProfileId } = await createYmProfile(send));
  const tier = { ym_profile_id: ymProfileId, min_price: '0.000000', priority: 5 };
  await createTier(send, { ...tier, name: 'Prefer', member_action: 'include', buyer_members: [{ id: 101 }] });
  await createTier(send, { ...tier, name: 'Keep out', member_action: 'exclude', buyer_members: [{ id: 103 }] });
  for (const bids of auctions) {
    expectOk(await send('POST', '/auction', { body: { ym_profile_id: ymProfileId, impression: {}, bids } }));
  }
  await service.opened.liveReport.flush();
});

/** The answer to a CSV client as it arrives, byte for byte. */
async function csvOf(url: string, key: string, path: string): Promise<Buffer> {
  const answer = await fetch(`${url}${path}`, { headers: { authorization: key, accept: 'text/csv' } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const linesOf = (bytes: Buffer) => bytes.toString('utf8').slice(1).trimEnd().split('\r\n');

test('what was earned is a thousandth of the sum of CPM prices, to the micro; net_cpm is a CPM price', async () => {
  expect(await totalOf(service.send, '', ymProfileId)).toMatchObject({
    // 2.50 + 2.50 + 2.50 + 2.00
    gross: '0.009500000',
    // 2.125 + 2.125 + 2.125 + 1.70
    net: '0.008075000',
    // 2.55 - 1.70
    forgone: '0.000850000',
    // 1.00 less 15 %
    excluded_net: '0.000850000',
    net_cpm: '2.018750',
  });
  const rows = await rowsOf(service.send, '&group_by=buyer', ymProfileId);
  expect(rows.map(({ buyer_id, net, net_cpm }) => [buyer_id, net, net_cpm])).toEqual([
    [101, '0.001700000', '1.700000'],
    [102, '0.006375000', '2.125000'],
    [103, '0.000000000', null],
    [104, '0.000000000', null],
  ]);
});

test('an answer names the currency and the time zone of the report, over both doors', async () => {
  const { response } = expectOk(await service.send('GET', `/report?ym_profile_id=${ymProfileId}`));
  expect(response.dbg_info).toMatchObject({ currency: 'USD', timezone: 'UTC' });
  const client = createClient(service.url, service.people.seller1.api_key);
  const page = await client.report.rows.query({ ym_profile_id: ymProfileId });
  expect(page).toMatchObject({ currency: 'USD', timezone: 'UTC', items: [{ net: '0.008075000' }] });
});

test('the live report tells what was earned, too', async () => {
  const client = createSubscriber({ url: service.url, apiKey: service.people.seller1.api_key });
  const events = client.report.live.subscribe({ ym_profile_id: ymProfileId, lastEventId: '0-0' });
  for await (const { data } of events) {
    const { gross, net, forgone, currency } = data;
    expect({ gross, net, forgone, currency }).toEqual({
      gross: '0.009500000',
      net: '0.008075000',
      forgone: '0.000850000',
      currency: 'USD',
    });
    return;
  }
  expect.fail('there was no event');
});

test('CSV begins with a byte order mark, and names the currency of money', async () => {
  const { url, people } = service;
  const bytes = await csvOf(url, people.seller1.api_key, `/report?ym_profile_id=${ymProfileId}`);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(linesOf(bytes)).toEqual([
    'auctions,sold,without_bids,bids,won,excluded,outranked,outbid,lost_tie,below_floor,gross_usd,net_usd,forgone_usd,excluded_net_usd,win_rate,net_cpm_usd',
    '4,4,0,7,4,1,1,1,0,0,0.009500000,0.008075000,0.000850000,0.000850000,0.571429,2.018750',
  ]);
});

test('the money of a member in EUR is named EUR', async () => {
  const { url, send, people } = service;
  const admin = people.admin.api_key;
  const setCurrency = async (currency: string) =>
    expectOk(await send('PUT', '/member?id=1', { key: admin, body: { currency } }));
  await setCurrency('EUR');
  onTestFinished(async () => void (await setCurrency('USD')));
  const { response } = expectOk(await send('GET', `/report?ym_profile_id=${ymProfileId}`));
  expect(response.dbg_info).toMatchObject({ currency: 'EUR' });
  const path = `/report?ym_profile_id=${ymProfileId}&group_by=day`;
  const [headings] = linesOf(await csvOf(url, people.seller1.api_key, path));
  expect(headings).toMatch(/^day \(UTC\),.*,gross_eur,net_eur,forgone_eur,excluded_net_eur,win_rate,net_cpm_eur$/);
});

const hourMs = 3_600_000;

/** The first Sunday of November of the next year, on which the clocks of New York go from 02:00 back to 01:00. */
function nextFallBack(nowMs: number): string {
  const first = new Date(Date.UTC(new Date(nowMs).getUTCFullYear() + 1, 10, 1));
  first.setUTCDate(1 + ((7 - first.getUTCDay()) % 7));
  return first.toISOString().slice(0, 10);
}

/** Decides one auction at each of some moments of a day, and reads the hours of the report as CSV and as JSON. */
async function hoursOf(timezone: string, times: readonly string[]) {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const clock = new TestClock();
  const instance = await openInstance({ ...data.environment, LOG_LEVEL: 'fatal' }, { clock });
  onTestFinished(() => instance.close());
  const { send, url, people } = instance;
  expectOk(await send('PUT', '/member?id=1', { body: { timezone } }));
  const day = nextFallBack(clock.epochMs());
  for (const [at, time] of times.entries()) {
    clock.pass(Date.parse(`${day}T${time}Z`) - clock.epochMs());
    const bids = [bid(102, 2.5 + at)];
    expectOk(await send('POST', '/auction', { body: { ym_profile_id: 1, impression: {}, bids } }));
  }
  clock.pass(hourMs);
  await instance.opened.liveReport.flush();
  const query = `&group_by=hour&start_date=${day}`;
  const [headings = '', ...lines] = linesOf(
    await csvOf(url, people.seller1.api_key, `/report?ym_profile_id=1${query}`),
  );
  const cells = lines.map((line) => line.split(','));
  const grossAt = headings.split(',').indexOf('gross_usd');
  const csv = cells.map((row) => [row[0]?.replace(day, 'DAY'), row[grossAt]]);
  const json = (await rowsOf(send, query)).map(({ hour, gross }) => [hour?.replace(day, 'DAY'), gross]);
  return { heading: headings.split(',')[0], csv, json };
}

test('an hour that comes twice in autumn has two rows, with their offsets', async () => {
  const { heading, csv, json } = await hoursOf('America/New_York', ['05:30:00', '06:30:00', '07:30:00']);
  expect(heading).toBe('hour (America/New_York)');
  expect(csv).toEqual([
    ['DAY 01:00 -04:00', '0.002500000'],
    ['DAY 01:00 -05:00', '0.003500000'],
    ['DAY 02:00 -05:00', '0.004500000'],
  ]);
  expect(json).toEqual([
    ['DAY 05:00:00', '0.002500000'],
    ['DAY 06:00:00', '0.003500000'],
    ['DAY 07:00:00', '0.004500000'],
  ]);
});

test('an hour of a zone half an hour from UTC is a whole hour of its clock, which begins at half past in UTC', async () => {
  const { heading, csv, json } = await hoursOf('Asia/Kolkata', ['06:29:59', '06:30:00']);
  expect(heading).toBe('hour (Asia/Kolkata)');
  expect(csv).toEqual([
    ['DAY 11:00 +05:30', '0.002500000'],
    ['DAY 12:00 +05:30', '0.003500000'],
  ]);
  expect(json).toEqual([
    ['DAY 05:30:00', '0.002500000'],
    ['DAY 06:30:00', '0.003500000'],
  ]);
});

test('in UTC an hour has the offset +00:00', async () => {
  const { csv } = await hoursOf('UTC', ['06:29:59']);
  expect(csv).toEqual([['DAY 06:00 +00:00', '0.002500000']]);
});

test('what is forgone may be negative: a tier that raises the price at second price', () => {
  const counts = new ReportCounts();
  const row = counts.pairs.rowOf(7, 107);
  counts.pairs.sums.cells[row + pairCell.won] = 1;
  counts.pairs.sums.cells[row + pairCell.forgone] = -400_000;
  const toRow = createToRow({ group_by: 'tier' }, { tier: () => null, buyer: () => null });
  expect(toRow({ label: '', counts, number: 1 }).forgone).toBe('-0.000400000');
});

test('a negative amount is a number in CSV, and a name that begins with a minus sign is not', () => {
  const columns: readonly CsvColumn[] = [
    { heading: 'tier_name', isDecimal: false, cell: ({ tier_name }: Row) => tier_name },
    { heading: 'forgone_usd', isDecimal: true, cell: ({ forgone }: ReportRow) => forgone },
  ];
  const text = rowsToCsv(columns, [{ tier_name: '-1', forgone: '-0.000400000' }]);
  expect(text.split('\r\n')[1]).toBe("'-1,-0.000400000");
});
