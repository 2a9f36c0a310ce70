import type { InputReport } from '../log/auction/input-report.ts';
import { counted, fileList } from './figure-text.ts';

/** What was read, in a line. */
export function printInput(input: InputReport): string {
  const parts = [
    found(input.lines.own, 'line of our own form', 'lines of our own form'),
    found(input.lines.openrtb, 'line of OpenRTB', 'lines of OpenRTB'),
    found(input.lines.feed, 'row of a bid landscape feed', 'rows of a bid landscape feed'),
    found(input.broken_lines, 'broken line', 'broken lines'),
    found(input.invalid_bids, 'invalid bid', 'invalid bids'),
    found(input.warnings, 'oddity passed over', 'oddities passed over'),
    found(input.rejected_bids, 'bid rejected for other reasons', 'bids rejected for other reasons'),
    found(
      input.below_own_floor_bids,
      'bid below a floor of its own, left out',
      'bids below a floor of their own, left out',
    ),
    found(input.unmapped_seats.bids, 'bid of an unknown seat', 'bids of unknown seats'),
  ].filter((part) => part !== undefined);
  return `${fileList(input.files.map(({ file }) => file))}: ${parts.length === 0 ? 'no lines' : parts.join(', ')}.`;
}

function found(amount: number, one: string, many: string): string | undefined {
  return amount === 0 ? undefined : counted(amount, one, many);
}
