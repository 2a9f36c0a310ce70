import { toCsv } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { unparse } from 'papaparse';
import { expect, test } from 'vitest';
import { contentOf } from '../../src/draft/content.ts';
import { showTimeZone } from '../../src/figure/date.ts';
import { ladderToCsv, readLadderCsv } from '../../src/room/tiers/edit/ladder-csv.ts';

const ofPlace = { ymProfileId: 1, currency: 'EUR', timeZone: 'UTC' };
const content = contentOf(demoTierSet());
const cells = ladderToCsv(content, 'EUR', 'UTC');
const toTexts = (lines: typeof cells) =>
  lines.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.figure)));
const rows = toTexts(cells);
const [head = []] = rows;
const read = (changed: string[][]) => readLadderCsv(unparse(changed), content, content.profiles, ofPlace);
const place = (name: string) => head.indexOf(name);
/** The rows with a cell changed, of the tier of a line. */
const withCell = (line: number, name: string, value: string) =>
  rows.map((row, at) => (at === line ? row.with(place(name), value) : row));
const fileOf = (answer: ReturnType<typeof read>) => {
  if (!answer.ok) throw new Error(answer.problems.join('\n'));
  return answer.file;
};

test('what was saved and is read again changes nothing', () => {
  const file = fileOf(read(rows));
  expect(file).toMatchObject({ changed: [], added: [], same: content.tiers.length, unnamed: 0 });
  expect(file.edit(content)).toEqual(content);
});

test.for(['.', ','] as const)('a file with “%s” as its decimal sign is read back as it was', (mark) => {
  const text = toCsv(cells, mark);
  expect(text).toContain(mark === ',' ? ';4,00;' : ',4.00,');
  expect(fileOf(readLadderCsv(text, content, content.profiles, ofPlace)).edit(content)).toEqual(content);
});

test.for([
  ['2,19', '2.190000'],
  ['2.19', '2.190000'],
  ['2,5000', '2.500000'],
] as const)('a price of %s in a spreadsheet is %s', ([typed, price]) => {
  expect(fileOf(read(withCell(2, 'Net minimum (EUR CPM)', typed))).edit(content).tiers[1]).toMatchObject({
    min_price: price,
  });
});

test.for([
  ['At most', 'max_forgone'],
  ['at most (CPM)', 'max_forgone'],
  ['Give up at most', 'max_forgone'],
  ['Net min (EUR CPM)', 'min_price'],
  ['Net minimum', 'min_price'],
] as const)('a column with the head “%s” is read as %s', ([short, field]) => {
  const long = field === 'min_price' ? 'Net minimum (EUR CPM)' : 'Give up at most (EUR CPM)';
  const changed = withCell(2, long, '4.4').with(0, head.with(place(long), short).with(place('Name'), 'Tier'));
  expect(fileOf(read(changed)).edit(content).tiers[1]).toMatchObject({ [field]: '4.400000' });
});

test.for(['2,500', '1.234,50'])('a price of %s is refused', (typed) => {
  const answer = read(withCell(2, 'Net minimum (EUR CPM)', typed));
  expect(answer.ok ? '' : answer.problems.join()).toMatch(
    /^Line 3: Net minimum.*“(?:2,500”: is 2500 meant, or 2\.50|1)/,
  );
});

test('a price, buyers and a place that were changed in a spreadsheet come into the draft, and nothing else', () => {
  const priced = withCell(2, 'Net minimum (EUR CPM)', '4.4');
  const named = priced.map((row, at) => (at === 2 ? row.with(place('Buyers'), 'Northwind Media (115); 102') : row));
  const file = fileOf(read(named));
  const [first, second, ...others] = file.edit(content).tiers;
  expect(file.changed).toEqual([content.tiers[1]!.name]);
  expect([first, ...others]).toEqual([content.tiers[0], ...content.tiers.slice(2)]);
  expect(second).toMatchObject({ min_price: '4.400000', priority: content.tiers[1]!.priority });
  expect(second!.buyer_members?.map(({ id }) => id)).toEqual([115, 102]);
});

