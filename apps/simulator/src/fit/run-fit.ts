import type { ExitCode } from '../cli/failure.ts';
import { exitCode, Failure } from '../cli/failure.ts';
import { checkOutFiles, writeOutFile } from '../cli/out-file.ts';
import { createProgress } from '../cli/terminal.ts';
import type { LogOptions } from '../cli/option.ts';
import { toLogForm } from '../log/column-file.ts';
import { counted } from '../figure/text.ts';
import { printParams } from '../generate/params-file.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { findUnreadable, type InputReport } from '../log/auction/input-report.ts';
import { createBrokenLinePrinter } from '../log/auction/reading.ts';
import { createSeatBook } from '../log/auction/seat-book.ts';
import { evenSources } from '../log/file/even-sources.ts';
import { wholeParts } from '../log/file/part.ts';
import { findFiles, findSource } from '../log/file/source.ts';
import { LogReader } from '../log/log-reader.ts';
import { readSeatFile } from '../log/seat-file.ts';
import { fit } from './fit.ts';

export interface FitOptions extends Pick<LogOptions, 'columns' | 'format' | 'decimalComma'> {
  readonly in: string;
  readonly out: string;
  readonly seats?: string;
  readonly timeField?: string;
  readonly strict?: boolean;
}

const passes = 3;

export async function runFit(options: FitOptions): Promise<ExitCode> {
  const { in: pattern, out, seats: seatFile, timeField, strict = false } = options;
  const files = findFiles(pattern);
  checkOutFiles({ '--out': out }, seatFile === undefined ? files : [...files, seatFile]);
  const logForm = toLogForm(options);
  const { sources } = await evenSources(await Promise.all(files.map((file) => findSource(file, logForm))));
  const parts = wholeParts(sources);
  const seats = createSeatBook(seatFile === undefined ? {} : { mapped: readSeatFile(seatFile) });
  const order = { parts, fee: chooseFee({}), seats, timeField, isStrict: strict };
  let onBrokenLine = createBrokenLinePrinter();
  const { byteCount } = new LogReader({ ...order, onBrokenLine });
  const progress = createProgress({ total: passes * byteCount, unit: 'bytes' });
  let bytesDone = 0;
  let input: InputReport | undefined;
  const result = await fit(async (onAuction) => {
    const reader = new LogReader({ ...order, onBrokenLine });
    for await (const batch of reader) {
      for (const auction of batch) onAuction(auction);
      progress.update(bytesDone + reader.bytesRead);
    }
    bytesDone += byteCount;
    input = reader.report();
    // Each pass meets the same broken lines; the first reports them.
    onBrokenLine = () => {};
  }).finally(() => progress.finish());
  if (!result.ok) throw new Failure(exitCode.found, `--in: ${pattern} ${result.problem}.`);
  writeOutFile('--out', out, printParams(result.params));
  const { auctions, bids, params } = result;
  process.stdout.write(
    `${out}: ${counted(params.buyers.length, 'buyer')}, from ${counted(auctions, 'auction')} with ${counted(bids, 'bid')}.\n`,
  );
  if (input !== undefined && input.lines.feed > 0) {
    process.stdout.write(
      'A feed is a sample with at most 15 bids per auction and without attributes of impressions.\n',
    );
  }
  const unreadable = input && findUnreadable(input);
  if (unreadable !== undefined) process.stderr.write(`${unreadable}\n`);
  return unreadable === undefined ? exitCode.done : exitCode.found;
}
