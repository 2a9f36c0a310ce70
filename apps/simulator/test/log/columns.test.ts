import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSeatBook } from '../../src/log/auction/seat-book.ts';
import { readColumnFile } from '../../src/log/column-file.ts';
import type { ColumnNames } from '../../src/log/format/row-format.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { writeParquetText } from './parquet.ts';
import { readFiles } from './read-log.ts';

const moment = Date.UTC(2026, 10, 21, 8, 30, 15);
const acme = createSeatBook({ mapped: new Map([['acme', 12]]) });

function readText(text: string, columns?: ColumnNames) {
  return readFiles([writeLog(createFolder(), text)], { seats: acme }, { columns });
}

test.for([
  'timestamp,auction_id,seat,price',
  'TIME,auction_id,buyer_id,bid_price',
  'ts,request_id,buyer,cpm',
  'datetime,bid_request_id,bidder,net_price',
])('the header %s is recognised, with seats for buyers and any text for ids of auctions', async (header) => {
  const rows = ['2026-11-21T08:30:15Z,c0ffee-1,acme,2.5', `${moment},c0ffee-1,13,1`, `${moment},c0ffee-2,nobody,1`];
  const { auctions, told, report } = await readText([header, ...rows, ''].join('\n'));
  expect(told).toEqual([]);
  expect(report.unmapped_seats).toMatchObject({ bids: 1, largest: [{ seat: 'nobody', bids: 1 }] });
  expect(
    auctions
      .map(({ request: { seed, timeMs, bids } }) => [seed, timeMs, bids.map(({ memberId }) => memberId)])
      .toSorted(([left], [right]) => (left! < right! ? -1 : 1)),
  ).toEqual([
    ['c0ffee-1', moment, [12, 13]],
    ['c0ffee-2', moment, [null]],
  ]);
});

test('our own name of a column comes before the others', async () => {
  const { auctions } = await readText(
    'price,actual_bid_price,time,date_time,auction_id,auction_id_64,seat,buyer_member_id\n9,1,1,2,x,7,acme,14\n',
  );
  expect(auctions[0]!.request).toMatchObject({ seed: '7', timeMs: 2000, bids: [{ memberId: 14, grossMicros: 1e6 }] });
});

const columns = { date_time: 'When', auction_id_64: 'who am i', buyer_member_id: 'dsp', actual_bid_price: 'usd' };

test('a column file names the rest, in any case, also of Parquet', async () => {
  const { auctions } = await readText(`USD;dsp;who am i;when\n2.5;acme;a b;${moment}\n`, columns);
  const expected = { seed: 'a b', timeMs: moment, bids: [{ memberId: 12, grossMicros: 2_500_000 }] };
  expect(auctions).toMatchObject([{ request: expected }]);
});

test.for([
  [
    'when,price,auction_id\n',
    undefined,
    [/without date_time, buyer_member_id\./, /timestamp, time, ts/, /Found: when, price, auction_id\./],
  ],
  ['a,b\n1,2\n', undefined, [/without date_time, auction_id_64, buyer_member_id, actual_bid_price\./, /--columns/]],
  ['time,auction_id,seat,price\n', { actual_bid_price: 'usd' }, [/without actual_bid_price\./, /as usd/]],
  ['time,auction_id,seat,price\n', { deal_id: 'pmp' }, [/without deal_id\./]],
] as const)('the header %j is refused, saying what is looked for and what was found', async ([text, names, parts]) => {
  const failure = await readText(text, names).then(
    () => undefined,
    (error: Error) => error,
  );
  expect(failure).toMatchObject({ exitCode: 2 });
  for (const part of parts) expect(failure!.message).toMatch(part);
});

test('Parquet is read by other names too, and its unknown header is told', async () => {
  const folder = createFolder();
  const file = await writeParquetText(join(folder, 'a.parquet'), `ts,Auction_ID,seat,price\n${moment},x,acme,2.5\n`);
  const { auctions } = await readFiles([file], { seats: acme });
  expect(auctions).toMatchObject([{ request: { seed: 'x', timeMs: moment, bids: [{ memberId: 12 }] } }]);
  const unknown = await writeParquetText(join(folder, 'b.parquet'), 'ts,id\n1,x\n');
  await expect(readFiles([unknown])).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('Found: ts, id'),
  });
});

test.for(['[ab].parquet', '*.parquet', '?.parquet', 'a[!b]*.parquet'])(
  'of a Parquet file named %s that file alone is read',
  async (name) => {
    const folder = createFolder();
    await writeParquetText(join(folder, 'a.parquet'), `ts,auction_id,seat,price\n${moment},other,acme,2.5\n`);
    await writeParquetText(join(folder, 'ac.parquet'), `ts,auction_id,seat,price\n${moment},another,acme,2.5\n`);
    const plain = await writeParquetText(join(folder, 'b'), `ts,auction_id,seat,price\n${moment},own,acme,2.5\n`);
    const file = join(folder, name);
    renameSync(plain, file);
    const { auctions } = await readFiles([file], { seats: acme });
    expect(auctions.map(({ request: { seed } }) => seed)).toEqual(['own']);
  },
);

test.for([
  ['{', /is not JSON/],
  ['[]', /is not a JSON object/],
  ['{"when":"x"}', /"when", allowed: date_time, /],
  ['{"date_time":7}', /7 for date_time/],
] as const)('the column file %s is refused', ([text, message]) => {
  const file = writeLog(createFolder(), text, 'columns.json');
  expect(() => readColumnFile(file)).toThrow(message);
});
