import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AuctionReader,
  type Decided,
  JsonSink,
  readRecordedLine,
  toRequest,
  writeRecordedLine,
} from '@auction-tiers/auction-codec';
import { auctionJson } from './auction-json.ts';

const [reader, sink] = [new AuctionReader(), new JsonSink()];

const text = fc.oneof(
  fc.stringMatching(/^[ -~]{1,30}$/),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.constantFrom('},', '"},{', '\\', '{"decided":', '\n', 'é', '東京', '\uD800'),
);
const decided: fc.Arbitrary<Decided> = fc.record({
  revision: text,
  seed: text,
  timeMs: fc
    .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.getTime()),
  feePpm: fc.integer({ min: 0, max: 999_999 }),
  winner: fc.option(text),
  clearingMicros: fc.integer({ min: 0, max: 999_999_999_999 }),
  answerCrc32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  share: fc.option(fc.integer({ min: 1, max: 1_000_000 }).map((ppm) => ppm / 1_000_000)),
});
const clearing = ({ winner, clearingMicros, ...rest }: Decided): Decided => ({
  ...rest,
  winner,
  clearingMicros: winner === null ? 0 : clearingMicros,
});

/** Reads a line that stands between others. */
function readLine(line: Buffer) {
  const before = Buffer.from('{"bids":[]}\n');
  const bytes = Buffer.concat([before, line, Buffer.from('{"decided":{"revision":"')]);
  const end = before.length + line.length - 1;
  const read = readRecordedLine(bytes, before.length, end);
  // A reader may come back to a line that it had begun.
  expect(readRecordedLine(bytes, before.length, end)).toEqual(read);
  return read === undefined ? undefined : { ...read, parsed: reader.readLogged(bytes, read.start, end) };
}

test('what was decided is read from a line as it was written, and the auction as it was sent', () => {
  let plain = 0;
  fc.assert(
    fc.property(decided, auctionJson, (any, json) => {
      const told = clearing(any);
      const body = Buffer.from(json.replaceAll('\n', ' '));
      const line = Buffer.from(sink.bytes.subarray(0, writeRecordedLine(sink, 0, told, body)));
      expect(line.indexOf('\n')).toBe(line.length - 1);
      const { decided: _decided, ...rest } = JSON.parse(line.toString()) as Record<string, unknown>;
      expect(rest).toEqual(JSON.parse(json));
      const read = readLine(line);
      expect(read?.decided).toEqual(told);
      const sent = reader.read(body, 0, body.length);
      if (sent === undefined) return;
      plain++;
      const defaults = { feePpm: told.feePpm, timeMs: told.timeMs, seed: () => told.seed };
      expect(toRequest(read!.parsed!, defaults)).toEqual(toRequest(sent, defaults));
    }),
    { numRuns: 2000 },
  );
  expect(plain).toBeGreaterThan(500);
});

test.for([
  '{"bids":[],"ym_profile_id":1}',
  '{"decided":{"revision":"1-1-a.b"},"bids":[]}',
  '{"decided":{"revision":"1-1-a.b","seed":"s","time":"never","revenue_share_pct":0,"winner":null,"clearing_price":0,"answer_crc32":1},"bids":[]}',
  '{"decided":{"revision":"1-1-a.b","seed":"s","time":"2026-11-21T08:00:00Z","revenue_share_pct":0,"winner":null,"clearing_price":0,"answer_crc32":1,"share":2},"bids":[]}',
  '{"decided":{"revision":"1-1-a.b","seed":"s',
  '{"decided":{"revision":"1-1-a.b"}',
])('a line that no service has written is no recorded one: %s', (line) => {
  expect(readLine(Buffer.from(`${line}\n`))).toBeUndefined();
});
