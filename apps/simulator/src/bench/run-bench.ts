import { cpus } from 'node:os';
import { toText } from '@auction-tiers/report-document/text';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, wrongUsage } from '../cli/failure.ts';
import { checkOutFiles, writeJson, writeOutFile } from '../cli/out-file.ts';
import { createProgress, say } from '../cli/terminal.ts';
import { benchDocument } from '../document/bench-document.ts';
import { findFiles } from '../log/file/source.ts';
import type { BenchReport, BenchSize } from '../schema/bench-report.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import { toTierSet } from '../tier-set/tier-set-file.ts';
import { measureSize } from './measure.ts';
import { drawAuctions, drawTierSet, readAuctions, resized } from './workload.ts';

export interface BenchOptions {
  readonly tiers?: string;
  readonly in?: string;
  readonly auctions?: number;
  readonly bids?: number;
  readonly seed?: string;
  readonly sizes: readonly number[];
  readonly out?: string;
  readonly html?: string;
}

const usual = { auctions: 1000, bids: 20, seed: 'bench' };

/** Measures every program with every number of tiers. Throws a `Failure` when two of them answer differently. */
export async function runBench(options: BenchOptions): Promise<ExitCode> {
  const { tiers: tierFile, in: pattern, out, html } = options;
  const { auctions: count = usual.auctions, bids: bidCount = usual.bids, seed = usual.seed } = options;
  if (pattern !== undefined && (options.auctions ?? options.bids) !== undefined) {
    throw wrongUsage('--auctions and --bids are for synthetic auctions; give them or --in.');
  }
  const files = pattern === undefined ? null : findFiles(pattern);
  checkOutFiles({ '--out': out, '--html': html }, [...(files ?? []), ...(tierFile === undefined ? [] : [tierFile])]);
  const loaded = tierFile === undefined ? null : toTierSet(parseTierSetFile(tierFile, '--tiers'));
  if (loaded?.source.tiers.length === 0) throw wrongUsage(`--tiers: ${tierFile} has no tiers.`);
  const feePpm = loaded?.sellerFeePpm;
  const auctions = files === null ? drawAuctions(count, bidCount, seed, feePpm) : await readAuctions(files, feePpm);
  if (auctions.length === 0) throw wrongUsage(`--in: ${pattern} has no auction with bids.`);
  if (loaded === null && auctions.every(({ bids }) => bids.every(({ memberId }) => memberId === null))) {
    throw wrongUsage(`--in: ${pattern} names no buyers, so no tiers can be made for it; give --tiers FILE.`);
  }
  const own = loaded?.source.tiers.length;
  const sizes = [...new Set([...options.sizes, ...(own === undefined ? [] : [own])])].toSorted((a, b) => a - b);
  const progress = createProgress({ total: sizes.length, unit: 'numbers of tiers' });
  const measured: BenchSize[] = [];
  for (const size of sizes) {
    const source = loaded === null ? drawTierSet(size, auctions, seed) : resized(loaded.source, size);
    measured.push(measureSize(source, auctions, size === own));
    progress.update(measured.length);
  }
  progress.finish();
  const report: BenchReport = {
    tier_set: loaded === null ? null : { file: tierFile ?? '', name: loaded.name, tiers: own ?? 0 },
    auctions: { files, seed, count: auctions.length, bids: auctions.reduce((sum, { bids }) => sum + bids.length, 0) },
    machine: { processor: cpus()[0]?.model.trim() ?? 'unknown', node: process.version },
    sizes: measured,
  };
  const document = benchDocument(report);
  say(toText(document));
  if (out !== undefined) writeJson('--out', out, report);
  if (html !== undefined) {
    const { toFile } = await import('@auction-tiers/report-document/file');
    writeOutFile('--html', html, toFile(document));
  }
  return exitCode.done;
}
