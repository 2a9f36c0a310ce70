import { isSameValue } from '../resource/object.ts';
import type { DraftEdit } from './draft.ts';
import { type ContentEntry, contentLists, decidedFields, type DraftContent } from './draft-content.ts';
import type { TierSetResource } from './draft-entry.ts';
import { byKey } from './draft-moved.ts';

/** A change of a draft's content, by an edit or a rebase. */
interface ContentChange {
  /** The content that the draft was made from; undefined if it is no longer known. */
  readonly base: DraftContent | undefined;
  readonly before: DraftContent;
  readonly after: DraftContent;
  /** The edits recorded before this change. */
  readonly edits: readonly DraftEdit[];
  /** The user that makes the change, and its time. */
  readonly author: Pick<DraftEdit, 'user' | 'time'>;
}

/**
 * The last edit of each object of a draft, after a change: for the objects that differ from the base, including those
 * that the draft lacks. If the base is unknown: for the objects that were ever edited in the draft.
 */
export const draftEdits = (change: ContentChange): DraftEdit[] =>
  contentLists.flatMap(([list, resource]) => editsOf(change, list, resource));

function editsOf(
  { base, before, after, edits, author }: ContentChange,
  list: keyof DraftContent,
  resource: TierSetResource,
): DraftEdit[] {
  const earlier = byKey(
    edits
      .filter(({ service }) => service === resource.service)
      .map(({ id, ...rest }) => ({ ...rest, id: id ?? undefined })),
  );
  const [origin, were, are] = [base && byKey(base[list]), byKey(before[list]), byKey(after[list])];
  const found: DraftEdit[] = [];
  for (const key of new Set([...are.keys(), ...were.keys(), ...(origin?.keys() ?? [])])) {
    const [now, known] = [are.get(key), earlier.get(key) as DraftEdit | undefined];
    const isEdited = !isSame(resource, were.get(key), now);
    const isListed = origin === undefined ? isEdited || known !== undefined : !isSame(resource, origin.get(key), now);
    const shown = now ?? origin?.get(key) ?? were.get(key);
    if (!isListed || shown === undefined) continue;
    const { user, time } = isEdited || known === undefined ? author : known;
    const also = usersOf(known).filter((one) => one !== user);
    found.push({
      service: resource.service,
      id: shown.id ?? null,
      name: (shown['name'] ?? null) as string | null,
      user,
      time,
      ...(also.length === 0 ? {} : { also }),
    });
  }
  return found;
}

/** The users that changed an object in a draft, each once. */
const usersOf = ({ user, also = [] }: Partial<Pick<DraftEdit, 'user' | 'also'>> = {}): readonly string[] => [
  ...new Set(user === undefined ? also : [...also, user]),
];

/**
 * The users that have changed what is still in a draft, who do not approve it. Of a draft that changes no tier and no
 * profile, such as one of commitments alone: the user that last changed it.
 */
export function editorsOf({
  edits,
  changed_by: last,
}: {
  readonly edits: readonly DraftEdit[];
  readonly changed_by: string;
}): readonly string[] {
  const users = new Set(edits.flatMap(usersOf));
  return users.size === 0 ? [last] : [...users];
}

function isSame(resource: TierSetResource, one: ContentEntry | undefined, other: ContentEntry | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return decidedFields(resource).every((field) => isSameValue(one[field], other[field]));
}
