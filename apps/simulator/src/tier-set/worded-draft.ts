import type { TierSetFile } from '@auction-tiers/contract/tier-set';
import { tierResource } from '@auction-tiers/contract/tier-set';
import { wrongUsage } from '../cli/failure.ts';
import type { ParsedTierSet, Refuse } from './parsed-tier-set.ts';
import { parseTierSet } from './parsed-tier-set.ts';

/** A draft in words: what `--set` and `--remove` say, in the order of the command line. */
export interface DraftWords {
  /** `TIER.FIELD=VALUE`: `5.min_price=3.00`. */
  readonly set: readonly string[];
  /** Ids of tiers. */
  readonly remove: readonly number[];
}

type Tier = Readonly<Record<string, unknown>> & { readonly id: number };

/** Attributes that no import sets. */
const fixed = new Set(['id', 'member_id', 'ym_profile_id', 'created_on', 'last_modified']);
const settable = Object.keys(tierResource.fields).filter((name) => !fixed.has(name));
const pattern = /^(?<id>\d+)\.(?<field>\w+)=(?<text>.*)$/s;

/**
 * The current tiers with some attributes set and some tiers removed, in the form of a file that an import takes;
 * profiles that no tier uses any more are left out. Throws a `Failure` for a tier or attribute that does not exist, and
 * for a value that an import would refuse.
 */
export function parseWordedDraft(current: TierSetFile, { set, remove }: DraftWords): ParsedTierSet {
  const { revision: _, ...file } = current;
  for (const id of remove) requireTier(current, `--remove ${id}`, id);
  const kept = current.tiers.filter(({ id }) => !remove.includes(id));
  const changes = toChanges(set, current, remove);
  const tiers = kept.map((tier): Tier => ({ ...tier, ...changes.get(tier.id) }));
  const used = new Set(tiers.map(({ profile_id: id }) => id));
  const refuse: Refuse = (problem, cause) => wrongUsage(`--set: the draft ${inWords(problem, tiers)}.`, cause);
  return parseTierSet({ ...file, tiers, profiles: file.profiles.filter(({ id }) => used.has(id)) }, refuse);
}

/** The attributes to set, by tier. */
function toChanges(set: readonly string[], current: TierSetFile, removed: readonly number[]) {
  const changes = new Map<number, Record<string, unknown>>();
  for (const words of set) {
    const { id: idText, field = '', text = '' } = pattern.exec(words)?.groups ?? {};
    const option = `--set ${words}`;
    if (idText === undefined) {
      throw wrongUsage(`${option} is not TIER.FIELD=VALUE, such as 5.min_price=3.00.`);
    }
    const id = Number(idText);
    requireTier(current, option, id);
    if (removed.includes(id)) throw wrongUsage(`${option} is about tier ${id}, which --remove removes.`);
    if (!settable.includes(field)) {
      throw wrongUsage(`${option} names the field ${JSON.stringify(field)}, allowed: ${settable.join(', ')}.`);
    }
    const own = changes.get(id) ?? {};
    if (Object.hasOwn(own, field)) throw wrongUsage(`${option} sets ${field} of tier ${id} a second time.`);
    changes.set(id, { ...own, [field]: readValue(field, text) });
  }
  return changes;
}

function requireTier({ tiers, ym_profile: { name } }: TierSetFile, option: string, id: number): void {
  if (tiers.some((tier) => tier.id === id)) return;
  const ids = tiers.map((tier) => tier.id).toSorted((left, right) => left - right);
  throw wrongUsage(`${option} names tier ${id}, which ${name} does not have; it has ${ids.join(', ') || 'none'}.`);
}

/** A value as it would stand in a file. */
function readValue(field: string, text: string): unknown {
  if (text === 'null') return null;
  if (field === 'buyer_members') {
    const buyers = text.split(',').map((buyer) => buyer.trim());
    return buyers
      .filter((buyer) => buyer !== '')
      .map((buyer) => (/^\d+$/.test(buyer) ? { id: Number(buyer) } : { name: buyer }));
  }
  const isNumber = field === 'priority' || field === 'profile_id';
  return isNumber && /^\d+$/.test(text) ? Number(text) : text;
}

/** Names tiers by their ids, which the command line has, in place of their places in the file. */
function inWords(problem: string, tiers: readonly Tier[]): string {
  return problem.replaceAll(/\btiers\.(\d+)\b/g, (path, place: string) => {
    const tier = tiers[Number(place)];
    return tier === undefined ? path : `tier ${tier.id}`;
  });
}
