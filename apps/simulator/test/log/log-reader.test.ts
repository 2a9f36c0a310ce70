import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { placeOf } from '../../src/log/auction/logged-auction.ts';
import { findUnreadable } from '../../src/log/auction/input-report.ts';
import { createSeatBook } from '../../src/log/auction/seat-book.ts';
import { wholeParts } from '../../src/log/file/part.ts';
import { findFiles } from '../../src/log/file/source.ts';
import { LogReader } from '../../src/log/log-reader.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { createBodies, toOpenRtbLine, toOwnLine } from './bodies.ts';
import { findSources, readFiles } from './read-log.ts';

const line = '{"bids":[{"id":"a","member_id":12,"price":1}]}';

test('a glob means its files in order, and a name that exists means itself', () => {
  const folder = createFolder();
  const files = ['b.jsonl', 'a.jsonl', 'c[1].jsonl'].map((name) => writeLog(folder, '', name));
  expect(findFiles(`${folder}/*.jsonl`)).toEqual(files.toSorted());
  expect(findFiles(files[2]!)).toEqual([files[2]]);
  for (const nothing of [`${folder}/d.jsonl`, `${folder}/*.gz`, folder]) {
    expect(() => findFiles(nothing)).toThrow(nothing);
  }
});

test('what is wrong with a line ends a sentence of the command, which has the full stop', async () => {
  const tooHigh = '{"bids":[{"id":"a","member_id":12,"price":1e15}]}';
  const several = '{"bids":[{"id":"a","member_id":12,"price":1e15},{"id":"b","member_id":12,"price":"x"}]}';
  const { told } = await readFiles([writeLog(createFolder(), `${tooHigh}\n${several}\n`)]);
  expect(told).toMatchObject([
    { problem: expect.stringMatching(/^bids\.0\.price .*\d$/) },
    { problem: expect.stringMatching(/^bids\.0\.price .*\d \(and 1 more\)$/) },
  ]);
});

test('many files are one log: their auctions in order, and each line with a seed of its own', async () => {
  const folder = createFolder();
  for (let at = 0; at < 40; at++) writeLog(folder, `${line}\n${line}\n`, `${String(at).padStart(2, '0')}.jsonl`);
  const { auctions, report } = await readFiles(findFiles(`${folder}/*.jsonl`));
  expect(auctions).toHaveLength(80);
  expect(new Set(auctions.map(({ request }) => request.seed)).size).toBe(80);
  expect(auctions.map(({ request }) => request.seed).slice(0, 4)).toEqual(['1/1', '1/2', '2/1', '2/2']);
  expect(report.files).toHaveLength(40);
});

test.for([
  { name: 'nothing', content: '' },
  { name: 'nothing, packed', content: gzipSync('') },
  { name: 'blank lines', content: '\n\n  \r\n' },
  { name: 'a header only', content: 'date_time,auction_id_64,buyer_member_id,actual_bid_price\n' },
])('a file with $name has no auctions, and nothing is wrong with it', async ({ content }) => {
  const { auctions, report, told } = await readFiles([writeLog(createFolder(), content)]);
  expect({ auctions, told, broken: report.broken_lines }).toEqual({ auctions: [], told: [], broken: 0 });
});

test('lines keep their numbers: blank ones count, a carriage return does not, the last needs no line feed', async () => {
  const { auctions } = await readFiles([writeLog(createFolder(), `${line}\r\n\n \n${line}\n${line}`)]);
  expect(auctions.map((auction) => placeOf(auction))).toEqual(['line 1', 'line 4', 'line 5']);
});

test('a byte order mark is passed over', async () => {
  const { auctions, told } = await readFiles([writeLog(createFolder(), `\uFEFF${line}\n`)]);
  expect(told).toEqual([]);
  expect(auctions).toHaveLength(1);
});

