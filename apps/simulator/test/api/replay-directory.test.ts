import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { writeLog, writeTierSet } from '../fixture/small-log.ts';

/** Serves a buyer directory over real HTTP, as far as its name list goes. */
async function serveBuyers(buyers: readonly { readonly id: number; readonly name: string }[]): Promise<string> {
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ response: { status: 'OK', 'platform-members': buyers } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const bid = (seat: string) => ({ seatbid: [{ seat, bid: [{ impid: '1', price: 9 }] }] });

test('--buyers-from: the directory says who is behind a seat, and comes before the names in the tiers', async () => {
  const folder = createFolder();
  const url = await serveBuyers([
    { id: 14, name: 'Acme' },
    { id: 13, name: 'Buyer 12' },
  ]);
  const line = { bid_request: { imp: [{ id: '1' }] }, bid_responses: [bid('ACME'), bid('buyer 12'), bid('Nobody')] };
  writeLog(folder, JSON.stringify(line));
  writeTierSet(folder);
  const args = ['replay', '--in', 'log.jsonl', '--tiers', 'small.tiers.json', '--out', 'report.json'];
  const { exitCode, stderr } = await runSimulator(folder, [...args, '--buyers-from', url], { AUCTION_TIERS_KEY: 'k' });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const { buyers, input } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  expect(buyers.rows.map(({ id }: { id: number | null }) => id).toSorted()).toEqual([13, 14, null]);
  expect(input.unmapped_seats).toMatchObject({ seats: 1, bids: 1 });
});
