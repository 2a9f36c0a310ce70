import { mergeDraft, type MergeConflict } from '@auction-tiers/contract';
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

/** Merges the user's changes into the changes of others, field by field, as a rebase does. */
export function merge(versions: Versions): Merged {
  const { seen, wanted, now } = numbered(versions);
  const merged = mergeDraft(seen, now, wanted);
  return merged.ok ? { ok: true, content: withoutNumbers(merged.content as Content) } : merged;
}

/** As `merge`, with settled conflicts: each field keeps the chosen version. */
export function mergeSettled(
  versions: Versions,
  conflicts: readonly MergeConflict[],
  choices: ReadonlyMap<string, Choice>,
): Merged {
  const { seen, wanted, now } = numbered(versions);
  const chosen = (choice: Choice) => conflicts.filter((one) => choices.get(conflictKey(one)) === choice);
  // Makes both sides equal in the settled fields, because a field that only one side changed merges without a conflict.
  const agree = (choice: Choice, content: Content) => settle(chosen(choice), choices, now, content).agree(content);
  return merge({ seen: agree('yours', seen), wanted: agree('theirs', wanted), now });
}

/** Gives new tiers and profiles, which have no id, numbers by their name and, for equal names, by their order. */
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
