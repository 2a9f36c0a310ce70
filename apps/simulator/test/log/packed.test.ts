import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonSink, writeRecordedLine } from '@auction-tiers/auction-codec';
import { DuckDBInstance } from '@duckdb/node-api';
import { packFrame } from '@auction-tiers/recorded';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { groupRows } from '../../src/log/file/packed-metadata.ts';
import type { LogPart } from '../../src/log/file/part.ts';
import { findSource, type JsonSource } from '../../src/log/file/source.ts';
import { readPackedRows } from '../../src/log/packed/read-packed.ts';
import { lineOf } from '../../src/log/packed/shape.ts';
import { writePacked } from '../../src/log/packed/write-packed.ts';
import { compare } from '../../src/run/compare.ts';
import { cutLog } from '../../src/run/cut-log.ts';
import { replay } from '../../src/run/replay.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { createFolder } from '../fixture/folder.ts';
import { createBodies, toOpenRtbLine, toOwnLine } from './bodies.ts';

async function pack(files: readonly string[], out: string): Promise<string> {
  const sources = (await Promise.all(files.map((file) => findSource(file)))) as JsonSource[];
  await writePacked({ sources, out, onBytes: () => {} });
  return out;
}

/** The lines of a packed log as its columns give them. */
async function linesOf(file: string): Promise<string[]> {
  const source = await findSource(file);
  if (source.form !== 'packed') throw new TypeError(`${file} is not a packed log.`);
  const lines: string[] = [];
  for await (const rows of readPackedRows(source, { start: 0, end: source.metadata.rows }, { hasShapes: true })) {
    for (let row = 0; row < rows.rowCount; row++) {
      const { impression = 1, text, shape, auction } = rows.read(row);
      if (impression === 1) lines.push(text === undefined ? lineOf(shape!, auction!) : text.toString());
    }
  }
  return lines;
}

const text = fc.string({
  unit: fc.constantFrom('a', 'Z', 'é', '€', ' ', "'", '\\', '"', '💡', '\0'),
  minLength: 1,
  maxLength: 6,
});
const id = fc.integer({ min: 1, max: 2 ** 48 });
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const price = fc.integer({ min: 0, max: 99_999_999 }).map((micros) => micros / 1e6);
const bid = fc.record({
  id: fc.uuid(),
  member_id: fc.option(id),
  price,
  deal: some(text),
  seat: some(text),
  bid_floor: some(price),
  advertiser_domains: some(fc.array(text, { maxLength: 2 })),
  media_type: some(fc.constantFrom('banner', 'video')),
  revenue_share_pct: some(fc.integer({ min: 0, max: 999_999 }).map((ppm) => ppm / 1e4)),
});
const moment = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().replace(/\.\d+Z/, 'Z')));
const impression = fc.record({
  country: some(fc.constantFrom('US', 'DEU', 'fr')),
  sizes: some(fc.array(fc.record({ width: fc.nat(999), height: fc.nat(999) }), { maxLength: 2 })),
  domain: some(text),
  segments: some(fc.array(id, { maxLength: 3 })),
  key_values: some(fc.dictionary(text, fc.array(text, { maxLength: 2 }), { maxKeys: 2 })),
  publisher_id: some(id),
  time: some(moment),
});
const body = fc
  .record({
    ym_profile_id: some(id),
    seed: fc.option(text, { nil: undefined }),
    unit: fc.option(text),
    auction_type: some(fc.constantFrom(1, 2)),
    bid_floor: some(price),
    impression: some(impression),
    bids: fc.uniqueArray(bid, { maxLength: 4, selector: (one) => one.id }),
    // No auction of ours has it.
    own_field: some(fc.jsonValue()),
  })
  .chain((one) =>
    fc.shuffledSubarray(Object.entries(one), { minLength: 8 }).map((entries) => Object.fromEntries(entries)),
  );
