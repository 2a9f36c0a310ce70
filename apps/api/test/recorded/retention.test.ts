import {
  existsSync,
  mkdirSync,
  readdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordedFolder, segmentName } from '@auction-tiers/recorded';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Jobs } from '../../src/jobs/jobs.ts';
import { jobsOfFolder } from '../../src/jobs/table.ts';
import { Retention } from '../../src/recorder/retention.ts';
import { sweep } from '../../src/recorder/sweep.ts';

const hourMs = 3_600_000;
let dataDir: string;
let said: [level: string, text: string][];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'auction-tiers-retention-'));
  said = [];
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const log = {
  info: (_: object, text: string) => void said.push(['info', text]),
  warn: (_: object, text: string) => void said.push(['warn', text]),
} as unknown as ConstructorParameters<typeof Retention>[2];

const clock = { epochMs: Date.now, mayRemove: () => true };

/** A file of an hour so long ago, of a mebibyte. */
function put(hoursAgo: number): string {
  const folder = recordedFolder(dataDir, 1, 2);
  mkdirSync(folder, { recursive: true });
  const startMs = Math.floor(Date.now() / hourMs - hoursAgo) * hourMs;
  const file = join(folder, segmentName(startMs, 'aaaaaaaa', 1));
  writeFileSync(file, Buffer.alloc(1024 * 1024));
  utimesSync(file, startMs / 1000, startMs / 1000);
  return file;
}

test('a sweep in its thread keeps the days and the mebibytes of the settings, and says what it removed', async () => {
  const [old, first, second] = [put(50), put(5), put(3)];
  const retention = new Retention(clock, { DATA_DIR: dataDir, RECORD_DAYS: 1, RECORD_MAX_MB: 1 }, log);
  await retention.run();
  expect([old, first, second].map((file) => existsSync(file))).toEqual([false, false, true]);
  expect(said).toHaveLength(1);
  await retention.run();
  expect(said).toEqual([['info', expect.stringContaining('removed')]]);
});

test('a sweep removes nothing while the clock of the host is off by more than an hour', async () => {
  const files = [put(30), put(5), put(3)];
  const isOff = { ...clock, mayRemove: () => false };
  const retention = new Retention(isOff, { DATA_DIR: dataDir, RECORD_DAYS: 1, RECORD_MAX_MB: 1 }, log);
  const jobs = new Jobs({ store: null, log: pino({ enabled: false }) }, jobsOfFolder(retention));
  await jobs.run('recorded-files');
  expect(files.map((file) => existsSync(file))).toEqual([true, true, true]);
});

test('a folder that cannot be read is said once, and is no failure', async () => {
  // Neither a folder nor absent: a link to itself.
  mkdirSync(join(dataDir, 'logs', '1'), { recursive: true });
  symlinkSync('2', join(dataDir, 'logs', '1', '2'));
  const retention = new Retention(clock, { DATA_DIR: dataDir, RECORD_DAYS: 1, RECORD_MAX_MB: 1 }, log);
  await retention.run();
  await retention.run();
  expect(said).toEqual([['warn', expect.any(String)]]);
});

test.for([
  ['America/New_York', '2026-11-10T05:00:00Z'],
  ['Asia/Kolkata', '2026-11-09T18:00:00Z'],
  ['UTC', '2026-11-10T00:00:00Z'],
  // Nothing that any zone needs is removed.
  [undefined, '2026-11-09T03:00:00Z'],
] as const)('eight whole local days besides today are kept in %s', ([timezone, firstKept]) => {
  const nowMs = Date.parse('2026-11-18T04:30:00Z') + (timezone === 'America/New_York' ? hourMs : 0);
  const folder = recordedFolder(dataDir, 1, 2);
  mkdirSync(folder, { recursive: true });
  for (let startMs = Date.parse('2026-11-08T00:00:00Z'); startMs < nowMs; startMs += hourMs) {
    const file = join(folder, segmentName(startMs, 'aaaaaaaa', 1));
    writeFileSync(file, 'x');
    utimesSync(file, startMs / 1000, startMs / 1000);
  }
  const timezones = new Map(timezone === undefined ? [] : [[1, timezone]]);
  sweep(dataDir, { days: 8, bytes: 0, timezones }, nowMs);
  expect(readdirSync(folder).toSorted()[0]).toBe(segmentName(Date.parse(firstKept), 'aaaaaaaa', 1));
});
