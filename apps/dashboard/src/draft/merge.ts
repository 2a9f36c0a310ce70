import { draftDifference, mergeDraft, type MergeConflict } from '@auction-tiers/contract';
import type { Content } from './content.ts';
import { type Choice, conflictKey, settle } from './settle.ts';

/** A content that a user saw, what the user made of it, and what others have made of it meanwhile. */
export interface Versions {
  readonly seen: Content;
  readonly wanted: Content;
  readonly now: Content;
}

export type Merged =
  | { readonly ok: true; readonly content: Content }
  | { readonly ok: false; readonly conflicts: readonly MergeConflict[] };

/** Carries what a user has made of a content onto what others have made of it, field by field, as a rebase does. */
export function merge(versions: Versions): Merged {
  const { seen, wanted, now } = numbered(versions);
  const merged = mergeDraft(seen, now, wanted);
  return merged.ok ? { ok: true, content: withoutNumbers(merged.content as Content) } : merged;
}

/** The same where conflicts are settled: of each field the chosen version stays. */
export function mergeSettled(
  versions: Versions,
  conflicts: readonly MergeConflict[],
  choices: ReadonlyMap<string, Choice>,
): Merged {
  const { seen, wanted, now } = numbered(versions);
  const chosen = (choice: Choice) => conflicts.filter((one) => choices.get(conflictKey(one)) === choice);
  // A field is merged without a conflict where only one side has changed it.
  const agree = (choice: Choice, content: Content) => settle(chosen(choice), choices, now, content).agree(content);
  return merge({ seen: agree('yours', seen), wanted: agree('theirs', wanted), now });
}

/** What a content has otherwise than an earlier one of the same draft. */
export const differenceOf = (before: Content, after: Content) => draftDifference(before, after);

/** New tiers and profiles have no id: they are the same by their name and, of several of a name, by their order. */
function numbered({ seen, wanted, now }: Versions): Versions {
  const numbers = new Map<string, number>();
  const number = (
    kind: string,
    list: readonly { readonly id?: number | undefined; readonly name: string | null }[],
  ) => {
    const counts = new Map<string | null, number>();
    return list.map((entry) => {
      if (entry.id !== undefined) return entry;
      const count = counts.get(entry.name) ?? 0;
      counts.set(entry.name, count + 1);
      const key = JSON.stringify([kind, entry.name, count]);
      const id = numbers.get(key) ?? -1 - numbers.size;
      numbers.set(key, id);
      return { ...entry, id };
    });
  };
  const of = ({ tiers, profiles }: Content): Content => ({
    tiers: number('tier', tiers) as Content['tiers'],
    profiles: number('profile', profiles) as Content['profiles'],
  });
  return { seen: of(seen), wanted: of(wanted), now: of(now) };
}

function withoutNumbers({ tiers, profiles }: Content): Content {
  return { tiers: tiers.map(withoutNumber), profiles: profiles.map(withoutNumber) };
}

const withoutNumber = <Entry extends { readonly id?: number | undefined }>({ id, ...entry }: Entry) =>
  (id === undefined || id < 0 ? entry : { ...entry, id }) as Entry;