test('a limit of preference is written, read, cleared by an empty cell, and refused on an exclude', () => {
  const limit = 'Give up at most (EUR CPM)';
  const [exclude, include] = content.tiers;
  expect([exclude!.member_action, include!.member_action]).toEqual(['exclude', 'include']);
  const set = fileOf(read(withCell(2, limit, '0,5')));
  expect(set).toMatchObject({ changed: [include!.name], added: [] });
  const limited = set.edit(content);
  expect(limited.tiers).toEqual(content.tiers.with(1, { ...include!, max_forgone: '0.500000' }));
  const saved = toTexts(ladderToCsv(limited, 'EUR', 'UTC'));
  expect(saved[2]![place(limit)]).toBe('0.50');
  const readAgain = (changed: string[][]) =>
    fileOf(readLadderCsv(unparse(changed), limited, limited.profiles, ofPlace)).edit(limited);
  expect(readAgain(saved)).toEqual(limited);
  expect(readAgain(rows)).toEqual(content);
  const refused = read(withCell(1, limit, '0.5'));
  expect(refused.ok ? '' : refused.problems.join()).toMatch(/^Line 2: Give up at most \(USD CPM\) .*exclude/);
});

/** The rows with another head of the prices. */
const headed = (name: string) => rows.with(0, head.with(place('Net minimum (EUR CPM)'), name));

test('prices in another currency are not read, and those without one are taken as they are', () => {
  expect(fileOf(read(headed('Net minimum (CPM)')))).toMatchObject({ changed: [] });
  const answer = read(headed('Net minimum (USD CPM)'));
  expect(answer.ok ? [] : answer.problems.join()).toContain('column "Net minimum (USD CPM)"');
});

test('a line without a number is a new tier; tiers without a line stay', () => {
  const [, , line = []] = rows;
  const file = fileOf(read([head, line.with(0, '').with(place('Name'), '=Fresh').with(place('Code'), '')]));
  expect(file).toMatchObject({ changed: [], added: ['=Fresh'], same: 0, unnamed: content.tiers.length });
  expect(file.edit(content).tiers).toHaveLength(content.tiers.length + 1);
});

test.for([
  [withCell(1, 'Tier number', '99999'), 'Line 2: tier number "99999"'],
  [withCell(3, 'Priority', '11'), 'Line 4: Priority'],
  [withCell(3, 'Action', 'maybe'), 'include and exclude'],
  [withCell(3, 'Buyers', 'Nobody'), 'buyer "Nobody" has no number'],
  [withCell(0, 'Priority', 'Rank'), 'column "Rank"'],
  [[...rows, rows[1]!], 'appears twice'],
] as const)('a fault is told with its line: %#', ([changed, words]) => {
  const answer = read(changed as string[][]);
  expect(answer.ok ? [] : answer.problems.join()).toContain(words);
});

test('times are of the zone that their heads name, and one that was not changed stays in the hour that comes twice', (context) => {
  const timeZone = 'America/New_York';
  showTimeZone(timeZone);
  context.onTestFinished(() => showTimeZone('UTC'));
  const [start, end] = ['2026-11-01 06:30:00', '2026-12-24 05:00:00'];
  const flown = { ...content, tiers: content.tiers.map((tier) => ({ ...tier, start_date: start, end_date: end })) };
  const [names = [], first = [], ...others] = toTexts(ladderToCsv(flown, 'EUR', timeZone));
  const [from, until] = ['Runs from', 'Runs until'].map((name) => names.indexOf(`${name} (${timeZone})`)) as [
    number,
    number,
  ];
  expect([first[from], first[until]]).toEqual(['2026-11-01 01:30:00', '2026-12-24 00:00:00']);
  const fileWith = (cell: string) =>
    fileOf(
      readLadderCsv(unparse([names, first.with(until, cell), ...others]), flown, flown.profiles, {
        ...ofPlace,
        timeZone,
      }),
    );
  expect(fileWith(first[until]!).changed).toEqual([]);
  for (const [typed, moment] of [
    ['2026-12-25 09:15:00', '2026-12-25 14:15:00'],
    ['2026-12-25', '2026-12-25 05:00:00'],
  ] as const) {
    expect(fileWith(typed).edit(flown).tiers[0]).toMatchObject({ start_date: start, end_date: moment });
  }
});
