import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import type { ExitCode } from '../cli/failure.ts';
import { id, seedText, wholeNumber } from '../cli/option.ts';
import { addGoneOption } from './gone.ts';
import { doors } from '../load/door.ts';
import type { LoadOptions } from '../load/run-load.ts';

/** Bounds of the options, so that every load ends. */
const [mostSeconds, mostRequests, mostConnections, mostRate] = [3600, 100_000_000, 1000, 1_000_000];
/** The API's own bounds. */
const [mostInBatch, mostBids] = [1000, 1000];

/** Adds `load` to the command line. */
export function addLoad(program: Command, onDone: (code: ExitCode) => void): void {
  const load = program.command('load');
  addGoneOption(load, '--sweep', 'Send at one --rate after the other');
  load

    .description('Send auctions to a running API and report its answers, throughput and latencies.')
    .requiredOption('--url <url>', 'where the API serves')
    .requiredOption('--ym-profile <id>', 'the ym-profile of the API', id)
    .option(
      '--rate <r>',
      'requests per second, sent on schedule (default: each connection waits for its answers)',
      perSecond,
    )
    .option('--duration <s>', 'seconds ', wholeNumber(1, mostSeconds), 10)
    .option('--requests <n>', 'the most requests to send', wholeNumber(1, mostRequests), 10_000_000)
    .addOption(new Option('--via <door>', 'POST /auction, POST /auction/batch or tRPC').choices(doors).default('rest'))
    .option('--batch <n>', 'auctions per request (default: 100 via batch, 1 via trpc)', wholeNumber(1, mostInBatch))
    .option('--connections <n>', 'connections, each with one request at a time', wholeNumber(1, mostConnections), 10)
    .option('--in <glob>', 'send the first auctions of a log (default: synthetic auctions)')
    .option('--bids <k>', 'bids of a synthetic auction', wholeNumber(0, mostBids), 20)
    .option('--seed <s>', 'the seed of synthetic auctions', seedText, 'load')
    .option('--params <file>', 'params of the synthetic auctions')
    .option(
      '--response <file>',
      'with --draft, --rate and --via batch: how buyers answer a draft that an experiment tests, site by site, as JSON: {"version":1,"raise":0.08,"lag_hours":12}',
    )
    .option('--draft <file>', 'with --response: the draft that the experiment tests, *.tiers.json')
    .option('--current <file>', "with --response: the live tiers, *.tiers.json (default: the demo's)")
    .option('--out <file>', 'write the report as JSON')
    .option('--i-own-this-target', 'allow a --url that is not on this machine')
    .action(async (options: LoadOptions) => {
      const { runLoad } = await import('../load/run-load.ts');
      onDone(await runLoad(options));
    });
}

function perSecond(text: string): number {
  const rate = /^\d{1,7}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (rate > 0 && rate <= mostRate) return rate;
  throw new InvalidArgumentError(`Allowed is a number above 0 and up to ${mostRate}, with at most 3 decimals.`);
}
