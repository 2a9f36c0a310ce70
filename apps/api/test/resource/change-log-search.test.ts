import type { Change } from '@auction-tiers/store';
import { beforeEach, expect, test } from 'vitest';
import { searchChangeLog, searchWholeLog } from '../../src/handlers/resource/change-log-search.ts';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const hourMs = 60 * 60 * 1000;
const always = {
  minMs: Number.NEGATIVE_INFINITY,
  maxMs: Number.POSITIVE_INFINITY,
} as const;
const limits = { readSize: 4, maxSearched: 12 };
const everything = { readSize: 4, maxSearched: 1000 };

const service = useService();
let total: number;
let places: [start: number, count: number][];

beforeEach(async () => {
  ({ total } = await service.opened.store.changeLog(1, 0, 0));
});

/** The stored log, as if its changes had been an hour apart: the oldest at hour 1. */
async function readLog(start: number, count: number): Promise<{ changes: readonly Change[]; total: number }> {
  places.push([start, count]);
  const read = await service.opened.store.changeLog(1, start, count);
  const hourOf = (index: number) => read.total - start - index;
  return {
    total: read.total,
    changes: read.changes.map((change, index) => ({ ...change, timeMs: hourOf(index) * hourMs })),
  };
}

const anyChange = () => true;

async function search(wanted: Partial<Parameters<typeof searchChangeLog>[2]>, within = everything) {
  places = [];
  const found = await searchChangeLog(
    readLog,
    anyChange,
    { start: 0, size: 100, fits: anyChange, ...always, ...wanted },
    within,
  );
  return { total: found.total, hours: found.changes.map(({ timeMs }) => timeMs / hourMs) };
}

const downFrom = (hour: number, count: number) => Array.from({ length: count }, (_, index) => hour - index);

test('the log of the demo is longer than one read of these tests', () => {
  expect(total).toBeGreaterThan(16);
});

test('a search without a time reads the log once, from the newest to the oldest', async () => {
  expect(await search({}, everything)).toEqual({ total, hours: downFrom(total, total) });
  expect(places).toEqual(Array.from({ length: Math.ceil(total / 4) }, (_, read) => [read * 4, 4]));
});

test('a log that ends just where a search must end is searched whole', async () => {
  expect((await search({}, { readSize: 1, maxSearched: total })).total).toBe(total);
  expect((await search({}, { readSize: total, maxSearched: total })).total).toBe(total);
});

test('a search of a longer log is refused with the parameters that would narrow it', async () => {
  places = [];
  const wanted = {
    start: 0,
    size: 100,
    fits: anyChange,
    ...always,
    bounds: ['min_created_on', 'max_created_on'],
  } as const;
  await expect(searchWholeLog(readLog, anyChange, wanted, limits)).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('with min_created_on and max_created_on') as string,
    issues: [{ path: 'min_created_on' }],
  });
});

test('a search goes on before the last change that another one has read', async () => {
  const revisions: number[] = [];
  for (let before: number | undefined, next: number | null = 0; next !== null; before = next ?? undefined) {
    places = [];
    const wanted = { start: 0, size: 100, fits: anyChange, ...always, before };
    const found: Awaited<ReturnType<typeof searchChangeLog>> = await searchChangeLog(
      readLog,
      anyChange,
      wanted,
      limits,
    );
    expect(places.filter(([, count]) => count === 4).length).toBeLessThanOrEqual(3);
    expect(found.total).toBe(found.changes.length);
    revisions.push(...found.changes.map(({ revision }) => revision));
    ({ next } = found);
  }
  const { changes } = await service.opened.store.changeLog(1, 0, total);
  expect(revisions).toEqual(changes.map(({ revision }) => revision));
});

test('entries older than the lower bound are not read', async () => {
  const { hours } = await search({ minMs: (total - 5) * hourMs });
  expect(hours).toEqual(downFrom(total, 6));
  expect(places).toEqual([
    [0, 4],
    [4, 4],
  ]);
});

test('old changes are found without reading the newer ones', async () => {
  const { hours } = await search({ minMs: 2 * hourMs, maxMs: 6 * hourMs });
  expect(hours).toEqual(downFrom(6, 5));
  expect(places.filter(([, count]) => count === 4)).toEqual([
    [total - 6, 4],
    [total - 2, 4],
  ]);
});

test.for([
  [{ maxMs: 0 }, []],
  [{ minMs: 1e15 }, []],
  [{ minMs: 1e15, maxMs: 0 }, []],
  [{ maxMs: hourMs }, [1]],
  [{ maxMs: 3 * hourMs, start: 1, size: 1 }, [2]],
] as const)('%j finds the hours %j', async ([wanted, hours]) => {
  expect((await search(wanted)).hours).toEqual(hours);
});

test('changes made while a search reads are not counted, and no entry is listed twice', async () => {
  places = [];
  const found = await searchChangeLog(
    async (start, count) => {
      const page = await readLog(start, count);
      await createYmProfile(service.send, { name: `Meanwhile ${start}` });
      return page;
    },
    anyChange,
    { start: 0, size: 1000, fits: anyChange, ...always },
    everything,
  );
  expect(found.total).toBe(total);
  expect(found.changes).toHaveLength(total);
  expect(new Set(found.changes.map(({ revision }) => revision)).size).toBe(total);
});
