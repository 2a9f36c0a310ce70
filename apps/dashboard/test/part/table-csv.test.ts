import { createElement } from 'react';
import { expect, test } from 'vitest';
import { csvOfTable } from '../../src/part/table-csv.ts';

test('a table as a file has its heads, plain figures, and the text of what is drawn', () => {
  const columns = [
    { id: 'choice', head: createElement('input'), label: 'Chosen', width: '', cell: () => null },
    { id: 'name', head: 'Tier', width: '', cell: (row: { name: string }) => createElement('b', {}, row.name) },
    { id: 'net', head: 'Net (USD)', width: '', isNumber: true, cell: () => '−1,234.50' },
    { id: 'none', head: 'Won (%)', width: '', isNumber: true, cell: () => '–' },
    { id: 'own', head: 'Buyers', width: '', text: () => 'A; B', cell: () => null },
  ];
  const foot = [
    { id: 'rest', cells: { name: createElement('i', {}, 'In no tier'), net: '1,200.00' }, file: { own: '1200' } },
    { id: 'all', cells: { name: 'All', net: '−34.50' }, file: null },
  ];
  expect(csvOfTable(columns, [{ name: 'Gold, 1' }], foot)).toEqual([
    ['Tier', 'Net (USD)', 'Won (%)', 'Buyers'],
    ['Gold, 1', { figure: '-1234.50' }, { figure: '' }, 'A; B'],
    ['In no tier', { figure: '1200.00' }, { figure: '' }, '1200'],
  ]);
});