const line = fc.oneof(
  { weight: 8, arbitrary: body.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: body.map((one) => JSON.stringify(one, null, 1).replaceAll('\n', ' ')) },
  { weight: 1, arbitrary: text },
);

test('the columns of a packed log give back every line, whatever its fields, their order and their form', async () => {
  const folder = createFolder();
  const file = join(folder, 'log.jsonl');
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 200 }), async (lines) => {
      writeFileSync(file, lines.join('\n'));
      expect(await linesOf(await pack([file], join(folder, 'log.parquet')))).toEqual(lines);
    }),
    { numRuns: 4 },
  );
});

const fee = chooseFee({ option: 150_000 });
const bodies = createBodies(3000);

/** Logs of own lines, some broken or unusual, of OpenRTB, and of recorded auctions. */
function writeLogs(folder: string): string[] {
  const unseeded = bodies.map(({ seed: _seed, ...rest }) => JSON.stringify({ publisher_id: 9, ...rest }));
  const own = unseeded
    .with(700, 'broken')
    .with(11, '')
    .with(12, JSON.stringify({ ...bodies[12], own: 1 }));
  writeFileSync(join(folder, 'a'), `\uFEFF${own.join('\r\n')}`);
  writeFileSync(join(folder, 'b'), bodies.map((one, at) => toOpenRtbLine(one, at % 3 === 0 ? ['who'] : [])).join('\n'));
  const sink = new JsonSink();
  const recorded = bodies.slice(0, 50).map((one) => {
    const told = { revision: '1-2', seed: one.seed, timeMs: Date.parse(one.impression.time), feePpm: 100_000 };
    const decided = { ...told, winner: '1', clearingMicros: 5, answerCrc32: 7, share: 0.25 };
    const end = writeRecordedLine(sink, 0, decided, Buffer.from(toOwnLine(one)));
    return Buffer.from(sink.bytes.subarray(0, end));
  });
  const frame = packFrame(Buffer.concat(recorded), recorded.length, 0, 0.25);
  writeFileSync(join(folder, 'c'), Buffer.concat([frame, frame.subarray(0, 90)]));
  return ['a', 'b', 'c'].map((name) => join(folder, name));
}

test('a packed log gives the reports of its lines, byte for byte', async () => {
  const folder = createFolder();
  const files = writeLogs(folder);
  const packed = [await pack(files, join(folder, 'log.parquet'))];
  const loaded = loadDemoTierSet();
  const replays = [files, packed].map(async (log) => {
    const { report } = await replay({ files: log, loaded, target: undefined, fee });
    return JSON.stringify(report);
  });
  const [ofLines, ofColumns] = await Promise.all(replays);
  expect(ofColumns).toBe(ofLines);
  expect(JSON.parse(ofLines!)).toMatchObject({
    auctions: 6047,
    input: { broken_lines: 3, unmapped_seats: { bids: 1000 } },
  });
  const source = { ...loaded.source, tiers: loaded.source.tiers.filter(({ id: tierId }) => tierId !== 5) };
  const draft = { ...loaded, source };
  const compared = [files, packed].map(async (log) =>
    JSON.stringify(await compare({ files: log, current: loaded, draft, fee, seed: 's' })),
  );
  const [linesReport, columnsReport] = await Promise.all(compared);
  expect(columnsReport).toBe(linesReport);
});

