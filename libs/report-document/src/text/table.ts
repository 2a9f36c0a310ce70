import Table from 'cli-table3';
import type { Table as TableBlock } from '../block/block.ts';
import { count } from '../block/figures.ts';
import { wordsText } from './words.ts';

/** A table for a terminal. The first columns are aligned as `firstAligns` says, all others to the right. */
export function newTable(head: readonly string[], firstAligns: readonly ('left' | 'right')[] = ['left']) {
  const colAligns = head.map((_, at) => firstAligns[at] ?? 'right');
  return new Table({ head: [...head], colAligns, style: { head: [], border: [], compact: true } });
}

/** A table below its caption, without drawings. */
export function tableText({ caption, columns, rowCount, mostInText = rowCount }: TableBlock): string[] {
  const shown = columns.filter(({ only, kind }) => only !== 'file' && kind !== 'track');
  const table = newTable(
    shown.map(({ head }) => wordsText(head)),
    shown.map(({ kind }) => (kind === 'text' ? 'left' : 'right')),
  );
  for (let at = 0; at < Math.min(rowCount, mostInText); at += 1) {
    table.push(shown.map((column) => (column.kind === 'track' ? '' : wordsText(column.cell(at, at)))));
  }
  const more = rowCount - mostInText;
  return [
    `${wordsText(caption)}:`,
    table.toString(),
    ...(more > 0 ? [`${count(more)} more in the JSON report.`] : []),
    '',
  ];
}
