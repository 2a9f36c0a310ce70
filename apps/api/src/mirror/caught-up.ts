import { type ServiceName, storedResources } from '@auction-tiers/contract';
import type { Change, LoadedObject, ObjectStore, Position } from '@auction-tiers/store';
import { forEachBreathing } from '../loop/breathe.ts';
import { isKnownService } from './mirror.ts';
import type { UnreadableParts } from './unreadable-parts.ts';

/** Changes fetched at once: two or three milliseconds of work. */
export const pageSize = 50;

/**
 * Loads every object of a partition at one stream position. The store reads its position first and then one object
 * after the other, so that it may have read a part of an import meanwhile; here the changes since that position are
 * added. `keep` is as for the store.
 */
export async function loadCaughtUp(
  store: Pick<ObjectStore, 'load' | 'changesAfter'>,
  partition: number,
  keep: (object: LoadedObject) => LoadedObject,
  unreadableParts: Pick<UnreadableParts, 'noteUnknown'>,
): Promise<Position & { readonly objects: readonly LoadedObject[] }> {
  for (;;) {
    const { objects, ...place } = await store.load(partition, storedResources, keep);
    const changes = await readOn(store, partition, place);
    if (changes === null) continue;
    const last = changes.at(-1);
    if (last === undefined) return { ...place, objects };
    const whole = await addChanges(objects, changes, unreadableParts);
    if (whole === null) continue;
    const { revision, mark } = last;
    return { epoch: place.epoch, revision, mark, objects: whole };
  }
}

/** All changes after a stream position, up to the end of a batch write; null where the store cannot give them. */
async function readOn(
  store: Pick<ObjectStore, 'changesAfter'>,
  partition: number,
  place: Position,
): Promise<readonly Change[] | null> {
  const changes: Change[] = [];
  for (;;) {
    const { revision, mark } = changes.at(-1) ?? place;
    const read = await store.changesAfter(partition, { epoch: place.epoch, revision, mark }, pageSize);
    if (read.gap !== null) return null;
    changes.push(...read.changes);
    if (read.changes.length < pageSize) return changes;
  }
}

const keyOf = ({ service, id }: { readonly service: ServiceName; readonly id: number }) => `${service} ${id}`;

/**
 * Applies changes to objects that may have some of them already. Null where an update, which has only the changed
 * attributes, is of an object not known whole: it was read after a later change, and a new load begins after both.
 */
async function addChanges(
  objects: readonly LoadedObject[],
  changes: readonly Change[],
  unreadableParts: Pick<UnreadableParts, 'noteUnknown'>,
): Promise<readonly LoadedObject[] | null> {
  const changed = new Map<string, LoadedObject | null>(changes.map((change) => [keyOf(change), null]));
  const ids = new Set(changes.map(({ id }) => id));
  const others: LoadedObject[] = [];
  await forEachBreathing(objects, (object) => {
    // The id alone rules out most objects, without building a key for each of a hundred thousand.
    if (ids.has(object.id) && changed.has(keyOf(object))) changed.set(keyOf(object), object);
    else others.push(object);
  });
  const incomplete = new Set<string>();
  await forEachBreathing(changes, (change) => {
    const { service, id, operation, after, problem, revision } = change;
    if (!isKnownService(service)) {
      unreadableParts.noteUnknown(service);
      return;
    }
    const key = keyOf(change);
    const before = changed.get(key) ?? null;
    const isUpdate = operation === 'update';
    if (operation === 'delete') incomplete.delete(key);
    else if (problem !== undefined || (isUpdate && (before === null || before.problem !== undefined)))
      incomplete.add(key);
    else if (!isUpdate) incomplete.delete(key);
    const value = isUpdate ? { ...before?.value, ...after } : after;
    changed.set(key, value === null || operation === 'delete' ? null : { service, id, revision, value });
  });
  if (incomplete.size > 0) return null;
  return [...others, ...[...changed.values()].filter((object) => object !== null)];
}
