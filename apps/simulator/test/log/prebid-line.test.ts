import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { readFiles } from './read-log.ts';

const request = { id: 'r', at: 1, imp: [{ id: '1', bidfloor: 1 }], site: { publisher: { id: '9' } } };
const line = {
  type: '/openrtb2/auction',
  Status: 200,
  Errors: null,
  Request: request,
  Response: { id: 'r', cur: 'USD', seatbid: [{ seat: '105', bid: [{ id: 'b', impid: '1', price: 2.5 }] }] },
  StartTime: '2026-11-21T08:30:15.123456789-05:00',
};

const read = (...lines: readonly object[]) =>
  readFiles([writeLog(createFolder(), lines.map((one) => `${JSON.stringify(one)}\n`).join(''))]);

test("a line of Prebid Server's log is an auction of OpenRTB at its time", async () => {
  const { auctions, told } = await read(line, { ...line, Response: null });
  expect(told).toEqual([]);
  expect(auctions.map(({ kind, request: { bids, timeMs } }) => [kind, bids.length, timeMs])).toEqual([
    ['openrtb', 1, Date.UTC(2026, 10, 21, 13, 30, 15, 123)],
    ['openrtb', 0, Date.UTC(2026, 10, 21, 13, 30, 15, 123)],
  ]);
});

test.for(['SeatNonBid', 'seatnonbid', 'ext'])(
  'bids that it lists in %s as below the floor take part',
  async (place) => {
    const nonbid = [301, 304, 350].map((statuscode, at) => ({
      impid: '1',
      statuscode,
      ext: { prebid: { bid: { id: `n${at}`, price: 0.5 + at } } },
    }));
    const seats = [{ seat: '106', nonbid: [...nonbid, { impid: '1', statuscode: 301 }] }];
    const told = place === 'ext' ? { Response: { ...line.Response, ext: { seatnonbid: seats } } } : { [place]: seats };
    const { auctions } = await read({ ...line, ...told });
    expect(auctions[0]?.request.bids.map(({ memberId, grossMicros }) => [memberId, grossMicros])).toEqual([
      [105, 2_500_000],
      [106, 500_000],
      [106, 1_500_000],
    ]);
  },
);

test('a line of another of its types, or of a request that it refused, is told', async () => {
  const { auctions, told } = await read({ type: '/setuid', Status: 200 }, { ...line, Request: { id: 'r' } });
  expect(auctions).toEqual([]);
  expect(told.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('Prebid Server'),
    expect.stringContaining('imp'),
  ]);
});
