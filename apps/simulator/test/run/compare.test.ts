import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { defaultParams } from '@auction-tiers/market';
import { generate } from '../../src/generate/generate.ts';
import { compare } from '../../src/run/compare.ts';
import { PartThreads } from '../../src/run/threads.ts';
import { demoDraft, loadDemo } from '../compare/tier-set.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';

const [current, draft] = [loadDemo(), demoDraft()];

/** Our own lines with a broken one and without seeds, OpenRTB and a feed. */
async function writeLogs(): Promise<string[]> {
  const folder = createFolder();
  const [own, openrtb] = [join(folder, 'own.jsonl'), join(folder, 'openrtb.jsonl')];
  const order = { auctionCount: 400, bidCount: 6, seed: 't', params: defaultParams };
  await generate({ ...order, format: 'own' }, own);
  await generate({ ...order, format: 'openrtb' }, openrtb);
  appendFileSync(own, 'oops\n{"bids":[{"id":"a","member_id":101,"price":3}]}\n'.repeat(20));
  const rows = Array.from({ length: 60 }, (_, at) => `1763712000,${at % 20},${101 + at},${1 + at / 10}`);
  const feed = writeLog(
    folder,
    ['date_time,auction_id_64,buyer_member_id,actual_bid_price', ...rows].join('\n'),
    'feed.csv',
  );
  return [own, openrtb, feed];
}

test('several threads give the report that one gives', async () => {
  const files = await writeLogs();
  const open = { files, current, draft, fee: chooseFee({ option: 150_000 }) };
  const alone = await compare({ ...open, seed: 's' });
  expect(alone.input).toMatchObject({ broken_lines: 20, auctions: { own: 420, openrtb: 400, feed: 20 } });
  const told: number[] = [];
  const onBrokenLine = ({ line }: { readonly line: number }) => told.push(line);
  const threads = PartThreads.start('compare', 2);
  onTestFinished(() => threads?.close());
  const shared = await compare({ ...open, seed: 's', threads, onBrokenLine });
  expect(JSON.stringify(shared)).toBe(JSON.stringify(alone));
  expect(told).toEqual([401, 403, 405, 407, 409, 411, 413, 415, 417, 419]);
});
