import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPlace, type PlaceSettings, type RecordPlace, sealedName } from '@auction-tiers/recorded';
import { S3Server } from '@auction-tiers/tools/s3-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepPlace } from '../../src/recorder/sweep.ts';

const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-place-'));
let s3: S3Server;

beforeAll(async () => {
  s3 = await S3Server.start();
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

async function all(place: RecordPlace, prefix: string, after?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of place.list(prefix, after)) keys.push(key);
  return keys;
}

const places: Readonly<Record<string, (name: string) => PlaceSettings>> = {
  folder: (name) => ({ RECORD_URL: pathToFileURL(join(folder, name)).href }),
  bucket: (name) => s3.settings(name),
};

describe.for(Object.entries(places))('a %s', ([, settings]) => {
  test('is swept by age and size, the oldest first, and of what the service has sealed only', async () => {
    const place = openPlace(settings('swept'));
    const nowMs = Date.UTC(2026, 10, 26, 12);
    const keyOf = (hoursAgo: number, memberId: number) => {
      const startMs = nowMs - hoursAgo * 3_600_000;
      const seal = { lines: 1, share: 1, bytes: 100, untilMs: startMs };
      return `${memberId}/1/${sealedName({ startMs, writer: 'aaaaaaaa', part: 1 }, seal)}`;
    };
    const [old, first, second, last] = [keyOf(61, 3), keyOf(5, 1), keyOf(4, 2), keyOf(3, 1)] as const;
    // A packed day goes two days after its end, under its own name only.
    const [oldDay, day] = ['packed/2026-11-23.parquet', 'packed/2026-11-24.parquet'] as const;
    const others = ['1/1/notes.txt', 'packed/2026-11-23-of-mine.parquet', 'packed/2026-13-01.parquet'];
    for (const key of [old, first, second, last, oldDay, day, ...others]) await place.put(key, Buffer.alloc(100));
    const timezones = new Map([1, 2, 3].map((id) => [id, 'UTC']));
    const byAge = await sweepPlace(place, { days: 2, bytes: 0, timezones }, nowMs);
    expect(byAge).toMatchObject({ removedFiles: 2, removedBytes: 200, keptBytes: 400 });
    expect((await all(place, '')).toSorted()).toEqual([first, second, last, day, ...others].toSorted());
    const bySize = await sweepPlace(place, { days: 2, bytes: 250 }, nowMs);
    expect(bySize).toMatchObject({ removedFiles: 2, removedBytes: 200, keptBytes: 200 });
    expect((await all(place, '')).toSorted()).toEqual([second, last, ...others].toSorted());
    expect(await sweepPlace(place, { days: 0, bytes: 0 }, nowMs)).toMatchObject({ removedFiles: 0 });
  });
});
