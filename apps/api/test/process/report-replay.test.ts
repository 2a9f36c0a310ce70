import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { reportBreakdowns, type ReportRow } from '@auction-tiers/contract';
import { expect, onTestFinished, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { openInstance } from '../fixture/instance.ts';
import type { Row } from '../fixture/request.ts';
import { startDemoData } from '../fixture/service.ts';
import { auctionBodies, rowsOf, totalOf } from '../report/report-reader.ts';

const simulator = resolve(import.meta.dirname, '../../../simulator/src/main.ts');
const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];

/** The figures of a row that a replay has too, under its names. */
const figuresOf = ({ bids, won, excluded, gross, net, forgone, excluded_net }: ReportRow) => ({
  bids,
  won,
  excluded,
  gross_paid: gross,
  net_to_seller: net,
  forgone,
  excluded_net,
});

const replayedFigures = (row: Row) => {
  const { bids, won, excluded, gross_paid, net_to_seller, forgone, excluded_value } = row;
  const excluded_net = (excluded_value as Row)['net'];
  return { bids, won, excluded, gross_paid, net_to_seller, forgone, excluded_net };
};

/** The bodies with values of every attribute that auctions are counted by, some of them missing. */
const varied = (bodies: ReturnType<typeof auctionBodies>) =>
  bodies.map((body, at) => ({
    ...body,
    impression: {
      ...(at % 3 > 0 && {
        site_id: 1 + (at % 4),
        placement_id: 70 + (at % 5),
        domain: at % 2 ? 'News.example' : 'a.example',
      }),
      ...(at % 4 > 0 && { country: at % 2 ? 'us' : 'GB', device_type: at % 8 > 4 ? 'tv' : 'phone' }),
      ...(at % 5 > 0 && { dma: at % 2 ? 501 : 803, sizes: [{ width: 300, height: at % 3 ? 250 : 600 }] }),
      ...(at % 6 > 0 && { media_types: at % 7 ? ['banner'] : ['video', 'banner'] }),
    },
    bids: (body['bids'] as readonly Row[]).map((bid, index) => ({
      ...bid,
      ...(index === 1 && { deal: `deal ${at % 3}`, media_type: 'video' }),
    })),
  }));

test('a replay of the recorded auctions has the sums of the report, to the micro', async () => {
  const data = await startDemoData();
  onTestFinished(() => data.close());
  const service = await openInstance({ ...data.environment, LOG_LEVEL: 'error', RECORD_AUCTIONS: '1' });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= service.close());
  onTestFinished(close);
  const { send } = service;
  expectOk(await send('PUT', '/member', { body: { report_breakdowns: reportBreakdowns } }));
  // The setting holds from the next flush on.
  await service.opened.liveReport.flush();
  for (const body of varied(auctionBodies(120))) expectOk(await send('POST', '/auction', { body }));
  expectOk(await send('POST', '/auction/batch', { body: { auctions: varied(auctionBodies(800, 1000)) } }));
  const exported = expectOk(await send('GET', '/ym-profile/export?id=1')).response;
  const tiers = join(data.dataDir, 'now.tiers.json');
  await writeFile(tiers, JSON.stringify(exported[exported.dbg_info.output_term]));
  await service.opened.liveReport.flush();
  const total = await totalOf(send);
  const [byTier, byBuyer] = [await rowsOf(send, '&group_by=tier'), await rowsOf(send, '&group_by=buyer')];
  const byValue = new Map<string, ReportRow[]>();
  for (const name of reportBreakdowns) byValue.set(name, await rowsOf(send, `&group_by=${name}`));
  await close();

  const out = join(data.dataDir, 'report.json');
  const log = join(data.dataDir, 'logs/1/1/*.jsonl.zst');
  await promisify(execFile)(process.execPath, [
    ...flags,
    simulator,
    'replay',
    '--in',
    log,
    '--tiers',
    tiers,
    '--by',
    reportBreakdowns.join(),
    '--out',
    out,
  ]);
  const replay = JSON.parse(await readFile(out, 'utf8')) as Row;
  const { auctions, sold, bids, forgone, ...rest } = total;
  const { with_tiers: all } = replay as { readonly with_tiers: Row };
  expect(replay).toMatchObject({ auctions, bids, forgone });
  const { won, outranked, outbid, lost_tie, excluded, below_floor } = rest;
  expect(all).toMatchObject({
    sold,
    gross_paid: total.gross,
    net_to_seller: total.net,
    outcomes: { won, outranked, outbid, lost_tie, excluded, below_floor },
  });
  const tierRows = replay['tiers'] as (Row & { readonly bids: number })[];
  const replayed = [...tierRows.filter((row) => row.bids > 0), { ...(replay['untiered'] as Row), id: null }];
  expect(Object.fromEntries(replayed.map((row) => [row['id'], replayedFigures(row)]))).toEqual(
    Object.fromEntries(byTier.map((row) => [row.tier_id, figuresOf(row)])),
  );
  const { by } = replay as unknown as { readonly by: Readonly<Record<string, { readonly rows: readonly Row[] }>> };
  expect(Object.keys(by)).toEqual(reportBreakdowns);
  for (const [name, rows] of byValue) {
    expect([name, rows.length]).toEqual([name, by[name]!.rows.length]);
    expect(rows.length).toBeGreaterThan(2);
    const replayedRows = by[name]!.rows.map((row) => [
      row['value'],
      { auctions: row['auctions'], ...replayedFigures(row) },
    ]);
    const reported = rows.map((row) => [row[name as 'site'], { auctions: row.auctions, ...figuresOf(row) }]);
    expect([name, Object.fromEntries(replayedRows)]).toEqual([name, Object.fromEntries(reported)]);
  }
  const { rows: buyerRows } = replay['buyers'] as { readonly rows: readonly Row[] };
  expect(Object.fromEntries(buyerRows.map((row) => [row['id'], replayedFigures(row)]))).toEqual(
    Object.fromEntries(byBuyer.map((row) => [row.buyer_id, figuresOf(row)])),
  );
});
