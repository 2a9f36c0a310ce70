import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { bareFile, issuesOf, TierSetDraft } from '@auction-tiers/contract/tier-set';
import { listIssues, messageOf, wrongUsage } from '../cli/failure.ts';

/** Identifies a tier set file. */
export interface TierSetOrigin {
  readonly file: string;
  /** SHA-256 of its bytes in hex. */
  readonly sha256: string;
}

/** Makes the error that says what is wrong: `problem` is a predicate, such as `is not JSON`. */
export type Refuse = (problem: string, cause?: unknown) => Error;

/** The content of a tier set file, in any form that an import takes, before what it names is looked up. */
export interface ParsedTierSet {
  readonly draft: TierSetDraft;
  /** The file that it was read from; undefined: none. */
  readonly origin?: TierSetOrigin;
  readonly refuse: Refuse;
}

/** Reads a `*.tiers.json` file that an option names. Throws a `Failure` that says what is wrong with the file. */
export function parseTierSetFile(file: string, option: string): ParsedTierSet {
  const refuse: Refuse = (problem, cause) => wrongUsage(`${option}: ${file} ${problem}.`, cause);
  const bytes = readBytes(file, refuse);
  const parsed = parseTierSet(parseJson(bytes, refuse), refuse);
  return { ...parsed, origin: { file, sha256: createHash('sha256').update(bytes).digest('hex') } };
}

/** Reads the content of a `*.tiers.json` file. Throws the error that `refuse` makes from a problem. */
export function parseTierSet(value: unknown, refuse: Refuse): ParsedTierSet {
  const draft = TierSetDraft.safeParse(bareFile(value));
  if (!draft.success) throw refuse(`is not a tier set: ${listIssues(issuesOf(draft.error))}`);
  return { draft: draft.data, refuse };
}

/** Whether a tier names a buyer without its id, so that a directory has to be asked. */
export function hasBuyersByName({ draft }: ParsedTierSet): boolean {
  return draft.tiers.some(({ buyer_members: buyers }) => buyers?.some(({ id }) => id === undefined) === true);
}

function readBytes(file: string, refuse: Refuse): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw refuse(`cannot be read: ${messageOf(error)}`, error);
  }
}

/** A byte order mark is no part of the text, as in the body of a request. */
function parseJson(bytes: Buffer, refuse: Refuse): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw refuse(`is not JSON: ${messageOf(error)}`, error);
  }
}
