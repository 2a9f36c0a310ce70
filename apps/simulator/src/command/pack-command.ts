import type { Command } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { addLog, feePpm } from '../cli/option.ts';
import type { PackOptions } from './run-pack.ts';

/** Adds `pack` to the command line. */
export function addPack(program: Command, onDone: (code: ExitCode) => void): void {
  const pack = program
    .command('pack')
    .description(
      'Write a log of JSON lines as Parquet, which takes a sixteenth of the disk space, and which other tools read too.',
    );
  addLog(pack)
    .requiredOption('--out <file>', 'the Parquet file to write, also s3://bucket/prefix/name')
    .option('--tiers <file>', 'a tier set, *.tiers.json, whose decisions stand beside the auctions')
    .option('--fee <percent>', "with --tiers, the fee for bids that name none, if the seller's is not known", feePpm)
    .action(async (options: PackOptions) => {
      const { runPack } = await import('./run-pack.ts');
      onDone(await runPack(options));
    });
}
