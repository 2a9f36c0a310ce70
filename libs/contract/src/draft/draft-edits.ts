import { isSameValue } from '../resource/object.ts';
import type { DraftEdit } from './draft.ts';
import { type ContentEntry, contentLists, decidedFields, type DraftContent } from './draft-content.ts';
import { ymProfileResource } from '../resources/ym-profile.ts';
import type { TierSetResource } from '../tier-set/draft-entry.ts';
import { byKey } from './draft-moved.ts';

/** What a draft was made from, and what it held before and holds after a change. */
interface Versions<Of> {
  readonly base: Of;
  readonly before: Of;
  readonly after: Of;
}

/** A change of a draft's content, by an edit or a rebase. */
interface ContentChange {
  /** The content that the draft was made from; undefined if it is no longer known. */
  readonly base: DraftContent | undefined;
  readonly before: DraftContent;
  readonly after: DraftContent;
  /** The ym-profile with those attributes that the draft decides: its publishers. */
  readonly ymProfile: Versions<ContentEntry>;
  /** The edits recorded before this change. */
  readonly edits: readonly DraftEdit[];
  /** The user that makes the change, its time, and others that may have made it in that name. */
  readonly author: Pick<DraftEdit, 'user' | 'time' | 'also'>;
}

/**
 * The last edit of each object of a draft, after a change: for the objects that differ from the base, including those
 * that the draft lacks. If the base is unknown: for the objects that were ever edited in the draft.
 */
export const draftEdits = (change: ContentChange): DraftEdit[] => [
  ...contentLists.flatMap(([list, resource]) => {
    const { base, before, after } = change;
    return editsOf(change, { base: base?.[list], before: before[list], after: after[list] }, resource);
  }),
  ...editsOf(
    change,
    mapVersions(change.ymProfile, (one) => [one]),
    ymProfileResource,
  ),
];

const mapVersions = <From, To>({ base, before, after }: Versions<From>, map: (one: From) => To): Versions<To> => ({
  base: map(base),
  before: map(before),
  after: map(after),
});

/** The kinds of objects that a draft changes. */
type EditedResource = TierSetResource | typeof ymProfileResource;

function editsOf(
  { edits, author }: Pick<ContentChange, 'edits' | 'author'>,
  lists: Versions<readonly ContentEntry[] | undefined>,
  resource: EditedResource,
): DraftEdit[] {
  const earlier = byKey(
    edits
      .filter(({ service }) => service === resource.service)
      .map(({ id, ...rest }) => ({ ...rest, id: id ?? undefined })),
  );
  const [origin, were, are] = [lists.base && byKey(lists.base), byKey(lists.before ?? []), byKey(lists.after ?? [])];
  const found: DraftEdit[] = [];
  for (const key of new Set([...are.keys(), ...were.keys(), ...(origin?.keys() ?? [])])) {
    const [now, known] = [are.get(key), earlier.get(key) as DraftEdit | undefined];
    const isEdited = !isSame(resource, were.get(key), now);
    const isListed = origin === undefined ? isEdited || known !== undefined : !isSame(resource, origin.get(key), now);
    const shown = now ?? origin?.get(key) ?? were.get(key);
    if (!isListed || shown === undefined) continue;
    const last = isEdited || known === undefined ? author : known;
    const { user, time } = last;
    const also = [...new Set([...usersOf(known), ...usersOf(last)])].filter((one) => one !== user);
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
 * The users that have changed what is still in a draft, who do not approve it. Of a draft that changes no tier, profile
 * or publisher, such as one of commitments alone: the user that last changed it.
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

function isSame(resource: EditedResource, one: ContentEntry | undefined, other: ContentEntry | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return decidedFields(resource).every((field) => isSameValue(one[field], other[field]));
}
