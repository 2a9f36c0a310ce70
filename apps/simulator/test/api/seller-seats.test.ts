import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { startApi } from '../fixture/running-api.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { writeLog } from '../fixture/small-log.ts';

/** A seat of a line of OpenRTB, in no form of a buyer's name. */
const seat = ' House  SEAT';
const [buyerId, otherId] = [107, 110];
const seatBid = (name: string) => ({ seatbid: [{ seat: name, bid: [{ impid: '1', price: 9 }] }] });
const line = { bid_request: { imp: [{ id: '1' }] }, bid_responses: [seatBid(seat), seatBid('110'), seatBid('Nobody')] };

test.for([
  ['compare', ['--draft', 'draft.tiers.json']],
  ['replay', []],
  ['advise', []],
] as const)('%s --api knows the seats that the seller maps, as the service does', async ([command, more]) => {
  const { url, apiKey } = await startApi();
  const headers = { authorization: apiKey, 'content-type': 'application/json' };
  const seats = { 'house seat': buyerId, 110: buyerId };
  const body = JSON.stringify({ seats });
  const put = await fetch(`${url}/member?id=1`, { method: 'PUT', headers, body });
  expect([put.status, await put.json()]).toMatchObject([200, { response: { member: { seats } } }]);

  const folder = createFolder();
  writeLog(folder, JSON.stringify(line));
  const exported = await fetch(`${url}/ym-profile/export?id=1`, { headers });
  const { response } = (await exported.json()) as { readonly response: Readonly<Record<string, unknown>> };
  const file = Object.values(response).find((one) => Object(one) === one && 'tiers' in Object(one));
  writeFileSync(join(folder, 'draft.tiers.json'), JSON.stringify(file));
  const args = [command, '--in', 'log.jsonl', '--api', url, '--ym-profile', '1', ...more, '--out', 'report.json'];
  const { exitCode, stderr } = await runSimulator(folder, args, { AUCTION_TIERS_KEY: apiKey });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  expect(report.input.unmapped_seats).toMatchObject({ seats: 1, bids: 1 });
  if (command !== 'replay') return;
  const ids = report.buyers.rows.map(({ id }: { readonly id: number | null }) => id);
  expect(ids).toContain(buyerId);
  expect(ids).not.toContain(otherId);
});
