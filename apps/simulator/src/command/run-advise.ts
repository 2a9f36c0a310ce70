import { toFile } from '@auction-tiers/report-document/file';
import { toText } from '@auction-tiers/report-document/text';
import { toReadTarget } from '../api/api-target.ts';
import { fetchTierSet } from '../api/read-api.ts';
import { type ExitCode, exitCode, wrongUsage } from '../cli/failure.ts';
import type { LogOptions } from '../cli/option.ts';
import { checkOutFiles, writeJson, writeOutFile } from '../cli/out-file.ts';
import { note, say, withByteProgress } from '../cli/terminal.ts';
import { adviseDocument, shownProposals } from '../document/advise-document.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { findUnreadable } from '../log/auction/input-report.ts';
import { toPackage } from '../advise/judging/draft.ts';
import { advise } from '../run/advise.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import { toTierSet } from '../tier-set/tier-set-file.ts';
import { readAnswer } from './answer-file.ts';
import { findBuyerDirectory } from './buyer-directory.ts';
import { readCommitments } from './commitment-file.ts';
import { findLog, withNames } from './given-log.ts';

export interface AdviseOptions extends LogOptions {
  readonly tiers?: string;
  readonly api?: string;
  readonly ymProfile?: number;
  readonly commitments?: string;
  readonly response?: string;
  readonly seed: string;
  readonly timezone?: string;
  readonly complete?: boolean;
  /** Commander's form of `--no-units`: false. */
  readonly units: boolean;
  readonly take?: readonly number[];
  readonly writeDraft?: string;
  readonly out?: string;
  readonly html?: string;
}

export async function runAdvise(options: AdviseOptions): Promise<ExitCode> {
  const { tiers, api, ymProfile, out, html, writeDraft, seed, take = [1] } = options;
  if (tiers === undefined && api === undefined)
    throw wrongUsage('--tiers FILE is missing; --api URL with --ym-profile ID may take its place.');
  const service = api === undefined ? undefined : toReadTarget(api, ymProfile);
  const directory = tiers === undefined ? service : undefined;
  const log = await findLog(options, directory, service);
  const readFiles = [...log.files, tiers, options.seats, options.columns, options.commitments, options.response];
  checkOutFiles(
    { '--out': out, '--html': html, '--write-draft': writeDraft },
    readFiles.filter((file) => file !== undefined),
  );
  const parsed = tiers === undefined ? undefined : parseTierSetFile(tiers, '--tiers');
  const loaded =
    parsed === undefined
      ? await fetchTierSet(service!)
      : toTierSet(parsed, { directory: await findBuyerDirectory([parsed], log, service) });
  const commitments = readCommitments(options.commitments, loaded);
  const answer = await readAnswer(options.response, service);
  const advised = await withByteProgress((onProgress) =>
    advise({
      ...log,
      loaded,
      fee: chooseFee({ seller: loaded.sellerFeePpm, option: options.fee }),
      seed,
      commitments,
      answer,
      timeZone: options.timezone ?? loaded.timeZone,
      isComplete: options.complete ?? false,
      isWithoutUnits: options.units ? undefined : true,
      ymProfileId: ymProfile,
      onProgress,
    }),
  );
  const report = withNames(advised, log.recorded);
  const document = adviseDocument(report);
  say(toText(document));
  if (out !== undefined) writeJson('--out', out, report);
  if (html !== undefined) writeOutFile('--html', html, toFile(document));
  const shown = shownProposals(report);
  const taken = take.flatMap((index) => shown[index - 1] ?? []);
  if (writeDraft !== undefined && taken.length === take.length && shown.length > 0) {
    writeJson('--write-draft', writeDraft, toPackage(loaded.file, taken));
  } else if (writeDraft !== undefined) {
    note([
      shown.length === 0
        ? 'No proposal is worth a try: --write-draft wrote no file.'
        : `--take names ${take.join(',')}, but there are ${shown.length} proposals: --write-draft wrote no file.`,
    ]);
  }
  const unreadable = findUnreadable(report.input);
  if (unreadable !== undefined) process.stderr.write(`${unreadable}\n`);
  return unreadable === undefined ? exitCode.done : exitCode.found;
}
