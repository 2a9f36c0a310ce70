import { readFile } from 'node:fs/promises';
import {
  bareFile,
  buyerNamesIn,
  completeTierSet,
  issuesOf,
  TierSetDraft,
  toTierSetSource,
} from '@auction-tiers/contract/tier-set';
import { findCountry, findCountryByCode, findDma, isRegion } from '@auction-tiers/dma-data';
import { compile, toFeePpm } from '@auction-tiers/tier-engine';
import { Unusable } from './unusable.js';

/**
 * The tier set of a file, in any form that the service's import takes: an export as it was saved, or less, written by hand,
 * with tiers without ids and buyers by name. A name without an id must have one elsewhere in the file: here is no directory.
 */
export async function loadTierSet(file) {
  const draft = TierSetDraft.safeParse(bareFile(await readJson(file)));
  if (!draft.success) throw new Unusable(file, issuesOf(draft.error));
  const completed = completeTierSet(draft.data, {
    buyerNames: { ...buyerNamesIn([draft.data]), advice: 'write its id' },
    places: { findCountry, findCountryByCode, findDma, isRegion },
    warn: (message) => console.error(`${file}: ${message}`),
  });
  if (!completed.ok) throw new Unusable(file, completed.issues);
  const { tiers, revenue_share_pct: feePct = 0 } = completed.file;
  const compiled = compile(toTierSetSource(completed.file));
  if (!compiled.ok) throw new Unusable(file, compiled.issues);
  const buyers = tiers.flatMap(({ buyer_members: members }) => members ?? []);
  return {
    tierSet: compiled.tierSet,
    /** The seller's fee, for auctions and bids that name none. */
    feePpm: toFeePpm(feePct),
    /** Names of tiers by id. */
    names: new Map(tiers.map(({ id, name }) => [id, name])),
    /** Ids of buyers by name, in lower case: what a seat of OpenRTB may be. */
    memberOfName: new Map(buyers.map(({ id, name }) => [name?.toLowerCase(), id])),
  };
}

async function readJson(file) {
  try {
    // The decoder leaves out a byte order mark.
    return JSON.parse(new TextDecoder().decode(await readFile(file)));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new Unusable(file, [{ message: `${problem}: ${error.message}` }]);
  }
}
