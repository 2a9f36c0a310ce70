import type { Place } from '../../../address/place.ts';
import { changedFieldsOf, type DraftTier, fieldsThatDiffer, type LiveTier } from '../../../draft/content.ts';
import { fieldLabel } from '../../../saying/field-label.ts';
import { isConflict } from '../../../service/problem.ts';
import { client, noted } from '../../../service/trpc.ts';
import { bareTier } from '../row/ladder-row.ts';

/** Another user has changed the tier since it was opened. */
export class Overtaken extends Error {
  readonly now: LiveTier;
  /** What the other user has changed. */
  readonly fields: readonly (keyof DraftTier)[];

  constructor(now: LiveTier, fields: readonly (keyof DraftTier)[]) {
    super(`${now.name} was changed since you opened it: ${fields.map((field) => fieldLabel(field)).join(', ')}`);
    this.now = now;
    this.fields = fields;
  }
}

type Acting = Pick<Place, 'memberId' | 'ymProfile'>;

/** Reads the entity tag of a live tier. Throws `Overtaken` where the tier is not as the user saw it. */
async function readUnchanged({ memberId }: Acting, seen: LiveTier): Promise<string> {
  const { etag, item } = await client.tier.getTagged.query({ id: seen.id, member_id: memberId });
  const theirs = changedFieldsOf({ live: seen, drafted: bareTier(item) });
  if (theirs.length > 0) throw new Overtaken(item, theirs);
  return etag;
}

/** Writes to a live tier as the user saw it; the entity tag keeps others from changing it before the write. */
async function writeUnchanged(
  acting: Acting,
  seen: LiveTier,
  write: (etag: string) => Promise<unknown>,
): Promise<void> {
  try {
    await write(await readUnchanged(acting, seen));
  } catch (error) {
    // If another user's change is the cause, throws `Overtaken` with that change; else the refusal itself.
    if (isConflict(error)) await readUnchanged(acting, seen);
    throw error;
  }
}

/** Changes a live tier at once: only the fields that differ from what was seen. */
export function saveNow(acting: Acting, seen: LiveTier, after: DraftTier, note: string): Promise<void> {
  const before = bareTier(seen);
  const changes = Object.fromEntries(fieldsThatDiffer(before, after).map((field) => [field, after[field]]));
  return writeUnchanged(acting, seen, (if_match) =>
    client.tier.update.mutate({ id: seen.id, member_id: acting.memberId, if_match, changes }, noted(note)),
  );
}

/** Makes a live tier at once, and gives its id. */
export async function createNow(
  { memberId, ymProfile }: Acting,
  { id: _id, ...tier }: DraftTier,
  note: string,
): Promise<number> {
  const body = { ...tier, ym_profile_id: ymProfile.id, member_id: memberId };
  const made = await client.tier.create.mutate(body, noted(note));
  return made.id;
}

export function removeNow(acting: Acting, seen: LiveTier, note: string): Promise<void> {
  return writeUnchanged(acting, seen, (if_match) =>
    client.tier.remove.mutate({ id: seen.id, member_id: acting.memberId, if_match }, noted(note)),
  );
}

/**
 * Undoes the deletion of a live tier. If nothing else has changed since, restores the ym-profile, so that the tier has
 * its id again; else makes the tier anew.
 */
export async function bringBackNow(acting: Place, removed: LiveTier, revision: string): Promise<void> {
  // Whoever may change tiers may make one anew; to restore takes the right to publish.
  if (!acting.session.scopes.includes('publish')) return void (await createNow(acting, bareTier(removed), ''));
  const place = { id: acting.ymProfile.id, member_id: acting.memberId };
  // The entity tag keeps changes of others between the dry run and the restore from being undone unseen.
  const { etag } = await client.ymProfile.exportTagged.query(place);
  const asked = { ...place, revision, if_match: etag };
  const { created, updated, deleted } = await client.ymProfile.restore.mutate({ ...asked, dry_run: true });
  const isAlone = updated.length === 0 && deleted.length === 0 && created.every(({ id }) => id === removed.id);
  if (isAlone && created.length === 1) await client.ymProfile.restore.mutate(asked);
  else await createNow(acting, bareTier(removed), '');
}
