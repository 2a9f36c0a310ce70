import { deviceTypes, supplyTypes } from '@auction-tiers/tier-engine';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJsonLine } from '../../src/log/json-line.ts';
import { OwnLineReader } from '../../src/log/own/own-line.ts';
import { createSeatBook } from '../../src/log/seat-book.ts';

const defaults = { feePpm: 150_000, timeMs: 1_700_000_000_000, seed: () => '1/7' };
const reader = new OwnLineReader();

/** Between other lines, as in a file: nothing beyond its end may be read. */
function readFast(line: string | Buffer) {
  const [before, text] = [Buffer.from('{"bids":[]}\n'), Buffer.from(line)];
  const bytes = Buffer.concat([before, text, Buffer.from('\n{"bids":[{"id":"z"')]);
  return reader.read(bytes, before.length, before.length + text.length, defaults);
}

function readBySchema(line: string | Buffer) {
  const read = readJsonLine(line.toString(), createSeatBook(), defaults);
  return read.ok ? read.requests[0] : undefined;
}

/** Mostly a right value; a line has a hundred, so a wrong one must be rare. */
const mostly = <Value>(right: fc.Arbitrary<Value>, ...wrong: readonly unknown[]) =>
  fc.oneof({ weight: 150, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom<unknown>(...wrong) });

const anyText = fc.oneof(
  fc.constantFrom('US', 'iOS', 'São Paulo', '東京', 'x'.repeat(70), 'news.example.com', ''),
  fc.stringMatching(/^[A-Za-z0-9 ._-]{1,12}$/),
);
const mostText = mostly(anyText, 'x'.repeat(1001), 'say "hi"', 'a\tb', 7, null);
const price = mostly(
  fc.oneof(
    fc.integer({ min: 0, max: 9_000_000 }).map((micros) => micros / 1e6),
    fc.integer({ min: 0, max: 1e15 }).map((tenths) => tenths / 1e10),
    fc.constantFrom(0, 999_999.999999, 0.0000005, 12.9999995),
  ),
  1_000_000,
  999_999.9999999,
  1e-7,
  '2.5',
  -1,
  null,
);
const fee = mostly(fc.constantFrom(0, 15, 12.3456, 99.9999), 100, 0.00001, '15', -1);
const id = mostly(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(10 ** 15 - 1)), 0, 2 ** 53, -1, 1.5, '1');
const moment = mostly(
  fc
    .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().replace('.000', '')),
  '2026-02-29T08:00:00Z',
  '2026-11-21T08:00:00+01:00',
  '2026-11-21T24:00:00Z',
  '2026-11-21',
  '0026-01-01T00:00:00Z',
);
const texts = fc.array(mostText, { maxLength: 3 });
const some = (shape: Record<string, fc.Arbitrary<unknown>>) => fc.record(shape, { requiredKeys: [] });

const impression = some({
  country: mostText,
  region: mostText,
  city: mostText,
  dma: id,
  sizes: fc.array(fc.record({ width: id, height: id }), { maxLength: 3 }),
  publisher_id: id,
  site_id: id,
  placement_id: id,
  domain: mostText,
  device_type: mostly(fc.constantFrom(...deviceTypes), 'toaster'),
  operating_system_family: mostText,
  browser: mostText,
  language: mostText,
  supply_type: mostly(fc.constantFrom(...supplyTypes), 'print'),
  content_categories: texts,
  segments: fc.array(id, { maxLength: 3 }),
  key_values: fc.dictionary(anyText, texts, { maxKeys: 3 }),
  time: moment,
});
const bid = fc.record(
  { id: mostText, member_id: fc.option(id), price, revenue_share_pct: fee },
  { requiredKeys: ['id', 'member_id', 'price'] },
);
const body = fc.record(
  {
    ym_profile_id: id,
    publisher_id: id,
    auction_type: mostly(fc.constantFrom(1, 2), 3, '1'),
    bid_floor: price,
    revenue_share_pct: fee,
    seed: mostly(fc.stringMatching(/^[a-z0-9/]{1,64}$/), '', 'x'.repeat(65)),
    impression,
    bids: fc.array(bid, { maxLength: 5 }),
  },
  { requiredKeys: ['bids', 'impression'] },
);

