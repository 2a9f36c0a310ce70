import { toCsv, unguarded } from '@auction-tiers/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

const fileOf = (cell: Parameters<typeof toCsv>[0][number][number]) => toCsv([[cell]]).slice(1, -2);

test.for([
  ['-1+cmd', "'-1+cmd"],
  ['-1', "'-1"],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['＝1+1', "'＝1+1"],
  ["'=1", "''=1"],
  ['=HYPERLINK("http://a.example","x")', `"'=HYPERLINK(""http://a.example"",""x"")"`],
  ['2-1', '2-1'],
  ['a, "b"', '"a, ""b"""'],
  ["O'Neill", "O'Neill"],
  ['', ''],
] as const)('the text %j is %j', ([text, written]) => {
  expect(fileOf(text)).toBe(written);
});

test.for([
  ['-1', '-1'],
  ['-1234.50', '-1234.50'],
  ['1,5', '"1,5"'],
  ['', ''],
  ['-1+cmd', "'-1+cmd"],
  ['=1', "'=1"],
] as const)('the figure %j is %j', ([figure, written]) => {
  expect(fileOf({ figure })).toBe(written);
});

test('a text is read as it was written, without its apostrophe', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', 'a', '"') })),
      (text) => {
        const written = fileOf(text);
        const read = /^".*"$/s.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written;
        expect(read).not.toMatch(/^[=+\-@\t\r\n]/);
        expect(unguarded(read)).toBe(text);
      },
    ),
  );
});

test('with a decimal comma, cells stand between semicolons, and only figures have the comma', () => {
  const lines = [
    ['name', 'net'],
    ['a;b', { figure: '-1234.50' }],
    ['1.5', { figure: '7' }],
    ['a, b', { figure: '' }],
  ];
  expect(toCsv(lines, ',').slice(1)).toBe('name;net\r\n"a;b";-1234,50\r\n1.5;7\r\na, b;\r\n');
});
