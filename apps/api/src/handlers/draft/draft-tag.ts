import { hash } from 'node:crypto';
import { type Plain, storedDraftResource } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';

/** Attributes whose change leaves an entity tag valid in `If-Match`: no publish and no approval depends on them. */
const passing: ReadonlySet<string> = new Set([
  'simulation_id',
  'asked_by',
  'asked_at',
  'asked_note',
  'asked_summary',
  'last_modified',
]);
const decisive = Object.keys(storedDraftResource.fields).filter((name) => !passing.has(name));

const hashOf = (values: readonly unknown[]) => hash('sha256', JSON.stringify(values), 'base64url');

/**
 * The entity tag of a draft: `"<decisive part>.<other part>"`. The decisive part is a hash of all attributes that a
 * publish or an approval depends on (of the content, its stored hash), and `If-Match` compares only this part. The
 * other part makes the tag different for each state that a client may have cached.
 */
export function draftTag(stored: Plain): string {
  const others = hashOf([...passing].map((name) => stored[name] ?? null));
  return `"${decisivePart(stored)}.${others.slice(0, 8)}"`;
}

/** The part of the entity tag that `If-Match` is compared by. */
export const decisivePart = (stored: Plain): string =>
  hashOf(decisive.map((name) => stored[name] ?? null)).slice(0, 22);

/** The decisive parts of the tags that were sent. */
export const sentParts = (ifMatch: string): readonly string[] =>
  ifMatch.split(',').flatMap((tag) => /^"(?<part>[\w-]{22})\.[\w-]{8}"$/.exec(tag.trim())?.groups?.['part'] ?? []);

/** Whether a change of a draft changes the decisive part of its tag. */
export const changesDecision = ({ before, after }: Pick<Change, 'before' | 'after'>): boolean =>
  Object.keys({ ...before, ...after }).some((name) => !passing.has(name));
