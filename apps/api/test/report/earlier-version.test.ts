import { readFile } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { compactRecords } from '../../src/report/merge.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { rowsOf } from './report-reader.ts';

/** What `earlier/make-earlier-counts.ts` wrote, run by the code of that version. */
interface Earlier {
  readonly version: number;
  /** The stored bytes by hour and day, as base64. */
  readonly records: Readonly<Record<string, string>>;
  readonly reports: Readonly<Record<string, readonly Row[]>>;
}

const service = useService();
const versions = [1, 2];
const earlier = new Map<number, Earlier>();
const dayMs = 86_400_000;
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

beforeAll(async () => {
  for (const version of versions) {
    const file = new URL(`earlier/version-${version}.json`, import.meta.url);
    earlier.set(version, JSON.parse(await readFile(file, 'utf8')) as Earlier);
  }
});

/** The two days of the files are now the two days before today. */
function moved<Of>(content: Of): Of {
  const now = Date.now();
  const text = JSON.stringify(content);
  return JSON.parse(
    text.replaceAll('2026-11-20', textOf(now - 2 * dayMs)).replaceAll('2026-11-21', textOf(now - dayMs)),
  ) as Of;
}

/** Stores the counts as they were, or `change`d, in the place of all others. */
async function store(
  version: number,
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<Earlier['reports']> {
  const redis = new Redis(service.redisUrl);
  onTestFinished(() => redis.disconnect());
  const keys = await redis.keys('at:{p1}:member:1:report:1:*');
  if (keys.length > 0) await redis.del(...keys);
  const { records, reports } = moved(earlier.get(version)!);
  for (const [time, text] of Object.entries(records)) {
    await redis.set(`at:{p1}:member:1:report:1:${time}`, change(Buffer.from(text, 'base64')), 'EX', 86_400);
  }
  return reports;
}

const period = () => `&start_date=${textOf(Date.now() - 2 * dayMs)}`;
/** The rows without what later versions added, such as a new figure. */
const withoutNew = (rows: readonly object[], known: readonly object[]) =>
  rows.map((row, at) => Object.fromEntries(Object.entries(row).filter(([name]) => name in (known[at] ?? row))));
const unnamed = (rows: readonly object[], known: readonly object[]) =>
  withoutNew(rows, known).map((row) => ({
    ...row,
    ...('tier_name' in row && { tier_name: null }),
    ...('buyer_name' in row && { buyer_name: null }),
  }));

test.for(versions)(
  'counts of version %i give the reports that their version gave, to the last digit',
  async (version) => {
    const reports = await store(version);
    for (const [group, rows] of Object.entries(reports)) {
      const query = `${period()}${group === '' ? '' : `&group_by=${group}`}`;
      expect(unnamed(await rowsOf(service.send, query), rows), group).toEqual(rows);
    }
  },
);

test.for(versions)('counts of version %i are the same once they are merged', async (version) => {
  const reports = await store(version, (bytes) => compactRecords(bytes).record!);
  for (const [group, rows] of Object.entries(reports)) {
    const query = `${period()}${group === '' ? '' : `&group_by=${group}`}`;
    expect(unnamed(await rowsOf(service.send, query), rows), group).toEqual(rows);
  }
});

test('where version 1 counted no attribute, the rows of one have everything as not counted', async () => {
  const reports = await store(1);
  const rows = await rowsOf(service.send, `${period()}&group_by=country`);
  const [total] = reports['']!;
  const { auctions, sold, bids, won, excluded, gross, net, forgone, excluded_net } = total as Row;
  const figures = { auctions, sold, bids, won, excluded, gross, net, forgone, excluded_net };
  expect(rows).toEqual([expect.objectContaining({ ...figures, country: null, is_other: false, not_counted: true })]);
});
