import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { RecordedAuction } from '../src/line/recorded-reader.ts';
import { readRecordedAuctions } from '../src/read-auctions.ts';

const decided =
  '"decided":{"revision":"1-2","seed":"s","time":"2026-11-21T08:00:00.000Z","revenue_share_pct":15,"winner":null,"clearing_price":0,"answer_crc32":1}';

test('every line is given or counted, whichever reader takes its body', () => {
  const lines = [
    `{${decided},"ym_profile_id":1,"unit":"plain","bids":[]}`,
    `{${decided},"ym_profile_id":1,"unit":"\\u0061 b","bids":[{"id":"a","member_id":101,"price":"1.50"}]}`,
    `{${decided},"ym_profile_id":1,"bids":"none"}`,
    `{${decided},"ym_profile_id":1,"bids":[`,
    '{"ym_profile_id":1,"bids":[]}',
  ];
  const found: RecordedAuction[] = [];
  const unread = readRecordedAuctions(zstdCompressSync(`${lines.join('\n')}\n`), (auction) => found.push(auction));
  expect(found.map(({ unit }) => unit)).toEqual(['plain', 'a b']);
  expect([unread, found[0]!.decided.revision, found[1]!.request.bids[0]!.grossMicros]).toEqual([3, '1-2', 1_500_000]);
});

test('places that do not exist are left out in every form, as the service leaves them out', () => {
  const lines = ['"member_id":101,"price":1.5', '"member_id":101,"price":"1.50"'].map(
    (bid) => `{${decided},"ym_profile_id":1,"impression":{"country":"XX"},"bids":[{"id":"a",${bid}}]}`,
  );
  const found: RecordedAuction[] = [];
  expect(readRecordedAuctions(zstdCompressSync(lines.join('\n')), (auction) => found.push(auction))).toBe(0);
  expect(found.map(({ request }) => request.impression.country)).toEqual([undefined, undefined]);
});
