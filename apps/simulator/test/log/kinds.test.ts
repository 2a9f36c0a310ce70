import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { createBodies, toOpenRtbLine, toOwnLine } from './bodies.ts';
import { toFeedBids, toSeparated } from './feed.ts';
import { writeParquet } from './parquet.ts';
import { readFiles } from './read-log.ts';

const bodies = createBodies(300);
const bidCount = bodies.reduce((sum, { bids }) => sum + bids.length, 0);
const feedBids = bodies.flatMap(toFeedBids);
const lines = (toLine: (body: (typeof bodies)[number]) => string) => bodies.map((body) => `${toLine(body)}\n`).join('');

/** What every kind of log can say; a feed comes in another order, and OpenRTB has no time. */
function essence(auctions: readonly LoggedAuction[]) {
  return auctions
    .map(({ request: { timeMs: _time, impression: _impression, bids, ...request } }) => ({
      ...request,
      bids: bids.map(({ id: _id, ...bid }) => bid),
    }))
    .toSorted((left, right) => (left.seed < right.seed ? -1 : 1));
}

async function ownEssence() {
  const { auctions } = await readFiles([writeLog(createFolder(), lines(toOwnLine))]);
  expect(auctions).toHaveLength(bodies.length);
  return essence(auctions);
}

test.for([
  { kind: 'openrtb', form: 'jsonl', write: (folder: string) => writeLog(folder, lines(toOpenRtbLine)) },
  { kind: 'feed', form: 'csv', write: (folder: string) => writeLog(folder, toSeparated(feedBids)) },
  { kind: 'feed', form: 'tsv', write: (folder: string) => writeLog(folder, toSeparated(feedBids, '\t')) },
  { kind: 'feed', form: 'csv', write: (folder: string) => writeLog(folder, toSeparated(feedBids, ';')) },
  { kind: 'feed', form: 'parquet', write: (folder: string) => writeParquet(join(folder, 'log.jsonl'), feedBids) },
] as const)('the same auctions are read from $kind, written as $form', async ({ kind, form, write }) => {
  const { auctions, report, told } = await readFiles([await write(createFolder())]);
  expect(told).toEqual([]);
  expect(report.files).toMatchObject([{ form, compression: 'none' }]);
  expect(report.lines).toMatchObject({ [kind]: kind === 'feed' ? bidCount : bodies.length });
  expect(report.auctions).toMatchObject({ own: 0, [kind]: bodies.length });
  expect(auctions.every((auction) => auction.kind === kind)).toBe(true);
  expect(essence(auctions)).toEqual(await ownEssence());
});

test.for([
  { compression: 'gzip', pack: gzipSync },
  { compression: 'zstd', pack: zstdCompressSync },
] as const)(
  'every kind may be packed by $compression, whatever the name of the file',
  async ({ compression, pack }) => {
    const folder = createFolder();
    const contents = [lines(toOwnLine), lines(toOpenRtbLine), toSeparated(feedBids)];
    const files = contents.map((content, at) => writeLog(folder, pack(content), `${at}.txt`));
    const { auctions, report } = await readFiles(files);
    expect(report.files.map((file) => file.compression)).toEqual([compression, compression, compression]);
    expect(report.auctions).toEqual({ own: 300, openrtb: 300, feed: 300, gam_bids: 0 });
    for (const kind of ['own', 'openrtb', 'feed'] as const) {
      expect(essence(auctions.filter((auction) => auction.kind === kind))).toEqual(await ownEssence());
    }
  },
);

test('a feed keeps the time; the fee is 0 and the prices are the net ones, whatever the fee of the other bids', async () => {
  const { auctions } = await readFiles([writeLog(createFolder(), toSeparated(feedBids))], {
    fee: chooseFee({ option: 150_000 }),
  });
  const byId = new Map(bodies.map((body) => [body.seed, body]));
  for (const { request, recorded } of auctions) {
    const body = byId.get(request.seed)!;
    expect(request.timeMs).toBe(Date.parse(body.impression.time));
    expect(request.feePpm).toBe(0);
    expect(request.bids.map(({ grossMicros }) => grossMicros)).toEqual(
      body.bids.map(({ price }) => Math.round(price * 1e6)),
    );
    expect(recorded).toMatchObject({ auctionId: body.seed, sellerMemberId: 1, leftOut: [] });
  }
});

test('ids beyond 2^53 that a double cannot tell apart are different auctions', async () => {
  const ids = ['9007199254740992', '9007199254740993', '9223372036854775807', '18446744073709551615', '-1'];
  expect(Number(ids[0])).toBe(Number(ids[1]));
  const [first] = feedBids;
  const rows = ids.map((auctionId) => ({ ...first!, auction_id_64: auctionId }));
  const csv = await readFiles([writeLog(createFolder(), toSeparated(rows))]);
  expect(csv.auctions.map(({ recorded }) => recorded!.auctionId).toSorted()).toEqual(ids.toSorted());

  const fitting = rows.slice(0, 3);
  const parquet = await readFiles([await writeParquet(join(createFolder(), 'feed.parquet'), fitting)]);
  expect(parquet.auctions.map(({ recorded }) => recorded!.auctionId).toSorted()).toEqual(ids.slice(0, 3).toSorted());
});
