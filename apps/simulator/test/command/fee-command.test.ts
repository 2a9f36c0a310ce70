import { CompareReport, warningKeyOf } from '@auction-tiers/contract/compare-report';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { beforeEach, expect, test } from 'vitest';
import { defaultParams } from '@auction-tiers/market';
import { synthesize } from '../../src/generate/generate.ts';
import { ReplayReport } from '../../src/schema/replay-report.ts';
import { createFolder } from '../fixture/folder.ts';
import { netRevenue } from '../fixture/net-revenue.ts';
import { runSimulator } from '../fixture/run-simulator.ts';

const demo = demoTierSet();
const draft = { ...demo, tiers: demo.tiers.slice(2), revision: 'draft' };
const order = { auctionCount: 400, bidCount: 8, seed: 's', format: 'own', params: defaultParams } as const;
const log = [...synthesize(order)].join('');
const bids = order.auctionCount * order.bidCount;

let folder: string;
beforeEach(() => {
  folder = createFolder();
  writeFileSync(join(folder, 'log.jsonl'), log);
});

const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

async function runs(...args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runSimulator(folder, [...args, '--out', 'out.json', '--html', 'out.html']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

async function compareWith(currentFee: object, draftFee: object, ...more: readonly string[]) {
  write('current.tiers.json', { ...demo, ...currentFee });
  write('draft.tiers.json', { ...draft, ...draftFee });
  const files = ['--current', 'current.tiers.json', '--draft', 'draft.tiers.json'];
  const stdout = await runs('compare', '--in', 'log.jsonl', ...files, ...more);
  return { report: CompareReport.parse(JSON.parse(read('out.json'))), stdout };
}

async function replayWith(fee: object, ...more: readonly string[]) {
  write('set.tiers.json', { ...demo, ...fee });
  const stdout = await runs('replay', '--in', 'log.jsonl', '--tiers', 'set.tiers.json', ...more);
  return { report: ReplayReport.parse(JSON.parse(read('out.json'))), stdout };
}

const named = (fee: number) => ({ revenue_share_pct: fee });
const codes = ({ support }: CompareReport) => support.warnings.map(warningKeyOf);

test("comparisons for sellers of 10 % and 40 % differ, and each has that seller's net revenue", async () => {
  const differences = new Set<string>();
  for (const fee of [10, 40]) {
    const { report, stdout } = await compareWith(named(fee), {});
    expect(report.net_to_seller).toMatchObject({
      current: netRevenue(log, demo, fee * 10_000),
      draft: netRevenue(log, draft, fee * 10_000),
    });
    expect(report.fee).toMatchObject({ revenue_share_pct: fee, source: 'seller', bids: { seller: bids }, ignored: [] });
    for (const text of [stdout, read('out.html')])
      expect(text).toMatch(new RegExp(`\\b${fee}\\s%, the seller.{1,6}s `));
    differences.add(report.net_to_seller.difference);
  }
  expect(differences.size).toBe(2);
});

test("the seller's fee comes before --fee, and the draft's counts never: what is ignored is said", async () => {
  const known = await compareWith(named(10), named(40), '--fee', '15');
  expect(known.report.fee).toMatchObject({
    revenue_share_pct: 10,
    source: 'seller',
    ignored: [
      { source: 'option', revenue_share_pct: 15 },
      { source: 'draft', revenue_share_pct: 40 },
    ],
  });
  expect(codes(known.report)).toContain('fee.ignored');
  expect(known.stdout).toContain('--fee 15 ');
  expect(read('out.html')).toContain('fee.ignored');
  expect(known.report.net_to_seller.draft).toBe(netRevenue(log, draft, 100_000));

  const equal = await compareWith(named(10), named(10), '--fee', '10');
  expect([equal.report.fee.ignored, codes(equal.report).includes('fee.ignored')]).toEqual([[], false]);
  expect(equal.report.net_to_seller).toEqual(known.report.net_to_seller);
});

test('of a file without a fee it is that of --fee, else 0', async () => {
  const option = await compareWith({}, named(40), '--fee', '15');
  expect(option.report.fee).toMatchObject({ revenue_share_pct: 15, source: 'option', bids: { option: bids } });
  expect(option.report.fee.ignored).toEqual([{ source: 'draft', revenue_share_pct: 40 }]);
  expect(option.report.net_to_seller.current).toBe(netRevenue(log, demo, 150_000));
  const none = await compareWith({}, {});
  expect(none.report.fee).toMatchObject({ revenue_share_pct: 0, source: 'default', bids: { default: bids } });
  expect(codes(none.report)).toContain('fee.none');
  const free = await compareWith(named(0), {});
  expect(free.report.fee).toMatchObject({ revenue_share_pct: 0, source: 'seller' });
  expect(codes(free.report)).not.toContain('fee.none');
});

test('a replay takes the fees in the same order, and says which', async () => {
  for (const fee of [10, 40]) {
    const { report, stdout } = await replayWith(named(fee), '--fee', '15');
    expect(report.fee).toMatchObject({ revenue_share_pct: fee, source: 'seller', bids: { seller: bids } });
    expect(report.fee.ignored).toEqual([{ source: 'option', revenue_share_pct: 15 }]);
    expect(report.with_tiers.net_to_seller).toBe(netRevenue(log, demo, fee * 10_000));
    expect(report.notes.filter((note) => note.includes('--fee 15 '))).toHaveLength(1);
    for (const text of [stdout, read('out.html')])
      expect(text).toMatch(new RegExp(`\\b${fee}\\s%, the seller.{1,6}s `));
  }
  expect((await replayWith({}, '--fee', '15')).report.fee).toMatchObject({ revenue_share_pct: 15, source: 'option' });
  expect((await replayWith({})).report.fee).toMatchObject({ revenue_share_pct: 0, source: 'default' });
});

test("a log that names fees keeps them, whatever the seller's is", async () => {
  const lines = log.trimEnd().split('\n');
  const odd = lines.map((line, at) => {
    const body = JSON.parse(line) as { bids: object[] };
    if (at % 3 === 0) return { ...body, revenue_share_pct: 25 };
    if (at % 3 === 1) return { ...body, bids: body.bids.map((one) => ({ ...one, revenue_share_pct: 5 })) };
    return body;
  });
  const text = `${odd.map((body) => JSON.stringify(body)).join('\n')}\n`;
  writeFileSync(join(folder, 'log.jsonl'), text);
  const { report } = await compareWith(named(40), {});
  expect(report.fee.bids).toEqual({ bid: 133 * 8, auction: 134 * 8, seller: 133 * 8, option: 0, default: 0, feed: 0 });
  expect(report.net_to_seller.current).toBe(netRevenue(text, demo, 400_000));
});
