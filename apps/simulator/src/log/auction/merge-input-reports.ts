import type { InputReport } from './input-report.ts';
import { compareSeats, listedBrokenLines, listedSeats } from './input-report.ts';
import type { LogKind } from './logged-auction.ts';
import { logKinds } from './logged-auction.ts';

/**
 * One report out of those of the parts of a log, in the order of the parts: the same that reading all of it gives, if
 * each part's report lists all of its seats.
 */
export function mergeInputReports(reports: readonly InputReport[]): InputReport {
  const sum = (of: (report: InputReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const sumByKind = (of: (report: InputReport) => Readonly<Record<LogKind, number>>) =>
    Object.fromEntries(logKinds.map((kind) => [kind, sum((report) => of(report)[kind])])) as Record<LogKind, number>;
  const bidsOfSeat = new Map<string, number>();
  for (const { unmapped_seats: unmapped } of reports) {
    for (const { seat, bids } of unmapped.largest) bidsOfSeat.set(seat, (bidsOfSeat.get(seat) ?? 0) + bids);
  }
  const seats = Array.from(bidsOfSeat, ([seat, bids]) => ({ seat, bids })).toSorted(compareSeats);
  return {
    files: [...new Map(reports.flatMap(({ files }) => files).map((file) => [file.file, file])).values()],
    lines: sumByKind(({ lines }) => lines),
    auctions: sumByKind(({ auctions }) => auctions),
    broken_lines: sum((report) => report.broken_lines),
    broken: reports.flatMap(({ broken }) => broken).slice(0, listedBrokenLines),
    invalid_bids: sum((report) => report.invalid_bids),
    warnings: sum((report) => report.warnings),
    rejected_bids: sum((report) => report.rejected_bids),
    below_own_floor_bids: sum((report) => report.below_own_floor_bids),
    unmapped_seats: {
      seats: seats.length,
      bids: sum(({ unmapped_seats: unmapped }) => unmapped.bids),
      largest: seats.slice(0, listedSeats),
    },
  };
}
