import { profileResource, tierResource, ymProfileResource } from '@auction-tiers/contract';
import type { Change, YmProfileStep } from '@auction-tiers/store';
import type { Deps } from '../request/deps.ts';
import { inSlices } from '../../slice/slice.ts';
import { PastObjects } from './past-objects.ts';
import { fill, presentOf, requireSame } from './past-tier-set.ts';

type Sources = Pick<Deps, 'store' | 'follower' | 'mirror'>;

/** A step with the ym-profile that it touched. */
type FoundStep = YmProfileStep & { readonly ymProfileId: number };

/** What is under way, by member: it is done once, whoever asks. */
const running = new WeakMap<object, Map<number, Promise<void>>>();

/**
 * Makes the steps of a member's ym-profiles known that were made before the store kept them, or that a restored backup has:
 * worked out once from the changes, the newest first.
 */
export function indexSteps(deps: Sources, owner: number): Promise<void> {
  const ofStore = running.get(deps.store) ?? new Map<number, Promise<void>>();
  running.set(deps.store, ofStore);
  const found = ofStore.get(owner) ?? build(deps, owner).finally(() => ofStore.delete(owner));
  ofStore.set(owner, found);
  return found;
}

async function build(deps: Sources, owner: number): Promise<void> {
  const { store } = deps;
  await deps.follower.fresh(owner);
  const present = presentOf(deps, owner);
  const objects = new PastObjects();
  await inSlices(fill(objects, present));
  let step: Change[] = [];
  for (let through = present.revision; ; ) {
    const page = await store.changesOf(owner, 0, through);
    requireSame(page, present);
    const steps: FoundStep[] = [];
    for (const change of page.changes) {
      const [last] = step;
      if (last !== undefined && last.through !== change.through) {
        steps.push(...(await inSlices(touched(objects, step))));
        step = [];
      }
      step.push(change);
    }
    const isLast = page.changes.length === 0 || page.isComplete;
    if (isLast && step.length > 0) steps.push(...(await inSlices(touched(objects, step))));
    await store.indexSteps(owner, steps, isLast);
    if (isLast) return;
    through = (page.changes.at(-1)?.revision ?? 0) - 1;
  }
}

/** Undoes the changes of a step, newest first, and gives what it touched. */
function* touched(objects: PastObjects, changes: readonly Change[]): Generator<undefined, FoundStep[], undefined> {
  const after = usersOf(objects, changes);
  yield;
  const before = changes.map((change) => {
    const now = tierOf(objects, change);
    if (isOfTierSet(change)) objects.undo(change);
    return [now, tierOf(objects, change)].flatMap((id) => id ?? []);
  });
  yield;
  const earlier = usersOf(objects, changes);
  const found = new Map<number, FoundStep>();
  for (const [place, change] of changes.entries()) {
    const { service, id, revision, through, operation } = change;
    const ids = new Set<number>(before[place]);
    if (service === ymProfileResource.service) ids.add(id);
    if (service === profileResource.service) {
      for (const user of [...(after.get(id) ?? []), ...(earlier.get(id) ?? [])]) ids.add(user);
    }
    for (const ymProfileId of ids) {
      const one = found.get(ymProfileId);
      const { created = 0, updated = 0, deleted = 0, last = revision } = one ?? {};
      found.set(ymProfileId, {
        ymProfileId,
        revision: through,
        first: revision,
        last,
        created: created + (operation === 'create' ? 1 : 0),
        updated: updated + (operation === 'update' ? 1 : 0),
        deleted: deleted + (operation === 'delete' ? 1 : 0),
      });
    }
    yield;
  }
  return [...found.values()];
}

/** The ym-profile of the tier that a change is about, as the objects have it. */
const tierOf = (objects: PastObjects, { service, id }: Change): number | undefined =>
  service === tierResource.service ? (objects.get(service, id)?.['ym_profile_id'] as number | undefined) : undefined;

const isOfTierSet = ({ service }: Change): boolean =>
  service === ymProfileResource.service || service === tierResource.service || service === profileResource.service;

/** The ym-profiles whose tiers need the profiles that a step has changes of. */
function usersOf(objects: PastObjects, changes: readonly Change[]): ReadonlyMap<number, ReadonlySet<number>> {
  const wanted = new Set(changes.flatMap(({ service, id }) => (service === profileResource.service ? [id] : [])));
  const users = new Map<number, Set<number>>();
  if (wanted.size === 0) return users;
  for (const tier of objects.all(tierResource.service)) {
    const profile = tier['profile_id'] as number | null;
    if (profile === null || !wanted.has(profile)) continue;
    users.set(profile, (users.get(profile) ?? new Set()).add(tier['ym_profile_id'] as number));
  }
  return users;
}
