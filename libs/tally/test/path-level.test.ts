import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathLevel, type Value, valueCell, ValueTable } from '@auction-tiers/tally';

/** Each value with its auctions; `other` those of values beyond the limit. */
function tableOf(auctions: Iterable<readonly [Value, number]>, other = 0): ValueTable {
  const table = new ValueTable();
  table.sums.cells[valueCell.auctions]! += other;
  for (const [value, count] of auctions) {
    const row = table.rowOf(value);
    table.sums.cells[row + valueCell.auctions]! += count;
  }
  return table;
}

const read = (table: ValueTable) =>
  Object.fromEntries(Array.from(table.rows(), ([value, row]) => [value, table.sums.cells[row + valueCell.auctions]!]));

const names = tableOf(
  [
    ['/1111/news', 1],
    ['/1111/news/top', 2],
    ['/1111/news/sport/ball', 4],
    ['/1111/newsletter', 8],
    ['/2222/', 16],
    [77, 32],
    ['77/x', 64],
    ['', 128],
    ['news-site', 256],
  ],
  512,
);

test.for([
  ['*', { '/1111/*': 15, '/2222/*': 16, 77: 32, '77/*': 64, '': 128, 'news-site': 256 }],
  ['/*', { '/1111/*': 15, '/2222/*': 16 }],
  ['/1111/*', { '/1111/news/*': 7, '/1111/newsletter': 8 }],
  ['/1111/news/*', { '/1111/news': 1, '/1111/news/top': 2, '/1111/news/sport/*': 4 }],
  ['/1111/news/sport/*', { '/1111/news/sport/ball': 4 }],
  ['/2222/*', { '/2222/': 16 }],
  ['77/*', { '77/x': 64 }],
  ['/3333/*', {}],
] as const)('the level below %s', ([path, expected]) => {
  const level = pathLevel(names, path);
  expect(read(level)).toEqual(expected);
  expect(level.sums.cells[valueCell.auctions]).toBe(512);
});

// Few letters, so that names are often below each other, and often have empty parts.
const name = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', '1', '/', '/', '*'), maxLength: 8 }) },
  fc.integer({ min: 1, max: 20 }),
);
const counts = fc.dictionary(name.map(String), fc.integer({ min: 1, max: 1000 }), { maxKeys: 30 });

/** All values below a path, by opening every row that is a path. */
function leaves(table: ValueTable, path: string): (readonly [string, number])[] {
  return Object.entries(read(pathLevel(table, path))).flatMap(([value, count]) => {
    // A name may end like a path. Those of a path are longer than it, and `/*` is none: its slash makes no level.
    if (!value.endsWith('/*') || value.length <= path.length || value === '/*') return [[value, count] as const];
    const below = leaves(table, value);
    expect([value, below.reduce((sum, [, of]) => sum + of, 0)]).toEqual([value, count]);
    return below;
  });
}

test('for any names each path is the sum of its rows, and the names are the values', () => {
  fc.assert(
    fc.property(counts, (auctions) => {
      const found = leaves(tableOf(Object.entries(auctions)), '*');
      expect(found).toHaveLength(Object.keys(auctions).length);
      expect(Object.fromEntries(found)).toEqual({ ...auctions });
    }),
    { numRuns: 5000 },
  );
});
