import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, wrongUsage } from '../cli/failure.ts';
import { checkOutFiles } from '../cli/out-file.ts';
import { readSettings } from '../cli/setting.ts';
import { say, withByteProgress } from '../cli/terminal.ts';
import { count, counted } from '../figure/text.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { findUnfinished } from '../log/auction/input-report.ts';
import { isPlaced, openPlaceOf, putPlaced } from '../log/file/placed-log.ts';
import { bytesOf, findSource, type JsonSource, type LogSource } from '../log/file/source.ts';
import { writePacked } from '../log/packed/write-packed.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import { toTierSet } from '../tier-set/tier-set-file.ts';
import { findContent } from './given-log.ts';

export interface PackOptions {
  readonly in: string;
  readonly out: string;
  readonly tiers?: string;
  /** Parts per million. */
  readonly fee?: number;
}

export async function runPack({ in: pattern, out, tiers, fee }: PackOptions): Promise<ExitCode> {
  const { files, recorded } = await findContent(pattern);
  const { path, keep } = placeOut(out);
  checkOutFiles({ '--out': path }, tiers === undefined ? files : [...files, tiers]);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw wrongUsage(`--out: ${path} is a pipe or a device; a packed log is a file.`);
  if (fee !== undefined && tiers === undefined)
    throw wrongUsage('--fee needs --tiers FILE: only decisions take a fee.');
  const sources = (await Promise.all(files.map((file) => findSource(file)))).map(asLines);
  const loaded = tiers === undefined ? undefined : toTierSet(parseTierSetFile(tiers, '--tiers'), {});
  const deciding = loaded && {
    tierSet: loaded.tierSet,
    feePpm: chooseFee({ seller: loaded.sellerFeePpm, option: fee }).feePpm,
  };
  const total = sources.reduce((sum, source) => sum + bytesOf(source), 0);
  let done = 0;
  const { rows, files: read } = await withByteProgress((onProgress) =>
    writePacked({
      sources,
      out: path,
      ...(recorded !== undefined && { nameOf: (file) => file.replace(recorded.path, recorded.name) }),
      ...(deciding !== undefined && { tiers: deciding }),
      onBytes: (bytes) => onProgress((done += bytes), total),
    }),
  );
  const { size } = statSync(path);
  await keep();
  const each = rows === 0 ? '' : `, ${count(Math.round(size / rows))} per auction`;
  say(`${out}: ${counted(rows, 'auction')}, ${count(size)} bytes${each}.\n`);
  const unfinished = findUnfinished(read.filter(({ cut }) => cut?.isOfKill === false).length);
  if (unfinished !== undefined) process.stderr.write(`${unfinished}\n`);
  return unfinished === undefined ? exitCode.done : exitCode.found;
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

function asLines(source: LogSource): JsonSource {
  if (source.form === 'jsonl') return source;
  const what = source.form === 'packed' ? 'packed already' : 'a feed with one row per bid';
  throw wrongUsage(`--in: ${source.file} is ${what}; pack takes JSON lines: bodies of POST /auction, or OpenRTB.`);
}
