import type { BuyerNames } from '@auction-tiers/contract/tier-set';
import { toApiTarget } from '../api/api-target.ts';
import { fetchTierSet } from '../api/read-api.ts';
import type { ExitCode } from '../cli/failure.ts';
import { exitCode, wrongUsage } from '../cli/failure.ts';
import type { LogOptions } from '../cli/option.ts';
import { checkOutFiles, writeJson, writeOutFile } from '../cli/out-file.ts';
import { readSettings } from '../cli/setting.ts';
import { say, withByteProgress } from '../cli/terminal.ts';
import { compareHtml } from '../html/page/compare-html.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { printCompare } from '../print/compare.ts';
import { compare } from '../run/compare.ts';
import type { PartThreads } from '../run/threads.ts';
import type { ParsedTierSet } from '../tier-set/parsed-tier-set.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { toTierSet } from '../tier-set/tier-set-file.ts';
import { findBuyerDirectory } from './buyer-directory.ts';
import { readCommitmentFile } from './commitment-file.ts';
import type { GivenLog } from './given-log.ts';
import { findLog } from './given-log.ts';

export interface CompareOptions extends LogOptions {
  readonly current?: string;
  readonly draft: string;
  readonly api?: string;
  readonly ymProfile?: number;
  readonly seed: string;
  readonly elasticity: number;
  readonly commitments?: string;
  readonly timezone: string;
  readonly complete?: boolean;
  readonly out?: string;
  readonly html?: string;
}

/** `threads`: the other threads that `--workers` asks for; undefined: none. */
export async function runCompare(options: CompareOptions, threads?: PartThreads): Promise<ExitCode> {
  const { out, html } = options;
  const log = await findLog(options);
  const drafted = parseTierSetFile(options.draft, '--draft');
  const { current, directory } = await loadCurrent(options, drafted, log);
  const draft = toTierSet(drafted, { current, directory });
  const readFiles = [...log.files, options.current, options.draft, options.seats, options.commitments].filter(
    (file) => file !== undefined,
  );
  checkOutFiles({ '--out': out, '--html': html }, readFiles);
  const { seed, elasticity, timezone: timeZone, complete: isComplete = false } = options;
  const fee = chooseFee({ seller: current.sellerFeePpm, option: options.fee, draft: draft.sellerFeePpm });
  const commitments = options.commitments === undefined ? [] : readCommitmentFile(options.commitments);
  const report = await withByteProgress((onProgress) =>
    compare({
      ...log,
      current,
      draft,
      fee,
      seed,
      elasticity,
      commitments,
      timeZone,
      isComplete,
      ymProfileId: options.ymProfile,
      threads,
      onProgress,
    }),
  );
  say(printCompare(report));
  if (out !== undefined) writeJson('--out', out, report);
  if (html !== undefined) writeOutFile('--html', html, compareHtml(report));
  return report.verdict.decision === 'cannot_say' ? exitCode.found : exitCode.done;
}

/** The current tiers, from a file or from a running API, and where the buyers of the draft are looked up. */
async function loadCurrent(
  { current: file, api, ymProfile }: CompareOptions,
  draft: ParsedTierSet,
  log: GivenLog,
): Promise<{ readonly current: LoadedTierSet; readonly directory: BuyerNames | undefined }> {
  if (file !== undefined && api !== undefined) {
    throw wrongUsage('--current and --api both name the current tiers; give one of them.');
  }
  if (file !== undefined) {
    const parsed = parseTierSetFile(file, '--current');
    const directory = await findBuyerDirectory([parsed, draft], log, undefined);
    return { current: toTierSet(parsed, { draft, directory }), directory };
  }
  if (api === undefined)
    throw wrongUsage('--current FILE is missing; --api URL with --ym-profile ID may take its place.');
  // A single read is not a load, so the API may be on any machine.
  const ownsTarget = true;
  const target = toApiTarget(api, ymProfile, ownsTarget, readSettings());
  return { current: await fetchTierSet(target), directory: await findBuyerDirectory([draft], log, target) };
}
