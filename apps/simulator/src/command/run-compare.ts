import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { toFile } from '@auction-tiers/report-document/file';
import { toText } from '@auction-tiers/report-document/text';
import { toReadTarget } from '../api/api-target.ts';
import { checkOutFiles, writeJson, writeOutFile } from '../cli/out-file.ts';
import { say, withByteProgress } from '../cli/terminal.ts';
import { compareDocument } from '../document/compare/compare-document.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { findUnreadable } from '../log/auction/input-report.ts';
import { compare } from '../run/compare.ts';
import type { PartThreads } from '../run/threads.ts';
import { readCommitments } from './commitment-file.ts';
import { readAnswer } from './answer-file.ts';
import type { ComparedOptions } from './given-tier-sets.ts';
import { loadCompared } from './given-tier-sets.ts';
import { withNames } from './given-log.ts';

export interface CompareOptions extends ComparedOptions {
  readonly writeDraft?: string;
  readonly seed: string;
  readonly elasticity: number;
  readonly commitments?: string;
  readonly response?: string;
  readonly timezone?: string;
  readonly complete?: boolean;
  /** Commander's form of `--no-units`: false. */
  readonly units: boolean;
  readonly tries: number;
  readonly keepRepeats?: boolean;
  readonly share?: number;
  readonly out?: string;
  readonly html?: string;
}

/** A report, and whether it gives no answer: its verdict is `cannot_say`, or the log could not be read as a whole. */
export interface Compared {
  readonly report: CompareReport;
  readonly isUnsaid: boolean;
}

/** `threads`: the other threads that `--workers` asks for; undefined: none. */
export async function runCompare(options: CompareOptions, threads?: PartThreads): Promise<Compared> {
  const { out, html, writeDraft } = options;
  const { log, current, draft } = await loadCompared(options);
  const readFiles = [
    ...log.files,
    options.current,
    options.draft,
    options.seats,
    options.columns,
    options.commitments,
    options.response,
  ].filter((file) => file !== undefined);
  checkOutFiles({ '--out': out, '--html': html, '--write-draft': writeDraft }, readFiles);
  if (writeDraft !== undefined) writeJson('--write-draft', writeDraft, draft.file);
  const { seed, elasticity, timezone: timeZone = current.timeZone, complete: isComplete = false } = options;
  const fee = chooseFee({ seller: current.sellerFeePpm, option: options.fee, draft: draft.sellerFeePpm });
  const commitments = readCommitments(options.commitments, current);
  const service = options.api === undefined ? undefined : toReadTarget(options.api, options.ymProfile);
  const answer = await readAnswer(options.response, service);
  const compared = await withByteProgress((onProgress) =>
    compare({
      ...log,
      current,
      draft,
      fee,
      seed,
      elasticity,
      commitments,
      answer,
      timeZone,
      isComplete,
      isWithoutUnits: options.units ? undefined : true,
      tries: options.tries,
      keepsRepeats: options.keepRepeats ?? false,
      share: options.share,
      ymProfileId: options.ymProfile,
      threads,
      onProgress,
    }),
  );
  const report = withNames(compared, log.recorded);
  const document = compareDocument(report);
  say(toText(document));
  if (out !== undefined) writeJson('--out', out, report);
  if (html !== undefined) writeOutFile('--html', html, toFile(document));
  const unreadable = findUnreadable(report.input);
  if (unreadable !== undefined) process.stderr.write(`${unreadable}\n`);
  return { report, isUnsaid: report.verdict.decision === 'cannot_say' || unreadable !== undefined };
}
