import { expect, test } from 'vitest';
import { type RecordedAuction, UsualLineReader } from '../src/line/usual-line.ts';
import { packFrame } from '../src/frame.ts';
import { readRecordedAuctions } from '../src/read-auctions.ts';

const decided =
  '"decided":{"revision":"1-2","seed":"s","time":"2026-11-21T08:00:00.000Z","revenue_share_pct":15,"winner":null,"clearing_price":0,"answer_crc32":1}';

const framed = (lines: readonly string[]) => packFrame(Buffer.from(`${lines.join('\n')}\n`), lines.length, 0, 1);

test('every line is given or counted, whichever reader takes its body', () => {
  const lines = [
    `{${decided},"ym_profile_id":1,"unit":"plain","bids":[]}`,
    `{${decided},"ym_profile_id":1,"unit":"\\u0061 b","bids":[{"id":"a","member_id":101,"price":"1.50"}]}`,
    `{${decided},"ym_profile_id":1,"bids":"none"}`,
    `{${decided},"ym_profile_id":1,"bids":[`,
    '{"ym_profile_id":1,"bids":[]}',
  ];
  const found: RecordedAuction[] = [];
  const unread = readRecordedAuctions(framed(lines), (auction) => found.push(auction));
  expect(found.map(({ unit }) => unit)).toEqual(['plain', 'a b']);
  expect([unread, found[0]!.decided.revision, found[1]!.request.bids[0]!.grossMicros]).toEqual([3, '1-2', 1_500_000]);
});

test('places that do not exist are left out in every form, as the service leaves them out', () => {
  const lines = ['"member_id":101,"price":1.5', '"member_id":101,"price":"1.50"'].map(
    (bid) => `{${decided},"ym_profile_id":1,"impression":{"country":"XX"},"bids":[{"id":"a",${bid}}]}`,
  );
  const found: RecordedAuction[] = [];
  expect(readRecordedAuctions(framed(lines), (auction) => found.push(auction))).toBe(0);
  expect(found.map(({ request }) => request.impression.country)).toEqual([undefined, undefined]);
});

test('a line that another program has written again is the same auction', () => {
  const body = '"ym_profile_id":1,"unit":"u","bids":[{"id":"a","member_id":101,"price":1.5}]';
  const found: RecordedAuction[] = [];
  const lines = [`{${decided},${body}}`, `{${body},${decided}}`, `{ ${decided}, ${body} }`];
  expect(readRecordedAuctions(framed(lines), (auction) => found.push(auction))).toBe(0);
  expect(found).toHaveLength(3);
  for (const auction of found)
    expect(auction).toEqual({ ...found[0], named: { ymProfileId: 1, publisherId: undefined } });
});

test('a line that the usual reader does not take is unchanged', () => {
  const line = Buffer.from(`{${decided},"bids":[{"id":"a","member_id":101,"price":"1.5"}]}`);
  const bytes = Uint8Array.from(line);
  expect(new UsualLineReader().readRecorded(bytes, 0, bytes.length)).toBeUndefined();
  expect(Buffer.from(bytes).equals(line)).toBe(true);
});

test('of a damaged frame every line is counted, and the other frames are read', () => {
  const frames = [2, 3, 4].map((lines) =>
    packFrame(Buffer.from(`{${decided},"ym_profile_id":1,"bids":[]}\n`.repeat(lines)), lines, 0, 1),
  );
  // The magic number of the second frame, behind its note.
  frames[1]!.fill(0, 28, 32);
  const found: RecordedAuction[] = [];
  expect(readRecordedAuctions(new Uint8Array(Buffer.concat(frames)), (auction) => found.push(auction))).toBe(3);
  expect(found).toHaveLength(6);
});
