import { z } from 'zod';
import { changeWords } from '../tier-set/change-words.ts';
import { type ContentEntry, contentLists, type DraftContent } from './draft-content.ts';
import { type ObjectPair, TierSetDifference, toDifference } from '../tier-set/difference.ts';
import { Id } from '../value/scalar.ts';

const named = { id: Id.nullable().describe('Identifier of the object; null: it is new in the draft') };
const { shape } = TierSetDifference;

/** The difference between two states of a draft, in the form of an import's answer. */
export const DraftDifference = z.strictObject({
  summary: shape.summary,
  created: z.array(shape.created.element.extend(named)).describe('The objects that the draft has now, and had not'),
  updated: z.array(shape.updated.element.extend(named)).describe('The objects that are changed'),
  deleted: z.array(shape.deleted.element.extend(named)).describe('The objects that the draft had, and has no more'),
});
export type DraftDifference = z.output<typeof DraftDifference>;

/** Error details of a request whose `If-Match` names a state of a draft other than the present one. */
export const DraftMoved = z.strictObject({
  difference: DraftDifference.optional().describe(
    'Between the state that If-Match names and the present one; absent: that state is not known any more',
  ),
  attributes: z
    .array(shape.updated.element.shape.changes.element)
    .optional()
    .describe('The attributes of the draft, other than its tiers, that are not as in that state'),
  changed_by: z.string().describe('The user that made the last change'),
  changed_at: z.string().describe('When, UTC'),
  etag: z.string().describe('The entity tag of the present state'),
});
export type DraftMoved = z.output<typeof DraftMoved>;

/**
 * The difference between two contents of one draft. Objects are matched by id; new ones, which have none, by name and,
 * among equal names, by order.
 */
export function draftDifference(before: DraftContent, after: DraftContent): DraftDifference {
  const pairs: ObjectPair[] = contentLists.flatMap(([list, resource]) => {
    const [earlier, now] = [byKey(before[list]), byKey(after[list])];
    return [...new Set([...now.keys(), ...earlier.keys()])].map((key) => ({
      resource,
      before: earlier.get(key) ?? null,
      after: now.get(key) ?? null,
    }));
  });
  const { created, updated, deleted } = toDifference(pairs);
  const difference = {
    created: created.map(nullable),
    updated: updated.map(nullable),
    deleted: deleted.map(nullable),
  };
  return { summary: changeWords(difference), ...difference };
}

const nullable = <One extends { readonly id?: number }>(one: One) => ({ ...one, id: one.id ?? null });

/** Entries by a key that is unique in their list. */
export function byKey(entries: readonly ContentEntry[]): ReadonlyMap<string, ContentEntry> {
  const counts = new Map<string, number>();
  return new Map(
    entries.map((entry) => {
      if (entry.id !== undefined) return [`${entry.id}`, entry];
      const name = JSON.stringify(entry['name'] ?? null);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [`${name} ${count}`, entry];
    }),
  );
}
