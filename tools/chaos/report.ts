import type { Figures, Outcome } from './scenario/figures.ts';
import { laws } from './validator/violation.ts';

const columns = ['rounds', 'acknowledged', 'refused', 'unknown', 'auctions', 'cut', 'reads'] as const;

/** The table of a run: a row for each fault or scenario, and what was found. */
export function reportText({ figures, failures, skipped }: Outcome): string {
  const header = ['', ...columns, 'violations'];
  const rows = figures.map((one) => [one.name, ...columns.map((column) => String(one[column])), violationText(one)]);
  const widths = header.map((_, place) => Math.max(...[header, ...rows].map((row) => row[place]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, place) => (place === 0 ? cell.padEnd(widths[place] ?? 0) : cell.padStart(widths[place] ?? 0)))
      .join('  ');
  const measured = figures.flatMap(({ name, measured: all }) =>
    Object.entries(all).map(([what, value]) => `${name}: ${what} ${Number(value.toFixed(2))}`),
  );
  return [
    line(header),
    ...rows.map(line),
    ...(measured.length === 0 ? [] : ['', ...measured]),
    ...skipped.map((what) => `\nSKIPPED: ${what}`),
    ...failures.map(
      ({ name, round, command, folder, violations }) =>
        `\n${name}, round ${round + 1}: ${violations.length} violations\n  again: ${command}\n  files: ${folder}\n${violations
          .slice(0, 10)
          .map(({ law, what }) => `  ${law} (${laws[law]}): ${what}`)
          .join('\n')}`,
    ),
  ].join('\n');
}

function violationText({ violations }: Figures): string {
  const broken = Object.entries(violations).filter(([, count]) => count > 0);
  return broken.length === 0 ? '0' : broken.map(([law, count]) => `${count} ${law}`).join(', ');
}
