import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decideAuction, Decision, netTakenMicros, type TierSet } from '@auction-tiers/tier-engine';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, wrongUsage } from '../cli/failure.ts';
import type { LogOptions } from '../cli/option.ts';
import { checkOutFiles } from '../cli/out-file.ts';
import { readSettings } from '../cli/setting.ts';
import { say, withByteProgress } from '../cli/terminal.ts';
import { count, counted } from '../figure/text.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { findUnreadable } from '../log/auction/input-report.ts';
import { type LoggedAuction, namesFee } from '../log/auction/logged-auction.ts';
import { toSeatBook } from '../log/auction/seat-book.ts';
import { wholeParts } from '../log/file/part.ts';
import { isPlaced, openPlaceOf, putPlaced } from '../log/file/placed-log.ts';
import { findSource } from '../log/file/source.ts';
import { LogReader } from '../log/log-reader.ts';
import { packColumns, type Row } from '../pack/column.ts';
import { writeParquet } from '../pack/write-parquet.ts';
import { toReadingTask } from '../run/run-log.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import { toTierSet } from '../tier-set/tier-set-file.ts';
import { findBuyerDirectory } from './buyer-directory.ts';
import { findLog } from './given-log.ts';

export interface PackOptions extends Omit<LogOptions, 'workers' | 'recorded'> {
  readonly in: string;
  readonly out: string;
  readonly tiers?: string;
}

export async function runPack(options: PackOptions): Promise<ExitCode> {
  const { out, tiers } = options;
  const log = await findLog(options);
  const { path, keep } = placeOut(out);
  checkOutFiles(
    { '--out': path },
    [...log.files, tiers, options.seats].filter((file) => file !== undefined),
  );
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw wrongUsage(`--out: ${path} is a pipe or a device; a packed log is a file.`);
  if (options.fee !== undefined && tiers === undefined)
    throw wrongUsage('--fee needs --tiers FILE: only decisions take a fee.');
  const parsed = tiers === undefined ? undefined : parseTierSetFile(tiers, '--tiers');
  const loaded = parsed && toTierSet(parsed, { directory: await findBuyerDirectory([parsed], log, undefined) });
  const fee = chooseFee({ seller: loaded?.sellerFeePpm, option: options.fee });
  const task = toReadingTask({ ...log, fee }, loaded === undefined ? [] : [loaded]);
  const seats = toSeatBook(task.seats);
  // Auctions of every share: where it has changed, `decided_share` says how each counts.
  const parts = wholeParts(await Promise.all(log.files.map((file) => findSource(file, log.logForm))));
  const { rows, input } = await withByteProgress(async (onProgress) => {
    const onBytes = () => onProgress(reader.bytesRead, reader.byteCount);
    const reader = new LogReader({ ...task, parts, seats, onBrokenLine: log.onBrokenLine, onBytes });
    const { path: downloaded, name = '' } = log.recorded ?? {};
    const nameOf = (file: string) => (downloaded === undefined ? file : file.replace(downloaded, () => name));
    const decided = decideAll(reader, loaded?.tierSet, nameOf);
    return { rows: await writeParquet(packColumns(), decided, path), input: reader.report() };
  });
  const { size } = statSync(path);
  await keep();
  const each = rows === 0 ? '' : `, ${count(Math.round(size / rows))} per auction`;
  say(`${out}: ${counted(rows, 'auction')}, ${count(size)} bytes${each}.\n`);
  const unreadable = findUnreadable(input);
  if (unreadable !== undefined) process.stderr.write(`${unreadable}\n`);
  return unreadable === undefined ? exitCode.done : exitCode.found;
}

/** The auctions of a log, each with what wins by the tiers, as a replay decides it. */
async function* decideAll(
  reader: LogReader,
  tierSet: TierSet | undefined,
  nameOf: (file: string) => string,
): AsyncIterable<Row> {
  const decision = new Decision();
  for await (const batch of reader) {
    for (const auction of batch) {
      const logged = { ...auction, file: nameOf(auction.file) };
      const hasFee = tierSet !== undefined || namesFee(auction);
      yield {
        logged,
        feePpm: hasFee ? auction.request.feePpm : undefined,
        won: tierSet && decide(tierSet, auction, decision),
      };
    }
  }
}

function decide(tierSet: TierSet, { request }: LoggedAuction, decision: Decision): Row['won'] {
  decideAuction(tierSet, request, decision);
  const { winnerIndex, tierIndexes } = decision;
  if (winnerIndex < 0) return undefined;
  const tierId = tierSet.tiers[tierIndexes[winnerIndex]!]?.id ?? null;
  return { tierId, netMicros: netTakenMicros(request, decision) };
}

/** The path that is written first, and `keep`, which then stores the file at an address. */
function placeOut(out: string): { readonly path: string; readonly keep: () => Promise<void> } {
  if (!isPlaced(out)) return { path: out, keep: async () => {} };
  const { access = {} } = readSettings();
  openPlaceOf({ RECORD_URL: out.slice(0, out.lastIndexOf('/')), ...access }, '--out');
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'log.parquet');
  return { path, keep: () => putPlaced(out, path, access) };
}