/** Programs write keys in any order, and some put spaces between things. */
const line = fc
  .record({ body, spaces: fc.constantFrom(undefined, 1), isReversed: fc.boolean() })
  .map(({ body: known, spaces, isReversed }) => {
    const entries = Object.entries(known);
    const ordered = Object.fromEntries(isReversed ? entries.toReversed() : entries);
    return JSON.stringify(ordered, null, spaces).replaceAll('\n', ' ');
  });

test('what is read straight from the bytes is what the schema reads, and most right lines are', () => {
  let [right, fastRead] = [0, 0];
  fc.assert(
    fc.property(line, (written) => {
      const [fast, slow] = [readFast(written), readBySchema(written)];
      if (slow !== undefined) right++;
      if (fast === undefined) return;
      fastRead++;
      expect(fast).toEqual(slow);
    }),
    { numRuns: 3000 },
  );
  expect(fastRead).toBeGreaterThan(right * 0.7);
  expect(right).toBeGreaterThan(1000);
});

test('a line with a changed byte is never read otherwise than the schema reads it', () => {
  const change = fc.record({
    at: fc.nat(),
    byte: fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('{}[]",:0.e-\\ '))),
  });
  fc.assert(
    fc.property(line, fc.array(change, { minLength: 1, maxLength: 2 }), (written, changes) => {
      const bytes = Buffer.from(written);
      for (const { at, byte } of changes) bytes[at % bytes.length] = byte === 10 ? 32 : byte;
      const fast = readFast(bytes);
      if (fast !== undefined) expect(fast).toEqual(readBySchema(bytes));
    }),
    { numRuns: 6000 },
  );
});

const plain = {
  publisher_id: 9,
  auction_type: 2,
  bid_floor: 0.5,
  revenue_share_pct: 12.5,
  seed: 's/1',
  impression: {
    country: 'US',
    city: 'San José',
    dma: 501,
    sizes: [{ width: 300, height: 250 }],
    device_type: 'phone',
    segments: [1, 2],
    key_values: { section: ['news'] },
    time: '2026-11-21T08:00:00.250Z',
  },
  bids: [
    { id: 'b1', member_id: 12, price: 2.5 },
    { id: 'b2', member_id: null, price: 0.1234567, revenue_share_pct: 10 },
  ],
};

test.for([
  { name: 'as JSON.stringify writes it', text: JSON.stringify(plain) },
  { name: 'with spaces', text: JSON.stringify(plain, null, 1).replaceAll('\n', ' ') },
  { name: 'of another order', text: JSON.stringify(Object.fromEntries(Object.entries(plain).toReversed())) },
  { name: 'without an impression', text: JSON.stringify({ bids: [] }) },
])('a plain line needs no schema: $name', ({ text }) => {
  expect(readFast(text)).toBeDefined();
  expect(readFast(text)).toEqual(readBySchema(text));
});

test.for([
  ['{"bids":[{"id":"a","member_id":1,"price":1},{"id":"a","member_id":2,"price":1}]}', 'an id stands twice'],
  ['{"bids":[],"bids":[]}', 'a key stands twice'],
  ['{"bids":[],}', 'a comma too many'],
  ['{"bids":[]} x', 'something after the end'],
  ['{"bids":[{"id":"a","member_id":1,"price":01}]}', 'a number with a zero before it'],
  ['{"bids":[{"id":"a","member_id":1,"price":1.}]}', 'a point without digits'],
  ['{"bids":[{"id":"a\\u0041","member_id":1,"price":1}]}', 'an escape'],
  ['{"bids":[{"id":"a","member_id":1,"price":1}]', 'a line that breaks off'],
  ['', 'nothing'],
  ['null', 'no object'],
] as const)('%s is left to the schema: %s', ([text]) => {
  expect(readFast(text)).toBeUndefined();
});

test('member ids are mapped, and those that the map does not know are themselves', () => {
  const mapping = new OwnLineReader((memberId) => (memberId === 12 ? 112 : memberId));
  const bytes = Buffer.from('{"bids":[{"id":"a","member_id":12,"price":1},{"id":"b","member_id":13,"price":1}]}');
  const members = mapping.read(bytes, 0, bytes.length, defaults)?.bids.map(({ memberId }) => memberId);
  expect(members).toEqual([112, 13]);
});