test('a packed log of several row groups and of very many texts gives its lines, and its reports on two threads', async () => {
  const folder = createFolder();
  const seeds = [
    'short',
    'of twenty characters',
    'eine sehr lange Saat – größer als die Stücke, in denen sie steht 💡',
  ];
  const lines = Array.from({ length: groupRows + 500 }, (_, at) =>
    JSON.stringify({
      publisher_id: 9,
      seed: `${at} ${seeds[at % 4] ?? ''}`.slice(0, 64),
      ...(at % 5 === 0 ? {} : { unit: `user ${at} of a session` }),
      impression: {
        sizes: at % 3 === 0 ? [] : [{ width: 1 + at, height: 250 }],
        ...(at % 2 === 0 ? {} : { key_values: { section: [`${at}`] } }),
        time: new Date(Date.UTC(2026, 10, 21, at % 24)).toISOString(),
      },
      bids: [107, null, 112].map((memberId, place) => ({
        id: `bid ${place} of auction ${at}`,
        member_id: memberId,
        price: 2 + (at % (7 + place)) / 4,
        ...(at % 7 === place ? { deal: `deal ${at}` } : {}),
      })),
    }),
  );
  writeFileSync(join(folder, 'log.jsonl'), lines.join('\n'));
  const packed = ['pack', '--in', 'log.jsonl', '--out', 'log.parquet'];
  const ofLines = ['replay', '--in', 'log.jsonl', '--out', 'lines.json'];
  const ofColumns = ['replay', '--in', 'log.parquet', '--workers', '2', '--out', 'columns.json'];
  for (const args of [packed, ofLines, ofColumns]) {
    expect(await runSimulator(folder, args)).toMatchObject({ exitCode: 0, stderr: '' });
  }
  const [linesReport, columnsReport] = ['lines.json', 'columns.json'].map((name) => readFileSync(join(folder, name)));
  expect(columnsReport).toEqual(linesReport);
  expect(await linesOf(join(folder, 'log.parquet'))).toEqual(lines);
  const parts: LogPart[] = [];
  const sources = [await findSource(join(folder, 'log.parquet'))];
  for (const part of cutLog(sources, { partBytes: () => 1, readers: 2 })) parts.push(part);
  expect(parts).toMatchObject([
    { startRow: 0, endRow: groupRows },
    { startRow: groupRows, endRow: groupRows + 500 },
  ]);
});

test('DuckDB sums the net by tier and day of a packed log in one line, as replay does', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'log.jsonl'), bodies.map(toOwnLine).join('\n'));
  writeFileSync(join(folder, 'demo.tiers.json'), JSON.stringify(loadDemoTierSet().file));
  const packed = await runSimulator(folder, [
    'pack',
    '--in',
    'log.jsonl',
    '--out',
    'log.parquet',
    '--tiers',
    'demo.tiers.json',
    '--fee',
    '15',
  ]);
  expect(packed).toMatchObject({ exitCode: 0, stderr: '' });
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  const sql = /duckdb -c "(.*)"/.exec(readme)![1]!.replace('log.parquet', join(folder, 'log.parquet'));
  expect(await findSource(join(folder, 'log.parquet'))).toMatchObject({ metadata: { rows: 3000, hasLines: false } });
  expect(statSync(join(folder, 'log.parquet')).size / 3000).toBeLessThanOrEqual(200);
  const connection = await (await DuckDBInstance.create()).connect();
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
  const netOfTier = new Map<string, number>();
  for (const { tier, net } of rows)
    netOfTier.set(JSON.stringify(tier), (netOfTier.get(JSON.stringify(tier)) ?? 0) + Number(net));
  const { report } = await replay({
    files: [join(folder, 'log.jsonl')],
    loaded: loadDemoTierSet(),
    target: undefined,
    fee,
  });
  const won = report.tiers.filter(({ won: wins }) => wins > 0);
  expect(won.length).toBeGreaterThan(4);
  for (const { id: tierId, net_to_seller: net } of won) {
    expect([tierId, netOfTier.get(JSON.stringify(`${tierId}`))!.toFixed(9)]).toEqual([tierId, net]);
  }
  expect(new Set(rows.map(({ day }) => day)).size).toBe(1);
});

test('what cannot be packed is refused, and nothing is left', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'feed.csv'), 'date_time,auction_id_64,buyer_member_id,actual_bid_price\n');
  const { exitCode, stderr } = await runSimulator(folder, ['pack', '--in', 'feed.csv', '--out', 'log.parquet']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('feed.csv');
  expect(existsSync(join(folder, 'log.parquet'))).toBe(false);
});
