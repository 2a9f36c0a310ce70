import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figures, reportFigures } from '../../src/glossary/figures.ts';
import { cutColumns, reportAttributes, ReportRow } from '../../src/report/report.ts';

const entries = Object.entries(figures);

test('every figure of a report is in the glossary, with the definition of its column', () => {
  const keys = new Set<string>([
    'hour',
    'day',
    'week',
    'month',
    ...cutColumns,
    'tier_id',
    'tier_name',
    'buyer_id',
    'buyer_name',
    'is_other',
    'not_counted',
    ...reportAttributes,
  ]);
  const columns = Object.entries(ReportRow.shape).filter(([name]) => !keys.has(name));
  expect(Object.keys(reportFigures).toSorted()).toEqual(columns.map(([name]) => name).toSorted());
  for (const [name, schema] of columns) {
    const { definition } = reportFigures[name as keyof typeof reportFigures];
    const { description } = schema.meta() ?? {};
    expect([name, description?.startsWith(definition)]).toEqual([name, true]);
  }
});

test.for(entries)('%s is defined in one or two sentences', ([, { name, definition }]) => {
  expect(name).toMatch(/^[A-Z0-9]/);
  expect(definition).toMatch(/^[A-Z0-9][^.]*(?:\. [A-Z][^.]*)?$/);
  expect(definition.length).toBeLessThanOrEqual(200);
});

test('no two figures have one definition', () => {
  expect(new Set(entries.map(([, { definition }]) => definition)).size).toBe(entries.length);
});

test('a page that takes the glossary alone takes nothing else of the contract', () => {
  for (const file of ['figures.ts', 'index.ts']) {
    const source = readFileSync(new URL(`../../src/glossary/${file}`, import.meta.url), 'utf8');
    const imported = [...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name);
    expect(imported.filter((name) => name !== './figures.ts')).toEqual([]);
  }
});
