import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { id, seedText, wholeNumber } from '../cli/option.ts';
import { doors } from './door.ts';
import type { LoadOptions } from './run-load.ts';

/** A load always ends, however it is ordered. */
const [mostSeconds, mostRequests, mostConnections, mostRate] = [3600, 100_000_000, 1000, 1_000_000];
/** The API's own bounds. */
const [mostInBatch, mostBids] = [1000, 1000];

/** Adds `load` to the command line. */
export function addLoad(program: Command, onDone: (code: ExitCode) => void): void {
  program
    .command('load')
    .description('Send auctions to a running API and report what it answered, how many a second and how soon.')
    .requiredOption('--url <url>', 'where the API serves')
    .requiredOption('--ym-profile <id>', 'the ym-profile of the API', id)
    .option('--rate <r>', 'requests a second, whether or not they are answered (default: as many as are)', aSecond)
    .option('--duration <s>', 'seconds (default: 10; with --sweep 3 a step)', wholeNumber(1, mostSeconds))
    .option('--requests <n>', 'requests at most', wholeNumber(1, mostRequests), 10_000_000)
    .addOption(new Option('--via <door>', 'POST /auction, POST /auction/batch or tRPC').choices(doors).default('rest'))
    .option('--batch <n>', 'auctions a request (default: 100 via batch, 1 via trpc)', wholeNumber(1, mostInBatch))
    .option('--connections <n>', 'each carries one request at a time', wholeNumber(1, mostConnections), 10)
    .option('--in <glob>', 'a log whose first auctions are sent (default: synthetic ones)')
    .option('--bids <k>', 'bids of a synthetic auction', wholeNumber(0, mostBids), 20)
    .option('--seed <s>', 'the seed of synthetic auctions', seedText, 'load')
    .option('--params <file>', 'what the market of synthetic auctions is like')
    .option('--sweep', 'raise the rate step by step until it does not hold any more')
    .option('--out <file>', 'write the report as JSON')
    .option('--i-own-this-target', 'allow a --url that is not this machine')
    .action(async (options: LoadOptions) => {
      const { runLoad } = await import('./run-load.ts');
      onDone(await runLoad(options));
    });
}

function aSecond(text: string): number {
  const rate = /^\d{1,7}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (rate > 0 && rate <= mostRate) return rate;
  throw new InvalidArgumentError(`Allowed is a number above 0 and up to ${mostRate}, with at most 3 decimals.`);
}
