import { chooseFee } from '../../src/log/auction/fee.ts';
import type { BrokenLine, InputReport } from '../../src/log/auction/input-report.ts';
import type { LoggedAuction } from '../../src/log/auction/logged-auction.ts';
import type { LogOrder } from '../../src/log/log-reader.ts';
import { LogReader } from '../../src/log/log-reader.ts';
import type { LogPart } from '../../src/log/file/part.ts';
import { wholeParts } from '../../src/log/file/part.ts';
import { createSeatBook } from '../../src/log/auction/seat-book.ts';
import { findSource, type LogForm } from '../../src/log/file/source.ts';

/** All that came of reading a log that fits the memory. */
export interface ReadLog {
  readonly auctions: readonly LoggedAuction[];
  readonly report: InputReport;
  readonly told: readonly BrokenLine[];
}

export function findSources(files: readonly string[], form?: LogForm) {
  return Promise.all(files.map((file) => findSource(file, form)));
}

export async function readParts(
  parts: readonly LogPart[],
  order: Partial<LogOrder> = {},
  seatCount?: number,
): Promise<ReadLog> {
  const told: BrokenLine[] = [];
  const onBrokenLine = (broken: BrokenLine) => told.push(broken);
  const reader = new LogReader({
    parts,
    fee: chooseFee({}),
    seats: createSeatBook(),
    isStrict: false,
    onBrokenLine,
    ...order,
  });
  const auctions: LoggedAuction[] = [];
  for await (const batch of reader) auctions.push(...batch);
  return { auctions, report: reader.report(seatCount), told };
}

export async function readFiles(
  files: readonly string[],
  order: Partial<LogOrder> = {},
  form?: LogForm,
): Promise<ReadLog> {
  return readParts(wholeParts(await findSources(files, form)), order);
}
