import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPlace, type PlaceSettings, type RecordPlace, S3Place, sealedName } from '@auction-tiers/store/recorded';
import { S3Server } from '@auction-tiers/tools/s3-server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
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
  test('lists by key below a prefix and behind a key, and gives ranges of what was put', async () => {
    const place = openPlace(settings('listed'));
    expect(await all(place, '')).toEqual([]);
    const keys = ['1/10/c', '1/2/a', '1/2/b', '12/2/a'];
    for (const key of keys) await place.put(key, Buffer.from(`content of ${key}`));
    expect(await all(place, '')).toEqual(keys);
    expect(await all(place, '1/2/')).toEqual(['1/2/a', '1/2/b']);
    expect(await all(place, '1/2/', '1/2/a')).toEqual(['1/2/b']);
    expect(String(await place.read('1/2/a', 8, 10))).toBe('of');
    expect(String(await place.read('1/2/a', 8, 1000))).toBe('of 1/2/a');
    expect(await place.read('1/2/a', 1000, 2000)).toHaveLength(0);
    expect(await place.read('1/2/none', 0, 10)).toBeUndefined();
    await place.put('1/2/a', Buffer.from('again'));
    expect(String(await place.read('1/2/a', 0, 100))).toBe('again');
    await place.remove('1/2/a');
    await place.remove('1/2/a');
    expect(await all(place, '1/2/')).toEqual(['1/2/b']);
    // Another prefix sees nothing of it.
    expect(await all(openPlace(settings('other')), '')).toEqual([]);
  });

  test('is swept by age and size, the oldest first, and of what the service has sealed only', async () => {
    const place = openPlace(settings('swept'));
    const nowMs = Date.UTC(2026, 10, 26, 12);
    const keyOf = (hoursAgo: number, memberId: number) => {
      const startMs = nowMs - hoursAgo * 3_600_000;
      const seal = { lines: 1, share: 1, bytes: 100, untilMs: startMs };
      return `${memberId}/1/${sealedName({ startMs, writer: 'aaaaaaaa', part: 1 }, seal)}`;
    };
    const [old, first, second, last] = [keyOf(49, 3), keyOf(5, 1), keyOf(4, 2), keyOf(3, 1)] as const;
    // A packed day goes two days after its end, under its own name only.
    const [oldDay, day] = ['packed/2026-11-23.parquet', 'packed/2026-11-24.parquet'] as const;
    const others = ['1/1/notes.txt', 'packed/2026-11-23-of-mine.parquet', 'packed/2026-13-01.parquet'];
    for (const key of [old, first, second, last, oldDay, day, ...others]) await place.put(key, Buffer.alloc(100));
    const byAge = await sweepPlace(place, { days: 2, bytes: 0 }, nowMs);
    expect(byAge).toMatchObject({ removedFiles: 2, removedBytes: 200, keptBytes: 400 });
    expect((await all(place, '')).toSorted()).toEqual([first, second, last, day, ...others].toSorted());
    const bySize = await sweepPlace(place, { days: 2, bytes: 250 }, nowMs);
    expect(bySize).toMatchObject({ removedFiles: 2, removedBytes: 200, keptBytes: 200 });
    expect((await all(place, '')).toSorted()).toEqual([second, last, ...others].toSorted());
    expect(await sweepPlace(place, { days: 0, bytes: 0 }, nowMs)).toMatchObject({ removedFiles: 0 });
  });
});

test('a bucket with more objects than one answer lists is listed whole', async () => {
  const { RECORD_URL: _url, ...access } = s3.settings('many');
  const place = new S3Place('auctions', 'many', access, 5);
  const keys = Array.from({ length: 15 }, (_, at) => `1/1/${String(at).padStart(4, '0')}`);
  for (const key of keys) await place.put(key, Buffer.from('x'));
  expect(await all(place, '1/1/')).toEqual(keys);
  expect(await all(place, '1/1/', '1/1/0007')).toEqual(keys.slice(8));
});

test('requests are signed: another secret is refused', async () => {
  const strict = await S3Server.start(true);
  onTestFinished(() => strict.close());
  const settings = strict.settings('signed');
  const place = openPlace(settings);
  await place.put('1/2/a b+c', Buffer.from('content'));
  expect(String(await place.read('1/2/a b+c', 0, 100))).toBe('content');
  const other = openPlace({ ...settings, AWS_SECRET_ACCESS_KEY: 'other' });
  await expect(other.put('1/2/a', Buffer.from('content'))).rejects.toThrow('403');
  await expect(other.read('1/2/a b+c', 0, 100)).rejects.toThrow('403');
});
