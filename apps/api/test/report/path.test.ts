import type { ReportRow } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';
import { rowsOf, totalOf } from './report-reader.ts';

const service = useService();
let ymProfileId: number;

/** Auctions by placement: each is sold at 1 and its number of units. */
const sold = {
  '/1111/news': 1,
  '/1111/news/top': 2,
  '/1111/news/sport/ball': 3,
  '/1111/newsletter': 4,
  '/2222/home': 5,
  77: 6,
};

beforeAll(async () => {
  ({ id: ymProfileId } = await createYmProfile(service.send));
  const auctions = [...Object.entries(sold), [null, 7] as const].map(([placement_id, units]) => ({
    ym_profile_id: ymProfileId,
    impression: { placement_id, site_id: 'news-site' },
    bids: [{ id: 'a', member_id: 101, price: units }],
    revenue_share_pct: 0,
  }));
  expectOk(await service.send('POST', '/auction/batch', { body: { auctions } }));
  await service.opened.liveReport.flush();
});

const below = (path: string, query = '') =>
  rowsOf(service.send, `&group_by=placement${query}&path=${encodeURIComponent(path)}`, ymProfileId);
const figures = (rows: readonly ReportRow[]) =>
  Object.fromEntries(rows.map(({ placement, auctions, gross }) => [placement ?? 'none', [auctions, gross]]));
const earned = (units: number) => `0.${String(units).padStart(3, '0')}000000`;

test.for([
  ['*', { '/1111/*': [4, 10], '/2222/*': [1, 5], 77: [1, 6], none: [1, 7] }],
  ['/1111/*', { '/1111/news/*': [3, 6], '/1111/newsletter': [1, 4] }],
  ['/1111/news/*', { '/1111/news': [1, 1], '/1111/news/top': [1, 2], '/1111/news/sport/*': [1, 3] }],
  ['/3333/*', {}],
] as const)('the placements one level below %s', async ([path, expected]) => {
  const rows = Object.entries(expected).map(([value, [auctions, units]]) => [value, [auctions, earned(units)]]);
  expect(figures(await below(path))).toEqual(Object.fromEntries(rows));
  expect(figures(await below(path, ',day'))).toEqual(Object.fromEntries(rows));
});

test('the rows of the top level add up to the total, and the average of a path is of all its auctions', async () => {
  const rows = await below('*');
  const { auctions, sold: count, net } = await totalOf(service.send, '', ymProfileId);
  const sum = (of: (row: ReportRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  expect([sum((row) => row.auctions!), sum((row) => row.sold!)]).toEqual([auctions, count]);
  expect(sum((row) => Number(row.net)).toFixed(9)).toBe(net);
  expect(rows.find(({ placement }) => placement === '/1111/*')).toMatchObject({ net_cpm: '2.500000', win_rate: 1 });
});

test('over tRPC and as CSV the same rows', async () => {
  const key = service.people.seller1.api_key;
  const asked = { ym_profile_id: ymProfileId, group_by: 'placement', path: '/1111/*', sort: 'net.desc' };
  const { items } = await createClient(service.url, key).report.rows.query(asked);
  expect(items).toEqual(await below('/1111/*', '&sort=net.desc'));
  const csv = await fetch(`${service.url}/report?ym_profile_id=${ymProfileId}&group_by=placement&path=/1111/*`, {
    headers: { authorization: key, accept: 'text/csv' },
  });
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines.map((line) => line.split(',').slice(0, 5).join())).toEqual([
    'placement,is_other,not_counted,auctions,sold',
    '/1111/news/*,false,false,3,3',
    '/1111/newsletter,false,false,1,1',
  ]);
});

test('auctions that were not counted by site stand in the top level only, and a path warns of them', async () => {
  const { send } = service;
  const body = {
    ym_profile_id: ymProfileId,
    impression: { site_id: 's/a' },
    bids: [{ id: 'a', member_id: 101, price: 1 }],
  };
  expectOk(await send('PUT', '/member', { body: { report_breakdowns: ['placement', 'site'] } }));
  // The counter takes up the setting as it stores counts.
  await service.opened.liveReport.flush();
  expectOk(await send('POST', '/auction', { body }));
  await service.opened.liveReport.flush();
  const query = `/report?ym_profile_id=${ymProfileId}&group_by=site&path=`;
  const top = expectOk(await send('GET', `${query}*`)).response;
  expect(top['report-rows']).toMatchObject([
    { site: 's/*', not_counted: false, auctions: 1 },
    { site: null, not_counted: true, auctions: 7 },
  ]);
  const level = expectOk(await send('GET', `${query}s/*`)).response;
  expect(level['report-rows']).toMatchObject([{ site: 's/a', auctions: 1 }]);
  expect(level.dbg_info.warnings.join()).toContain('path=*');
});
