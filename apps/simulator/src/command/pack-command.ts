import type { Command } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { addLog, addLogReading } from '../cli/option.ts';
import type { PackOptions } from './run-pack.ts';

/** Adds `pack` to the command line. */
export function addPack(program: Command, onDone: (code: ExitCode) => void): void {
  const pack = program
    .command('pack')
    .description('Write a log as Parquet, for programs that read it: DuckDB, Spark, ClickHouse, pandas.');
  addLog(pack)
    .requiredOption('--out <file>', 'the Parquet file to write, also s3://bucket/prefix/name')
    .option('--tiers <file>', 'a tier set, *.tiers.json, whose decisions stand beside the auctions');
  addLogReading(pack, '0').action(async (options: PackOptions) => {
    const { runPack } = await import('./run-pack.ts');
    onDone(await runPack(options));
  });
}
