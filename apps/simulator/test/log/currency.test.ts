import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { smallTierSet, writeLog, writeTierSet } from '../fixture/small-log.ts';
import { readFiles } from './read-log.ts';

const usd = (seat: string, price: number) => ({
  cur: 'USD',
  seatbid: [{ seat, bid: [{ id: seat, impid: '1', price }] }],
});
const bidRequest = { id: 'r', at: 1, cur: ['EUR', 'USD'], imp: [{ id: '1', bidfloor: 1.15, bidfloorcur: 'USD' }] };
const line = `${JSON.stringify({ bid_request: bidRequest, bid_responses: [usd('12', 2.5), usd('15', 1.1)] })}\n`;
const euro = { currency: 'EUR', rates: { USD: '0.92' } };

test("OpenRTB is converted into the seller's currency: floors down, bids up", async () => {
  const { auctions, report } = await readFiles([writeLog(createFolder(), line)], euro);
  expect(report).toMatchObject({ broken_lines: 0, foreign_bids: [] });
  expect(auctions[0]!.request).toMatchObject({
    bidFloorMicros: 1_058_000,
    bids: [{ grossMicros: 2_300_000 }, { grossMicros: 1_012_000 }],
  });
});

test('a floor in a currency without a rate breaks its line and names the currency; a bid in one is invalid', async () => {
  const { auctions, told } = await readFiles([writeLog(createFolder(), line)], { currency: 'EUR' });
  expect(auctions).toEqual([]);
  expect(told).toMatchObject([{ line: 1, problem: expect.stringMatching(/bidfloor is in "USD".*allowed: EUR/) }]);
  const bare = line.replace(',"bidfloor":1.15,"bidfloorcur":"USD"', '');
  const { report } = await readFiles([writeLog(createFolder(), bare)], { currency: 'EUR' });
  expect(report).toMatchObject({ invalid_bids: 2, foreign_bids: [{ currency: 'USD', bids: 2, value: '0.003600000' }] });
});

test('a replay says that bids are invalid because their currency has no rate', async () => {
  const folder = createFolder();
  writeLog(folder, line.replaceAll('"USD"', '"GBP"').replace(',"bidfloor":1.15,"bidfloorcur":"GBP"', ''));
  writeTierSet(folder);
  const { stdout } = await runSimulator(folder, ['replay', '--in', 'log.jsonl', '--tiers', 'small.tiers.json']);
  expect(stdout).toMatch(/│ invalid bids, passed over +│ +2 │\n│ of these, in GBP without a rate +│ +2 │/);
});

test('a replay takes the currency of its tiers, and the rates that are given', async () => {
  const folder = createFolder();
  writeLog(folder, line);
  writeTierSet(folder, { ...smallTierSet, currency: 'EUR' });
  const tiers = ['--tiers', 'small.tiers.json', '--currency-rates', '{"USD":"0.92"}', '--out', 'report.json'];
  const { exitCode, stderr } = await runSimulator(folder, ['replay', '--in', 'log.jsonl', ...tiers]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({
    currency: 'EUR',
    with_tiers: { sold: 1, net_to_seller: '0.002300000', outcomes: { below_floor: 1 } },
  });
});