test('a line that lies across pieces of the file stays whole, at any place of the cut', async () => {
  const folder = createFolder();
  for (const filler of [262_100, 262_140, 262_144, 524_000]) {
    const long = JSON.stringify({ impression: { city: 'ü' }, bids: [], key: undefined });
    const text = `{"bids":[]${' '.repeat(filler)}}\n${`${long}\n`.repeat(20)}`;
    const { auctions, told } = await readFiles([writeLog(folder, text)]);
    expect(told).toEqual([]);
    expect(auctions).toHaveLength(21);
    expect(new Set(auctions.slice(1).map(({ request }) => request.impression.city))).toEqual(new Set(['ü']));
  }
});

const content = Array.from({ length: 3000 }, (_, at) => `${line.replace('"a"', `"a${at}"`)}\n`).join('');

test.for([
  { name: 'gzip', packed: gzipSync(content) },
  { name: 'zstd', packed: zstdCompressSync(content) },
])('a file that breaks off is told where it does, and what was before it counts: $name', async ({ packed }) => {
  const folder = createFolder();
  const cut = writeLog(folder, packed.subarray(0, packed.length - 5), 'a');
  const next = writeLog(folder, `${line}\n`, 'b');
  const { auctions, told, report } = await readFiles([cut, next]);
  expect(told).toMatchObject([{ file: cut, problem: expect.stringMatching(/^cannot be read to its end: /) }]);
  expect(told[0]!.line).toBe(auctions.length);
  expect(report).toMatchObject({ broken_lines: 1, unfinished_files: 1 });
  expect(findUnreadable(report)).toContain('1 file could not be read to the end');
  expect(auctions.at(-1)!.file).toBe(next);
  await expect(readFiles([cut], { isStrict: true })).rejects.toMatchObject({ exitCode: 1 });
});

test('a plain file that breaks off inside a line has one broken line', async () => {
  const { auctions, told } = await readFiles([writeLog(createFolder(), content.slice(0, -20))]);
  expect(auctions).toHaveLength(2999);
  expect(told).toMatchObject([{ line: 3000, problem: 'is not a JSON object' }]);
});

test('a line that is too long is broken, does not fill the memory, and ends no reading', async () => {
  const long = { line: 2, problem: 'is longer than 16,777,216 bytes' };
  const folder = createFolder();
  for (const length of [16_777_217, 17_000_000, 40_000_000]) {
    const { told, auctions, report } = await readFiles([
      writeLog(folder, `${line}\n${'x'.repeat(length)}\n${line}\n${line}`),
    ]);
    expect(told).toMatchObject([long]);
    expect(auctions.map((one) => one.line)).toEqual([1, 3, 4]);
    expect(report.unfinished_files).toBe(0);
  }
  expect((await readFiles([writeLog(folder, `${line}\n${'x'.repeat(17_000_000)}`)])).told).toMatchObject([long]);
  const { told } = await readFiles([writeLog(folder, `${line}\n${'x'.repeat(16_777_216)}\n`)]);
  expect(told).toMatchObject([{ line: 2, problem: 'is not a JSON object' }]);
});

test('a file that is away is wrong usage', async () => {
  await expect(readFiles(['/nowhere/log.jsonl'])).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/^\/nowhere\/log\.jsonl cannot be read: ENOENT/),
  });
});

test('packed files may be of several members, as loggers that append write them', async () => {
  for (const pack of [gzipSync, zstdCompressSync]) {
    const { auctions } = await readFiles([
      writeLog(createFolder(), Buffer.concat([pack(`${line}\n`), pack(`${line}\n`)])),
    ]);
    expect(auctions).toHaveLength(2);
  }
});

