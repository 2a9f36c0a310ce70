import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonSink, writeRecordedLine } from '@auction-tiers/auction-codec';
import { packFrame } from '@auction-tiers/recorded';
import { DuckDBInstance } from '@duckdb/node-api';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { replay } from '../../src/run/replay.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { createBodies, toOpenRtbLine, toOwnLine } from '../log/bodies.ts';

/** Packs the logs of a folder that match a pattern into its `log.parquet`. */
async function pack(folder: string, pattern: string, ...options: readonly string[]): Promise<string> {
  const packed = await runSimulator(folder, ['pack', '--in', pattern, '--out', 'log.parquet', ...options]);
  expect(packed).toMatchObject({ exitCode: 0, stderr: '' });
  return join(folder, 'log.parquet');
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

const text = fc.string({
  unit: fc.constantFrom('a', 'Z', 'é', '€', ' ', "'", '\\', '"', '💡', '\0', '\ud800'),
  minLength: 1,
  maxLength: 6,
});
const id = fc.integer({ min: 1, max: 2 ** 48 });
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const micros = fc.integer({ min: 0, max: 99_999_999 });
const body = fc.record({
  ym_profile_id: some(id),
  seed: text,
  unit: some(text),
  bid_floor: some(micros),
  impression: fc.record({
    country: some(fc.constantFrom('US', 'FR')),
    sizes: some(fc.array(fc.record({ width: fc.nat(999), height: fc.nat(999) }), { maxLength: 2 })),
    segments: some(fc.array(id, { maxLength: 3 })),
    key_values: some(fc.dictionary(fc.constantFrom('k', 'é'), fc.array(text, { maxLength: 2 }))),
    publisher_id: some(id),
    time: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  }),
  bids: fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      member_id: fc.option(id),
      price: micros,
      deal: some(text),
      first_price: some(fc.boolean()),
      advertiser_domains: some(fc.array(text, { maxLength: 2 })),
    }),
    { maxLength: 4, selector: (one) => one.id },
  ),
});
const whole = (value: number | null | undefined) => (value === undefined || value === null ? null : String(value));

test('the columns have what the lines say, whatever their texts', async () => {
  const folder = createFolder();
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 1, maxLength: 100 }), async (bodies) => {
      const lines = bodies.map((one) => ({
        ...one,
        ...(one.bid_floor !== undefined && { bid_floor: one.bid_floor / 1e6 }),
        bids: one.bids.map((bid) => ({ ...bid, price: bid.price / 1e6 })),
      }));
      writeFileSync(join(folder, 'log.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
      const rows = await query(`SELECT * FROM '${await pack(folder, 'log.jsonl')}'`);
      for (const [at, { impression, bids, ...auction }] of bodies.entries()) {
        expect(rows[at]).toMatchObject({
          file: 'log.jsonl',
          line_number: at + 1,
          seed: auction.seed.toWellFormed(),
          unit: auction.unit?.toWellFormed() ?? null,
          ym_profile_id: whole(auction.ym_profile_id),
          bid_floor_micros: whole(auction.bid_floor ?? 0),
          country: impression.country ?? null,
          sizes: impression.sizes?.map(({ width, height }) => `${width}x${height}`) ?? null,
          segments: impression.segments?.map(String) ?? null,
          publisher_id: whole(impression.publisher_id),
          time: impression.time
            .toISOString()
            .replace('T', ' ')
            .replace(/0{0,3}Z$/, '')
            .replace(/\.$/, ''),
          bids_price_micros: bids.map(({ price }) => String(price)),
          bids_deal: bids.some(({ deal }) => deal !== undefined)
            ? bids.map(({ deal }) => deal?.toWellFormed() ?? null)
            : bids.length === 0
              ? []
              : null,
          bids_first_price: bids.some(({ first_price }) => first_price !== undefined)
            ? bids.map(({ first_price }) => first_price ?? null)
            : bids.length === 0
              ? []
              : null,
          won_net_micros: null,
        });
        const { key_values: keyValues = null } = impression;
        expect(JSON.parse(String(rows[at]!['key_values']))).toEqual(keyValues);
      }
      expect(rows.length).toBe(bodies.length);
    }),
    { numRuns: 5 },
  );
});

const fee = chooseFee({ option: 150_000 });
const bodies = createBodies(3000);

