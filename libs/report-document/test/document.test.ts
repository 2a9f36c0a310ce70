import { parse } from 'parse5';
import { expect, test } from 'vitest';
import type { ReportDocument } from '../src/index.ts';
import { details, facts, file, figure, list, name, only, said, section, sentence, table, text } from '../src/index.ts';
import { toFile } from '../src/file/index.ts';
import { toText } from '../src/text/index.ts';

const rows = Array.from({ length: 5 }, (_, at) => ({ buyer: `Buyer ${at}`, net: -at }));
const report: ReportDocument = {
  title: 'A report',
  kind: 'Sample',
  headline: name('<b>−1</b>'),
  subject: ['Of ', file('/folder/log.jsonl'), '.'],
  currency: 'EUR',
  opening: [facts([['Net', '−€1.50', 'of all']], 'tiles'), list([{ text: said('In a/b.json, line 7', ['a/b.json']) }])],
  sections: [
    section('buyers', 'Buyers', [
      table(rows, {
        caption: 'Net by buyer',
        mostRows: 4,
        mostInText: 2,
        columns: [
          text('Buyer', ({ buyer }) => name(buyer)),
          figure('Net', ({ net }) => `−${String(Math.abs(net))}`),
          figure('In the file', () => 'only file', 'file'),
        ],
      }),
      details('model', 'How', [sentence('folded')]),
      details('model', 'Why', [sentence('told')], { isInText: true }),
    ]),
    section('drawn', 'Drawn', [only('file', sentence('a drawing'))]),
  ],
};

test('a terminal has hyphens for minus signs except in names, whole paths, its own rows, and no empty section', () => {
  const shown = toText(report);
  expect(shown).toContain('Sample: <b>−1</b>\nOf /folder/log.jsonl.\nMoney is in EUR');
  expect(shown).toContain('  Net: -€1.50 (of all)\n');
  expect(shown).toContain('  - In a/b.json, line 7\n');
  expect(shown).toMatch(/│ Buyer 1 │ +-1 │\n└.*\n3 more in the JSON report\./);
  expect(shown).toContain('Why:\ntold');
  for (const word of ['folded', 'only file', 'Drawn', 'a drawing']) expect(shown).not.toContain(word);
});

test('a file escapes what others named, shows no folders, and has what only a file shows', () => {
  const problems: string[] = [];
  const page = toFile(report);
  parse(page, { onParseError: ({ code }) => problems.push(code) });
  expect(problems).toEqual([]);
  expect(page).toContain('<h1><bdi>&lt;b&gt;−1&lt;/b&gt;</bdi></h1>');
  expect(page).toContain('Of <bdi>log.jsonl</bdi>.');
  expect(page).toContain('In <bdi>b.json</bdi>, line 7');
  expect(page).toContain('1 more in the JSON report.');
  for (const word of ['folded', 'only file', 'Drawn', 'a drawing']) expect(page).toContain(word);
  expect(toFile(report)).toBe(page);
});
