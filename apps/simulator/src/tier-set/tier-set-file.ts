import type { TierSetSection } from '@auction-tiers/contract/compare-report';
import { demoTierSet } from '@auction-tiers/contract/demo';
import type { BuyerNames, Issue, Places } from '@auction-tiers/contract/tier-set';
import {
  buyerNamesIn,
  completeTierSet,
  issuesOf,
  nameKey,
  TierSetFile,
  toTierSetSource,
} from '@auction-tiers/contract/tier-set';
import type { CurrencyRates } from '../log/auction/reading.ts';
import { findCountry, findCountryByCode, findDma, isRegion } from '@auction-tiers/dma-data';
import type { InventoryId, TierSet, TierSetSource } from '@auction-tiers/tier-engine';
import { compile, toFeePpm } from '@auction-tiers/tier-engine';
import { listIssues } from '../cli/failure.ts';
import { note } from '../cli/terminal.ts';
import type { ParsedTierSet, Refuse, TierSetOrigin } from './parsed-tier-set.ts';

/** A compiled tier set, and what reports show of it. */
export interface LoadedTierSet {
  readonly tierSet: TierSet;
  /** What it was compiled from. */
  readonly source: TierSetSource;
  /** The tier set as the service stores it. */
  readonly file: TierSetFile;
  /** The name of the ym-profile. */
  readonly name: string;
  readonly tierNames: ReadonlyMap<number, string>;
  /** Buyers by the key of their name, as far as tiers name them. */
  readonly memberOfName: ReadonlyMap<string, number>;
  /** Buyers by id, as far as tiers name them. */
  readonly buyerNames: ReadonlyMap<number, string>;
  /** The seller's fee, parts per million; undefined: the file does not have it. */
  readonly sellerFeePpm?: number;
  /** The time zone of the seller's days, IANA; undefined: the file does not have it. */
  readonly timeZone?: string;
  /** The currency of the seller's prices, ISO 4217; undefined: the file does not have it. */
  readonly currency?: string;
  /** The rates of the seller's other currencies, where it was read from an API. */
  readonly rates?: CurrencyRates;
  /** Buyers by seat, as the seller maps them; likewise. */
  readonly seats?: ReadonlyMap<string, number>;
  /** Whose tiers these are, as far as the file says so. */
  readonly owner: TierSetOwner;
  /** The file that it was read from; undefined: none. */
  readonly origin?: TierSetOrigin;
}

/** null: the file does not say it. */
export interface TierSetOwner {
  readonly ymProfileId: number | null;
  readonly publisherIds: readonly InventoryId[] | null;
  readonly memberId: number | null;
}

/** What a tier set file is completed with, as an import completes it from the store. */
export interface CompletionSources {
  /** The tier set that it is a draft of. Default: none, so that every tier and profile is new. */
  readonly current?: LoadedTierSet;
  /** Its draft: a tier or profile without an id gets none of the draft's ids. */
  readonly draft?: ParsedTierSet;
  /** The member directory of an API. Default: buyers have the ids that the files give to their names. */
  readonly directory?: BuyerNames | undefined;
}

const places: Places = { findCountry, findCountryByCode, findDma, isRegion };

/** Reads a tier set as a service exports it: what is stored was checked when it was written. Throws the error that `refuse` makes. */
export function readStoredTierSet(value: unknown, refuse: Refuse): LoadedTierSet {
  const file = TierSetFile.safeParse(value);
  if (!file.success) throw refuse(`is not an exported tier set: ${listIssues(issuesOf(file.error))}`);
  return toLoaded(file.data, refuse);
}

/** The tier set that an import of a file would make. Throws the error of the file for which an import would refuse it. */
export function toTierSet(
  { draft, origin, refuse }: ParsedTierSet,
  { current, draft: other, directory }: CompletionSources = {},
): LoadedTierSet {
  const warnings: string[] = [];
  const completed = completeTierSet(draft, {
    places,
    buyerNames: toBuyerNames(directory, buyerNamesIn([...(current === undefined ? [] : [current.file]), draft])),
    ...(current !== undefined && { current: current.file }),
    ...(other !== undefined && { taken: { tiers: idsOf(other.draft.tiers), profiles: idsOf(other.draft.profiles) } }),
    warn: (message) => void warnings.push(`${origin === undefined ? '' : `${origin.file}: `}${message}.`),
  });
  if (!completed.ok)
    throw refuse(`cannot be used: ${listIssues(completed.issues.map((one) => inTier(one, draft.tiers)))}`);
  note(warnings);
  // Reads the file as given, because completing it filled in ids that the file may not have.
  const { id = null, member_id: memberId = null, publisher_ids: publisherIds = null } = draft.ym_profile ?? {};
  const owner = { ymProfileId: id, publisherIds, memberId };
  return { ...toLoaded(completed.file, refuse), owner, ...(origin !== undefined && { origin }) };
}

function idsOf(entries: readonly { readonly id?: number | undefined }[] = []): number[] {
  return entries.flatMap(({ id }) => id ?? []);
}

/** A name is looked up in the directory first, then in the files. */
function toBuyerNames(directory: BuyerNames | undefined, inFiles: BuyerNames): BuyerNames {
  if (directory === undefined)
    return { ...inFiles, advice: 'write its id, or name an API that knows it: --buyers-from' };
  return {
    idsOf: (name) => {
      const ids = directory.idsOf(name);
      return ids.length > 0 ? ids : inFiles.idsOf(name);
    },
    nameOf: (id) => directory.nameOf(id) ?? inFiles.nameOf(id),
  };
}

const tierPath = /^tiers\.(?<place>\d+)\b/;

/** The issue with the name of its tier, by which people know it. */
function inTier({ path, message }: Issue, tiers: readonly { readonly name: string }[]): Issue {
  const place = tierPath.exec(path)?.groups?.['place'];
  const name = place === undefined ? undefined : tiers[Number(place)]?.name;
  return { path: name === undefined ? path : `${path} (tier ${JSON.stringify(name)})`, message };
}

/** The tier set that is used when none is named. */
export function loadDemoTierSet(): LoadedTierSet {
  return toLoaded(demoTierSet(), (problem) => new TypeError(`The demo's tier set ${problem}.`));
}

/** The currency that reports name where no tier set says one. */
const usualCurrency = 'USD';

/** The currency of tier sets: of the first that names one. */
export const currencyOf = (...sets: readonly (LoadedTierSet | undefined)[]): string =>
  sets.find((set) => set?.currency !== undefined)?.currency ?? usualCurrency;

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
    file,
    name: file.ym_profile.name,
    owner: {
      ymProfileId: file.ym_profile.id,
      publisherIds: file.ym_profile.publisher_ids,
      memberId: file.ym_profile.member_id,
    },
    ...(file.timezone !== undefined && { timeZone: file.timezone }),
    ...(file.currency !== undefined && { currency: file.currency }),
    ...(file.revenue_share_pct !== undefined && { sellerFeePpm: toFeePpm(file.revenue_share_pct) }),
    tierNames: new Map(file.tiers.map(({ id, name }) => [id, name])),
    memberOfName: new Map(buyers.flatMap(({ id, name }) => (name === null ? [] : [[nameKey(name), id]]))),
    buyerNames: new Map(buyers.flatMap(({ id, name }) => (name === null ? [] : [[id, name]]))),
  };
}