/** Logs of own lines, some of them broken, of OpenRTB, and of recorded auctions. */
function writeLogs(folder: string): void {
  const own = bodies.map((one) => toOwnLine(one)).with(700, 'broken');
  writeFileSync(join(folder, 'a.log'), `\uFEFF${own.join('\r\n')}`);
  writeFileSync(join(folder, 'b.log'), bodies.map((one) => toOpenRtbLine(one, ['who'])).join('\n'));
  const sink = new JsonSink();
  const recorded = bodies.slice(0, 50).map((one) => {
    const told = { revision: '1-2', seed: one.seed, timeMs: Date.parse(one.impression.time), feePpm: 100_000 };
    const decided = { ...told, winner: '1', clearingMicros: 5, answerCrc32: 7, share: 0.25 };
    const end = writeRecordedLine(sink, 0, decided, Buffer.from(toOwnLine(one)));
    return Buffer.from(sink.bytes.subarray(0, end));
  });
  writeFileSync(join(folder, 'c.log'), packFrame(Buffer.concat(recorded), recorded.length, 0, 0.25));
}

test('lines of every form are decided as replay decides them', async () => {
  const folder = createFolder();
  writeLogs(folder);
  writeFileSync(join(folder, 'demo.tiers.json'), JSON.stringify(loadDemoTierSet().file));
  const reading = ['--in', '*.log', '--tiers', 'demo.tiers.json', '--fee', '15'];
  const packed = await runSimulator(folder, ['pack', ...reading, '--out', 'log.parquet']);
  expect(packed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('a.log, line 701 is not') });
  await runSimulator(folder, ['replay', ...reading, '--out', 'report.json']);
  const { auctions, with_tiers } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  const file = join(folder, 'log.parquet');
  const [sum] = await query(`SELECT count(*) AS auctions, sum(won_net_micros) / 1e9 AS net FROM '${file}'`);
  expect([Number(sum!['auctions']), Number(sum!['net']).toFixed(9)]).toEqual([auctions, with_tiers.net_to_seller]);
  const kept = `SELECT count(*) AS rows, any_value(decided_winner) AS winner FROM '${file}' WHERE decided_share = 0.25`;
  expect(await query(kept)).toEqual([{ rows: '50', winner: '1' }]);
});

test('DuckDB sums the net by tier and day of a packed log in one line, as replay does', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'log.jsonl'), bodies.map(toOwnLine).join('\n'));
  writeFileSync(join(folder, 'demo.tiers.json'), JSON.stringify(loadDemoTierSet().file));
  const file = await pack(folder, 'log.jsonl', '--tiers', 'demo.tiers.json', '--fee', '15');
  expect(statSync(file).size / 3000).toBeLessThanOrEqual(200);
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  const rows = await query(/duckdb -c "(.*)"/.exec(readme)![1]!.replace('log.parquet', file));
  const netOfTier = new Map<string, number>();
  for (const { tier, net } of rows) {
    const name = JSON.stringify(tier);
    netOfTier.set(name, (netOfTier.get(name) ?? 0) + Number(net));
  }
  const log = { files: [join(folder, 'log.jsonl')], loaded: loadDemoTierSet(), target: undefined, fee };
  const { report } = await replay(log);
  const won = report.tiers.filter(({ won: wins }) => wins > 0);
  expect(won.length).toBeGreaterThan(4);
  for (const { id: tierId, net_to_seller: net } of won) {
    expect([tierId, netOfTier.get(JSON.stringify(`${tierId}`))!.toFixed(9)]).toEqual([tierId, net]);
  }
  expect(new Set(rows.map(({ day }) => day)).size).toBe(1);
});

test('no command reads a packed log, and says what to give instead', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'log.jsonl'), bodies.slice(0, 20).map(toOwnLine).join('\n'));
  await pack(folder, 'log.jsonl');
  const { exitCode, stderr } = await runSimulator(folder, ['replay', '--in', 'log.parquet']);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('log.parquet was written by pack, for other programs; give the log'),
  });
});

test('what cannot be packed is refused, and nothing is left', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'feed.csv'), 'date_time,auction_id_64,buyer_member_id\n');
  const { exitCode, stderr } = await runSimulator(folder, ['pack', '--in', 'feed.csv', '--out', 'log.parquet']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('feed.csv');
  expect(existsSync(join(folder, 'log.parquet'))).toBe(false);
});
