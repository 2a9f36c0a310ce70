import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { bareFile, issuesOf, TierSetDraft, TierSetFile, toTierSetSource } from '@auction-tiers/contract/tier-set';
import type { TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { compile, toFeePpm } from '@auction-tiers/tier-engine';
import { listIssues, messageOf, wrongUsage } from '../cli/failure.ts';
import type { TierSetSection } from '../schema/section.ts';
import { completeDraft } from './complete-draft.ts';

/** A compiled tier set, and what reports show of it. */
export interface LoadedTierSet {
  readonly tierSet: TierSet;
  /** What it was compiled from. */
  readonly source: TierSetSource;
  /** Of the ym-profile. */
  readonly name: string;
  readonly tierNames: ReadonlyMap<number, string>;
  /** Buyers by name, in lower case, as far as tiers name them. */
  readonly memberOfName: ReadonlyMap<string, number>;
  /** Buyers by id, as far as tiers name them. */
  readonly buyerNames: ReadonlyMap<number, string>;
  /** The seller's fee, parts per million; undefined: the file does not have it. */
  readonly sellerFeePpm?: number;
  /** Whose tiers these are, as far as the file says so. */
  readonly owner: TierSetOwner;
  /** The file that it was read from; undefined: none. */
  readonly origin?: TierSetOrigin;
}

/** null: the file does not say it. */
export interface TierSetOwner {
  readonly ymProfileId: number | null;
  readonly publisherIds: readonly number[] | null;
  readonly memberId: number | null;
}

/** Identifies a tier set file. */
export interface TierSetOrigin {
  readonly file: string;
  /** SHA-256 of its bytes in hex. */
  readonly sha256: string;
}

/**
 * Reads a `*.tiers.json` file that an option names: whatever an import accepts, if its buyers have ids. Throws a `Failure`
 * that says what is wrong with the file.
 */
export function loadTierSet(file: string, option = '--tiers'): LoadedTierSet {
  const refuse: Refuse = (problem, cause) => wrongUsage(`${option}: ${file} ${problem}.`, cause);
  const bytes = readBytes(file, refuse);
  const loaded = readTierSet(parseJson(bytes.toString('utf8'), refuse), refuse);
  return { ...loaded, origin: { file, sha256: createHash('sha256').update(bytes).digest('hex') } };
}

/** Reads the content of a `*.tiers.json` file. Throws the error that `refuse` makes from a problem. */
export function readTierSet(value: unknown, refuse: Refuse): LoadedTierSet {
  const draft = TierSetDraft.safeParse(bareFile(value));
  if (!draft.success) throw refuse(`is not a tier set: ${listIssues(issuesOf(draft.error))}`);
  // Only what an import would look up can be missing now: the id of a buyer that has only a name.
  const { revenue_share_pct } = draft.data;
  const file = TierSetFile.safeParse({ ...completeDraft(draft.data), revenue_share_pct });
  if (!file.success) throw refuse(`is incomplete: ${listIssues(issuesOf(file.error))}`);
  // Completing the draft gave it ids that it may not have.
  const { id = null, member_id: memberId = null, publisher_ids: publisherIds = null } = draft.data.ym_profile ?? {};
  return { ...toLoaded(file.data, refuse), owner: { ymProfileId: id, publisherIds, memberId } };
}

/** The tier set that is used when none is named. */
export function loadDemoTierSet(): LoadedTierSet {
  return toLoaded(demoTierSet(), (problem) => new TypeError(`The demo's tier set ${problem}.`));
}

/** A tier set in a report. */
export function toTierSetSection({ tierSet, name, origin }: LoadedTierSet): TierSetSection {
  return {
    ym_profile_id: tierSet.ymProfileId,
    name,
    revision: tierSet.revision,
    tiers: tierSet.tiers.length,
    file: origin?.file ?? null,
    sha256: origin?.sha256 ?? null,
  };
}

function toLoaded(file: TierSetFile, refuse: Refuse): LoadedTierSet {
  const source = toTierSetSource(file);
  const compiled = compile(source);
  if (!compiled.ok) throw refuse(`cannot be compiled: ${listIssues(compiled.issues)}`);
  const buyers = file.tiers.flatMap(({ buyer_members: members }) => members ?? []);
  return {
    tierSet: compiled.tierSet,
    source,
    name: file.ym_profile.name,
    owner: {
      ymProfileId: file.ym_profile.id,
      publisherIds: file.ym_profile.publisher_ids,
      memberId: file.ym_profile.member_id,
    },
    ...(file.revenue_share_pct !== undefined && { sellerFeePpm: toFeePpm(file.revenue_share_pct) }),
    tierNames: new Map(file.tiers.map(({ id, name }) => [id, name])),
    memberOfName: new Map(buyers.flatMap(({ id, name }) => (name === null ? [] : [[name.toLowerCase(), id]]))),
    buyerNames: new Map(buyers.flatMap(({ id, name }) => (name === null ? [] : [[id, name]]))),
  };
}

/** Makes the error that says what is wrong: `problem` is a predicate, such as `is not JSON`. */
type Refuse = (problem: string, cause?: unknown) => Error;

function readBytes(file: string, refuse: Refuse): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw refuse(`cannot be read: ${messageOf(error)}`, error);
  }
}

function parseJson(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse(`is not JSON: ${messageOf(error)}`, error);
  }
}