test('own lines and OpenRTB may alternate; a request with several impressions is several auctions', async () => {
  const [body] = createBodies(1);
  const two = { bid_request: { id: 'r', imp: [{ id: '1' }, { id: '2' }] }, bid_responses: [] };
  const text = [toOwnLine(body!), toOpenRtbLine(body!), JSON.stringify(two)].join('\n');
  const { auctions, report } = await readFiles([writeLog(createFolder(), text)]);
  expect(report.lines).toEqual({ own: 1, openrtb: 2, feed: 0, gam_bids: 0 });
  expect(report.auctions).toEqual({ own: 1, openrtb: 3, feed: 0, gam_bids: 0 });
  expect(auctions.map((auction) => [auction.kind, placeOf(auction), auction.request.seed])).toEqual([
    ['own', 'line 1', body!.seed],
    ['openrtb', 'line 2', body!.seed],
    ['openrtb', 'line 3, impression 1', 'r/0'],
    ['openrtb', 'line 3, impression 2', 'r/1'],
  ]);
});

const seatBid = (seat: string, count: number) => ({
  seatbid: [{ seat, bid: Array.from({ length: count }, () => ({ impid: '1', price: 1 })) }],
});

test('unknown seats are listed by their number of bids', async () => {
  const text = JSON.stringify({
    bid_request: { imp: [{ id: '1' }] },
    bid_responses: [seatBid('rare', 1), seatBid('often', 5), seatBid('Acme', 2), seatBid('12', 1), seatBid('filed', 1)],
  });
  const members = [null, null, null, null, null, null, 7, 7, 12, 99];
  const seats = createSeatBook({ mapped: new Map([['filed', 99]]), memberOfName: new Map([['acme', 7]]) });
  const { auctions, report } = await readFiles([writeLog(createFolder(), text)], { seats });
  expect(auctions[0]!.request.bids.map(({ memberId }) => memberId)).toEqual(members);
  expect(report.unmapped_seats).toEqual({
    seats: 2,
    bids: 6,
    largest: [
      { seat: 'often', bids: 5 },
      { seat: 'rare', bids: 1 },
    ],
  });
});

const collectGarbage: () => void = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
})();

function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test.for(['own', 'openrtb', 'feed'] as const)('the memory stays flat while a long log streams: %s', async (kind) => {
  const bodies = createBodies(1000);
  const feedLine = ({ seed }: (typeof bodies)[number], round: number) => `1795000000,${seed}${round},12,1.5`;
  const openRtbLine = (body: (typeof bodies)[number]) => toOpenRtbLine(body);
  const toLine = { own: toOwnLine, openrtb: openRtbLine, feed: feedLine }[kind];
  const header = kind === 'feed' ? 'date_time,auction_id_64,buyer_member_id,actual_bid_price\n' : '';
  const rounds = Array.from({ length: 60 }, (_, round) => bodies.map((body) => `${toLine(body, round)}\n`).join(''));
  const file = writeLog(createFolder(), header + rounds.join(''));
  const parts = wholeParts(await findSources([file]));
  const reader = new LogReader({
    parts,
    fee: chooseFee({}),
    seats: createSeatBook(),
    isStrict: true,
    onBrokenLine: () => {},
  });
  const held: number[] = [];
  let auctions = 0;
  for await (const batch of reader) {
    const before = auctions;
    auctions += [...batch].length;
    if (before % 20_000 > auctions % 20_000) held.push(heldBytes());
  }
  expect(auctions).toBe(60_000);
  expect(held.length).toBeGreaterThanOrEqual(3);
  expect(held.at(-1)! - held[0]!).toBeLessThan(3_000_000);
});

test('a log is read no faster than its batches are taken', async () => {
  const parts = wholeParts(await findSources([writeLog(createFolder(), content.repeat(100))]));
  const reader = new LogReader({
    parts,
    fee: chooseFee({}),
    seats: createSeatBook(),
    isStrict: true,
    onBrokenLine: () => {},
  });
  const batches = reader[Symbol.asyncIterator]();
  await batches.next();
  for (let turn = 0; turn < 200; turn++) await setImmediate();
  expect(reader.byteCount).toBeGreaterThan(10_000_000);
  expect(reader.bytesRead).toBeGreaterThan(0);
  expect(reader.bytesRead).toBeLessThan(2_000_000);
  await batches.return?.();
});
