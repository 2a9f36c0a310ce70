import { hash } from 'node:crypto';
import { type Plain, storedDraftResource } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';

/** What of a draft may change while an entity tag of it stays valid in `If-Match`: no publish and no approval is about it. */
const passing: ReadonlySet<string> = new Set(['simulation_id', 'last_modified']);
const decisive = Object.keys(storedDraftResource.fields).filter((name) => !passing.has(name));

const hashOf = (values: readonly unknown[]) => hash('sha256', JSON.stringify(values), 'base64url');

/**
 * The entity tag of a draft: `"<what it says>.<what may change>"`. The first part is of all that a publish or an approval
 * depends on, its content by the hash that is stored with it, and is what `If-Match` is compared by; with the second part
 * the tag is another one for each state that a client may have kept.
 */
export function draftTag(stored: Plain): string {
  const others = hashOf([...passing].map((name) => stored[name] ?? null));
  return `"${decisivePart(stored)}.${others.slice(0, 8)}"`;
}

/** The part of the entity tag that `If-Match` is compared by. */
export const decisivePart = (stored: Plain): string =>
  hashOf(decisive.map((name) => stored[name] ?? null)).slice(0, 22);

/** The same part of tags that were sent. */
export const sentParts = (ifMatch: string): readonly string[] =>
  ifMatch.split(',').flatMap((tag) => /^"(?<part>[\w-]{22})\.[\w-]{8}"$/.exec(tag.trim())?.groups?.['part'] ?? []);

/** Whether a change of a draft is one of what the tag names. */
export const changesDecision = ({ before, after }: Pick<Change, 'before' | 'after'>): boolean =>
  Object.keys({ ...before, ...after }).some((name) => !passing.has(name));
