import type { MergeConflict } from '@auction-tiers/contract';
import type { Change } from '@auction-tiers/store';
import { parseRevision } from '../../mirror/stream-position.ts';
import type { Deps } from '../request/deps.ts';

/** An object, or a field of it. */
type Place = Pick<MergeConflict, 'service' | 'id' | 'field'>;

/** Pages of changes that are read at most. */
const mostPages = 20;

/** The users who last changed these objects since a revision, in the order of `places`; undefined where not known. */
export async function whoChanged(
  { store, follower }: Pick<Deps, 'store' | 'follower'>,
  owner: number,
  since: string,
  places: readonly Place[],
): Promise<readonly (string | undefined)[]> {
  const after = parseRevision(since)?.revision;
  const users: (string | undefined)[] = places.map(() => undefined);
  if (after === undefined) return users;
  let through = follower.positions.position(follower.positions.partitionOf(owner)).revision;
  for (let page = 0; page < mostPages && users.includes(undefined); page++) {
    const { changes, isComplete } = await store.changesOf(owner, after, through);
    for (const change of changes) {
      for (const [at, place] of places.entries()) if (isAbout(change, place)) users[at] ??= change.user;
    }
    if (isComplete) break;
    through = (changes.at(-1)?.revision ?? 0) - 1;
  }
  return users;
}

function isAbout({ service, id, operation, after }: Change, place: Place): boolean {
  if (service !== place.service || id !== place.id) return false;
  return place.field === null || operation !== 'update' || Object.hasOwn(after ?? {}, place.field);
}
