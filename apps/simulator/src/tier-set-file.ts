import { readFileSync } from 'node:fs';
import {
  bareFile,
  issuesOf,
  profileResource,
  TierSetFile,
  tierResource,
  toTierSetSource,
  withInitials,
} from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import type { TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { compile, parseMoney } from '@auction-tiers/tier-engine';
import { messageOf, wrongUsage } from './failure.ts';
import { describeIssues } from './issue-text.ts';

/** A tier set ready to replay, and what reports show of it. */
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
}

/**
 * Reads a `*.tiers.json` file, which an option named. Attributes that an export always has and a hand-written file may
 * leave out have their initial values. Throws a `Failure` that says what is wrong with the file.
 */
export function loadTierSet(file: string, option = '--tiers'): LoadedTierSet {
  const refuse: Refuse = (problem, cause) => wrongUsage(`${option}: ${file} ${problem}.`, cause);
  return readTierSet(readJson(file, refuse), refuse);
}

/** Reads what a `*.tiers.json` file holds. Throws what `refuse` makes of the first problem. */
export function readTierSet(value: unknown, refuse: Refuse): LoadedTierSet {
  const parsed = TierSetFile.safeParse(complete(value));
  if (!parsed.success) throw refuse(`is not a tier set: ${describeIssues(issuesOf(parsed.error))}`);
  for (const [at, { min_price: minPrice }] of parsed.data.tiers.entries()) {
    const price = minPrice === null ? undefined : parseMoney(minPrice);
    if (price?.ok === false) throw refuse(`is not a tier set: tiers.${at}.min_price ${price.problem}`);
  }
  return toLoaded(parsed.data, refuse);
}

/** The tier set that is used when none is named. */
export function loadDemoTierSet(): LoadedTierSet {
  return toLoaded(demoTierSet(), (problem) => new TypeError(`The demo's tier set ${problem}.`));
}

function toLoaded(file: TierSetFile, refuse: Refuse): LoadedTierSet {
  const source = toTierSetSource(file);
  const compiled = compile(source);
  if (!compiled.ok) throw refuse(`does not hold together: ${describeIssues(compiled.issues)}`);
  const buyers = file.tiers.flatMap(({ buyer_members: members }) => members ?? []);
  return {
    tierSet: compiled.tierSet,
    source,
    name: file.ym_profile.name,
    tierNames: new Map(file.tiers.map(({ id, name }) => [id, name])),
    memberOfName: new Map(buyers.flatMap(({ id, name }) => (name === null ? [] : [[name.toLowerCase(), id]]))),
    buyerNames: new Map(buyers.flatMap(({ id, name }) => (name === null ? [] : [[id, name]]))),
  };
}

/** Makes the error that says what is wrong: `problem` is a predicate, such as `is not JSON`. */
type Refuse = (problem: string, cause?: unknown) => Error;

function readJson(file: string, refuse: Refuse): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw refuse(`cannot be read: ${messageOf(error)}`, error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse(`is not JSON: ${messageOf(error)}`, error);
  }
}

/** Fills in what tiers and profiles leave out; everything else is left for the schema to judge. */
function complete(saved: unknown): unknown {
  const file = bareFile(saved);
  if (!isRecord(file)) return file;
  const { tiers, profiles } = file;
  return {
    ...file,
    ...(Array.isArray(tiers) && {
      tiers: tiers.map((tier) => (isRecord(tier) ? withInitials(tierResource, tier) : tier)),
    }),
    ...(Array.isArray(profiles) && {
      profiles: profiles.map((profile) => (isRecord(profile) ? withInitials(profileResource, profile) : profile)),
    }),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
