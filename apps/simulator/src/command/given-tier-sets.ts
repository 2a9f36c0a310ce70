import type { ApiTarget } from '../api/api-target.ts';
import { toReadTarget } from '../api/api-target.ts';
import { fetchTierSet } from '../api/read-api.ts';
import { wrongUsage } from '../cli/failure.ts';
import type { LogOptions } from '../cli/option.ts';
import type { ParsedTierSet } from '../tier-set/parsed-tier-set.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { toTierSet } from '../tier-set/tier-set-file.ts';
import { parseWordedDraft } from '../tier-set/worded-draft.ts';
import { findBuyerDirectory } from './buyer-directory.ts';
import type { GivenLog } from './given-log.ts';
import { findLog } from './given-log.ts';

/** The options that name the log and the tier sets. */
export interface ComparedOptions extends LogOptions {
  readonly current?: string;
  readonly draft?: string;
  /** A draft in words, in place of a file. */
  readonly set: readonly string[];
  readonly remove: readonly number[];
  readonly api?: string;
  readonly ymProfile?: number;
}

/** The log and the two tier sets of a comparison. */
export interface Compared {
  readonly log: GivenLog;
  readonly current: LoadedTierSet;
  readonly draft: LoadedTierSet;
}

/**
 * Finds the log, and reads the current tiers, from a file or from a running API, and the draft of them, from a file or from
 * words. An API gives the buyers too, for the seats of the log and the names of the draft. Throws a `Failure` that says
 * what is wrong.
 */
export async function loadCompared(options: ComparedOptions): Promise<Compared> {
  requireDraft(options);
  const api = findApi(options);
  const log = await findLog(options, api, api ?? findSource(options));
  const file = options.draft === undefined ? undefined : parseTierSetFile(options.draft, '--draft');
  const current = await loadCurrent(options, api, file, log);
  const drafted = file ?? parseWordedDraft(current.file, options);
  const directory = await findBuyerDirectory([drafted], log, api);
  return { log, current, draft: toTierSet(drafted, { current, directory }) };
}

function requireDraft({ draft, set, remove }: ComparedOptions): void {
  const isWorded = set.length + remove.length > 0;
  if (draft !== undefined && isWorded) {
    throw wrongUsage('--draft and --set or --remove both name the draft; give a file or words.');
  }
  if (draft === undefined && !isWorded) {
    throw wrongUsage('--draft FILE is missing; --set 5.min_price=3.00 or --remove 12 may take its place.');
  }
}

/** The API of the current tiers; undefined: they are in a file. */
function findApi({ current, api, ymProfile, recorded }: ComparedOptions): ApiTarget | undefined {
  if (current !== undefined && api !== undefined && recorded === undefined) {
    throw wrongUsage('--current and --api both name the current tiers; give one of them.');
  }
  if (current !== undefined) return undefined;
  if (api === undefined)
    throw wrongUsage('--current FILE is missing; --api URL with --ym-profile ID may take its place.');
  return toReadTarget(api, ymProfile);
}

/** The API that has recorded the log, where the current tiers are in a file. */
function findSource({ api, ymProfile, recorded }: ComparedOptions): ApiTarget | undefined {
  return recorded === undefined || api === undefined ? undefined : toReadTarget(api, ymProfile);
}

async function loadCurrent(
  { current: file = '' }: ComparedOptions,
  api: ApiTarget | undefined,
  draft: ParsedTierSet | undefined,
  log: GivenLog,
): Promise<LoadedTierSet> {
  if (api !== undefined) return fetchTierSet(api);
  const parsed = parseTierSetFile(file, '--current');
  const files = draft === undefined ? [parsed] : [parsed, draft];
  const directory = await findBuyerDirectory(files, log, undefined);
  return toTierSet(parsed, { ...(draft !== undefined && { draft }), directory });
}
