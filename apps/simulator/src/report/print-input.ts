import type { InputReport } from '../log/input-report.ts';
import { countCell } from './cell.ts';

/** What was read, in a line. */
export function printInput(input: InputReport): string {
  const found = [
    counted(input.lines.own, 'line of our own form', 'lines of our own form'),
    counted(input.lines.openrtb, 'line of OpenRTB', 'lines of OpenRTB'),
    counted(input.lines.feed, 'row of a bid landscape feed', 'rows of a bid landscape feed'),
    counted(input.broken_lines, 'broken line', 'broken lines'),
    counted(input.invalid_bids, 'invalid bid', 'invalid bids'),
    counted(input.warnings, 'oddity passed over', 'oddities passed over'),
    counted(input.rejected_bids, 'bid rejected for other reasons', 'bids rejected for other reasons'),
    counted(input.unmapped_seats.bids, 'bid of an unknown seat', 'bids of unknown seats'),
  ].filter((part) => part !== undefined);
  return `${input.files.map(({ file }) => file).join(', ')}: ${found.length === 0 ? 'no lines' : found.join(', ')}.`;
}

function counted(amount: number, one: string, many: string): string | undefined {
  return amount === 0 ? undefined : `${countCell(amount)} ${amount === 1 ? one : many}`;
}
