import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FalseGateway } from '@auction-tiers/tools/false-gateway';
import { S3Server } from '@auction-tiers/tools/s3-server';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPlace, type PlaceSettings } from '../src/open-place.ts';
import type { RecordPlace } from '../src/place.ts';
import { S3Place } from '../src/s3-place.ts';

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

test('a gateway that answers 200 with an error has stored nothing, and lists and gives nothing', async () => {
  const settings = s3.settings('gateway');
  const gateway = await FalseGateway.start(settings.S3_ENDPOINT);
  onTestFinished(() => gateway.close());
  const place = openPlace({ ...settings, S3_ENDPOINT: gateway.endpoint });
  await place.put('1/2/a', Buffer.from('content'));
  expect(await all(place, '')).toEqual(['1/2/a']);
  gateway.isFalse = true;
  await expect(place.put('1/2/b', Buffer.from('content'))).rejects.toThrow('not as an S3 store');
  await expect(all(place, '')).rejects.toThrow('not as an S3 store');
  await expect(place.read('1/2/a', 0, 7)).rejects.toThrow('not as an S3 store');
  gateway.isFalse = false;
  expect(await all(place, '')).toEqual(['1/2/a']);
});

test('a shared folder that is not mounted any more is away, and nothing is written in its place', async () => {
  const path = join(folder, 'mounted');
  const place = openPlace({ RECORD_URL: pathToFileURL(path).href });
  expect(await all(place, '')).toEqual([]);
  await place.put('1/2/a', Buffer.from('content'));
  renameSync(path, `${path}-away`);
  await expect(all(place, '1/2/')).rejects.toThrow('ENOENT');
  await expect(place.read('1/2/a', 0, 7)).rejects.toThrow('ENOENT');
  await expect(place.put('1/2/b', Buffer.from('content'))).rejects.toThrow('ENOENT');
  expect(existsSync(path)).toBe(false);
  renameSync(`${path}-away`, path);
  expect(await all(place, '')).toEqual(['1/2/a']);
});
