import { expect, test } from 'vitest';
import { formatFigure, formatNs, formatPercent, formatRatio, toMarkdown, toText } from '../../src/suite/table.ts';

const table = {
  header: ['time', '10', '1,000'],
  rows: [
    ['ours', '1 ns', '2 ns'],
    ['a long name', '30 ns', ''],
  ],
};

test('on a terminal names stand to the left and figures to the right', () => {
  expect(toText(table)).toBe(
    ['time            10  1,000', '-----------  -----  -----', 'ours          1 ns   2 ns', 'a long name  30 ns'].join(
      '\n',
    ),
  );
});

test('in Markdown columns are as wide as their widest cell', () => {
  expect(toMarkdown(table)).toBe(
    [
      '| time        |    10 | 1,000 |',
      '| ----------- | ----: | ----: |',
      '| ours        |  1 ns |  2 ns |',
      '| a long name | 30 ns |       |',
    ].join('\n'),
  );
});

test.for<[string, string]>([
  [formatFigure(0.01234), '0.0123'],
  [formatFigure(12_345), '12,300'],
  [formatFigure(0), '0'],
  [formatNs(1.234), '1.23 ns'],
  [formatNs(45_600), '45.6 µs'],
  [formatNs(7_890_000), '7.89 ms'],
  [formatNs(61e9), '61 s'],
  [formatRatio(1.004), '1x'],
  [formatPercent(0.123), '12.3 %'],
])('%s is %s', ([found, wanted]) => {
  expect(found).toBe(wanted);
});
