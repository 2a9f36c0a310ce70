import { expect, test } from 'vitest';
import type { LogOrder } from '../../src/log/log-reader.ts';
import { defaultTimeMs } from '../../src/log/json/read-json.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { readFiles } from './read-log.ts';

const moment = Date.UTC(2026, 10, 21, 8, 30, 15);
const bid_request = { id: 'a', imp: [{ id: '1' }, { id: '2' }] };

function readLines(lines: readonly object[], order: Partial<LogOrder> = {}) {
  return readFiles([writeLog(createFolder(), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))], order);
}

const times = ({ auctions }: Awaited<ReturnType<typeof readLines>>) => auctions.map(({ request }) => request.timeMs);

test('a line of OpenRTB has its time beside the request, for all of its impressions', async () => {
  const values = ['2026-11-21T08:30:15Z', moment / 1000, moment, moment * 1000];
  const read = await readLines(values.map((time) => ({ time, bid_request })));
  expect(read.told).toEqual([]);
  expect(times(read)).toEqual(Array.from({ length: 8 }, () => moment));
});

test('a line of OpenRTB without a time, or with null, has the default one', async () => {
  expect(times(await readLines([{ bid_request }, { time: null, bid_request }]))).toEqual(
    Array.from({ length: 4 }, () => defaultTimeMs),
  );
});

test('a time that is none breaks its line', async () => {
  const { auctions, told } = await readLines([{ time: 'noon', bid_request }, { bid_request }]);
  expect(auctions).toHaveLength(2);
  expect(told).toMatchObject([
    { line: 1, problem: expect.stringMatching(/^has the time "noon", allowed: .*ISO 8601/) },
  ]);
});

const timed = (ts: unknown) => ({ bid_request: { id: 'a', imp: [{ id: '1', ext: { ts } }] } });

test('a path says where other logs have the time, also inside a list; a line without it is broken', async () => {
  const order = { timeField: 'bid_request.imp.0.ext.ts' };
  const { told, ...read } = await readLines([timed(moment), timed('x'), { time: moment, bid_request }], order);
  expect(read.auctions).toHaveLength(1);
  expect(read.auctions[0]!.request.timeMs).toBe(moment);
  expect(told).toMatchObject([
    { line: 2, problem: expect.stringContaining('"x"') },
    { line: 3, problem: expect.stringMatching(/no time at bid_request\.imp\.0\.ext\.ts/) },
  ]);
});

const header = 'date_time,auction_id_64,buyer_member_id,actual_bid_price';

test.for(['2026-11-21T08:30:15Z', '2026-11-21 09:30:15+01:00', `${moment / 1000}`, `${moment}`])(
  'a feed may write its time as %s',
  async (time) => {
    expect(times(await readFiles([writeLog(createFolder(), `${header}\n${time},1,2,3\n`)]))).toEqual([moment]);
  },
);
