import { feeSources } from '@auction-tiers/contract/compare-report';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { mergeInputReports } from '../../src/log/auction/input-report.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { createBodies, toOpenRtbLine } from './bodies.ts';
import { toFeedBids, toSeparated } from './feed.ts';
import { readFiles } from './read-log.ts';

test.for([
  [{}, { feePpm: 0, source: 'default', ignored: [] }],
  [{ usual: 150_000 }, { feePpm: 150_000, source: 'default', ignored: [] }],
  [
    { usual: 150_000, option: 0 },
    { feePpm: 0, source: 'option', ignored: [] },
  ],
  [{ seller: 0 }, { feePpm: 0, source: 'seller', ignored: [] }],
  [
    { seller: 1, option: 1 },
    { feePpm: 1, source: 'seller', ignored: [] },
  ],
  [
    { seller: 1, option: 2 },
    { feePpm: 1, source: 'seller', ignored: [{ source: 'option', feePpm: 2 }] },
  ],
  [
    { option: 2, draft: 3 },
    { feePpm: 2, source: 'option', ignored: [{ source: 'draft', feePpm: 3 }] },
  ],
  [{ draft: 3 }, { feePpm: 0, source: 'default', ignored: [{ source: 'draft', feePpm: 3 }] }],
  [
    { seller: 1, draft: 1, tiers: 4 },
    { feePpm: 1, source: 'seller', ignored: [{ source: 'tiers', feePpm: 4 }] },
  ],
] as const)('of %j the fee is %j', ([named, chosen]) => {
  expect(chooseFee(named)).toEqual(chosen);
});

const fee = { feePpm: 100_000, source: 'seller' } as const;
const none = Object.fromEntries(feeSources.map((source) => [source, 0]));
const bid = (id: string, more: object = {}) => ({ id, member_id: 12, price: 1, ...more });

test("the fee of a bid is its own, else its auction's, else the usual one, and the report counts which", async () => {
  const lines = [
    { bids: [bid('a'), bid('b', { revenue_share_pct: 0 })] },
    { revenue_share_pct: 20, bids: [bid('a'), bid('b'), bid('c', { revenue_share_pct: 30 })] },
    // Prices as text are not read by the quick reader.
    { bids: [bid('a', { price: '1' })] },
    { revenue_share_pct: '20', bids: [bid('a')] },
    { revenue_share_pct: 20, bids: [] },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { auctions, report, told } = await readFiles([writeLog(createFolder(), text)], { fee });
  expect(told).toEqual([]);
  expect(auctions.map(({ request, feeSource }) => [feeSource, request.feePpm])).toEqual([
    ['seller', 100_000],
    ['auction', 200_000],
    ['seller', 100_000],
    ['auction', 200_000],
    ['auction', 200_000],
  ]);
  expect(report.fees).toEqual({ ...none, bid: 2, auction: 3, seller: 2 });
  expect(mergeInputReports([report, report]).fees).toEqual({ ...none, bid: 4, auction: 6, seller: 4 });
});

test('OpenRTB names no fee; of a feed none is taken', async () => {
  const bodies = createBodies(50);
  const bids = bodies.reduce((sum, body) => sum + body.bids.length, 0);
  const folder = createFolder();
  const openrtb = await readFiles([writeLog(folder, bodies.map((body) => toOpenRtbLine(body)).join('\n'))], { fee });
  expect(openrtb.report.fees).toEqual({ ...none, seller: bids });
  const feed = await readFiles([writeLog(folder, toSeparated(bodies.flatMap(toFeedBids)), 'feed.tsv')], { fee });
  expect(feed.report.fees).toEqual({ ...none, feed: bids });
  expect(feed.auctions.map(({ feeSource }) => feeSource)).toEqual(bodies.map(() => 'feed'));
});
