import {
  type AuctionTier,
  type CallContext,
  type ExportInput,
  findStoredProblem,
  memberResource,
  type Plain,
  profileResource,
  ServiceError,
  type ServiceName,
  type Tagged,
  type TargetingProfile,
  type TierSetFile,
  tierResource,
  type YmProfile,
  ymProfileResource,
} from '@auction-tiers/contract';
import { type OwnedChanges, type Position, StoreUnavailable } from '@auction-tiers/store';
import { formatRevision } from '../../mirror/stream-position.ts';
import { forEachBreathing } from '../../loop/breathe.ts';
import type { Deps } from '../request/deps.ts';
import { sellerOf } from '../request/condition.ts';
import { unreadable } from '../request/refusal.ts';
import { exportTierSet, type StoredTierSet, tierSetOfRows, tierSetTag } from '../tier-set/stored-tier-set.ts';
import { type Moment, noLongerKept, requireMoment } from './moment.ts';
import { PastObjects, type UnreadableObject } from './past-objects.ts';

/** The resources whose objects make a tier set. */
const resources = [ymProfileResource, tierResource, profileResource, memberResource] as const;
const services: ReadonlySet<string> = new Set(resources.map(({ service }) => service));

type Sources = Pick<Deps, 'store' | 'follower' | 'mirror'>;

/** A member's objects as the mirror has them at one moment. */
export interface Present extends Position {
  readonly owner: number;
  readonly partition: number;
  readonly rows: ReadonlyMap<ServiceName, readonly Plain[]>;
  readonly unread: readonly UnreadableObject[];
}

/** A tier set as it was, and the revision that it was of. */
export interface PastTierSet extends StoredTierSet {
  readonly revision: string;
}

/** The present objects of a member, at the position that the mirror has reached, without waiting for the store. */
export function presentOf({ follower, mirror }: Sources, owner: number): Present {
  const partition = follower.positions.partitionOf(owner);
  const rows = new Map<ServiceName, readonly Plain[]>(
    [ymProfileResource, tierResource, profileResource].map(({ service }) => [service, mirror.rows(service, owner)]),
  );
  const member = mirror.row('member', owner, owner);
  rows.set('member', member === undefined ? [] : [member]);
  const unread = mirror.unreadable().filter((one) => one.owner === owner && services.has(one.service));
  return { owner, partition, ...follower.positions.position(partition), rows, unread };
}

/**
 * The tier set of a member's ym-profile at a revision, with the seller's fee and time zone at that time, computed by
 * undoing the changes since. Throws `not_found` where there was none or the revision never existed, `gone` where the
 * changes since are not all kept, and `integrity` where an object of the set cannot be read.
 */
export async function tierSetAt(
  deps: Sources,
  owner: number,
  ymProfileId: number,
  revision: string,
  path = 'revision',
): Promise<PastTierSet> {
  await deps.follower.fresh(owner);
  const present = presentOf(deps, owner);
  const moment = await requireMoment(deps, owner, revision, path);
  return tierSetOf(await objectsAt(deps, present, moment, { path }), owner, ymProfileId, moment, path);
}

/** Throws where changes are of another history than the objects. */
export function requireSame(read: Pick<OwnedChanges, 'epoch' | 'revision'>, { epoch, revision }: Present): void {
  if (read.epoch === epoch && read.revision >= revision) return;
  throw new StoreUnavailable('Redis has another history than before the request');
}

/** The tier set of a ym-profile as a file, as it is or as it was at a revision, and the entity tag of that state. */
export async function exportAt(deps: Deps, call: CallContext, input: ExportInput): Promise<Tagged<TierSetFile>> {
  const { revision: asked, ...now } = input;
  if (asked === undefined) return exportTierSet(deps, call, now);
  const { revision, ...tierSet } = await tierSetAt(deps, sellerOf(call, input.member_id), input.id, asked);
  return { etag: tierSetTag(tierSet), item: { ...tierSet, revision } };
}

/** The member's objects at a moment; `present` has the objects of `services`, by default those that make a tier set. */
export async function objectsAt(
  { store }: Sources,
  present: Present,
  moment: Moment,
  {
    path = 'revision',
    services: wanted = services,
  }: { readonly path?: string; readonly services?: ReadonlySet<string> } = {},
): Promise<PastObjects> {
  const { owner, partition, epoch, revision } = present;
  const objects = new PastObjects();
  await fill(objects, present);
  for (let through = revision; through > moment.revision; ) {
    const page = await store.changesOf(owner, moment.revision, through);
    requireSame(page, present);
    // Otherwise a change that is not kept would be missing without an error.
    if (page.oldest === null || page.oldest > moment.revision + 1) {
      const kept = page.oldest === null ? null : await store.changeAt(partition, page.oldest);
      const oldest = formatRevision(partition, kept === null ? present : { ...kept, epoch });
      throw noLongerKept(path, JSON.stringify(formatRevision(partition, moment)), oldest);
    }
    await forEachBreathing(page.changes, (change) => {
      if (wanted.has(change.service)) objects.undo(change);
    });
    if (page.isComplete) break;
    through = (page.changes.at(-1)?.revision ?? 0) - 1;
  }
  return objects;
}

export async function fill(objects: PastObjects, { rows, unread }: Present): Promise<void> {
  for (const [service, all] of rows) {
    await forEachBreathing(all, (row) => objects.put(service, row['id'] as number, row));
  }
  for (const one of unread) objects.putUnreadable(one);
}

/** The tier set of a ym-profile among the objects of a moment. Throws as `tierSetAt` does. */
export async function tierSetOf(
  objects: PastObjects,
  owner: number,
  ymProfileId: number,
  moment: Moment,
  path = 'revision',
): Promise<PastTierSet> {
  const revision = formatRevision(moment.partition, moment);
  const tierSet = await composeTierSet(objects, owner, ymProfileId);
  if (tierSet !== undefined) return { ...tierSet, revision };
  const message = `is ${JSON.stringify(revision)}, when ym-profile ${ymProfileId} did not exist`;
  throw new ServiceError('not_found', `${path} ${message}`, { issues: [{ path, message }] });
}

/** As `tierSetOf`; undefined where there was no such ym-profile. */
export async function composeTierSet(
  objects: PastObjects,
  owner: number,
  ymProfileId: number,
): Promise<StoredTierSet | undefined> {
  requireReadable(objects, ymProfileId);
  const ymProfile = objects.get('ym-profile', ymProfileId) as YmProfile | undefined;
  if (ymProfile === undefined) return undefined;
  const tiers = [...objects.all('ym-auction-tier')].filter(
    (tier) => tier['ym_profile_id'] === ymProfileId,
  ) as AuctionTier[];
  const used = new Set(tiers.flatMap(({ profile_id: id }) => id ?? []));
  const profiles = [...used].flatMap((id) => (objects.get('profile', id) as TargetingProfile | undefined) ?? []);
  for (const one of objects.unreadable()) {
    if (one.service === 'profile' && used.has(one.id)) throw unreadable('profile', one.id, one.problem);
  }
  await forEachBreathing(tiers, (tier) => requireSound(tierResource, tier));
  await forEachBreathing(profiles, (profile) => requireSound(profileResource, profile));
  requireSound(ymProfileResource, ymProfile);
  return tierSetOfRows(ymProfile, objects.get('member', owner), tiers, profiles);
}

/** Throws for an object that was stored under other rules than this version's: it could not be shown as it was. */
export function requireSound(
  resource: Parameters<typeof findStoredProblem>[0] & { readonly service: string },
  row: Plain | undefined,
): void {
  const found = row === undefined ? null : findStoredProblem(resource, row);
  if (found !== null) throw unreadable(resource.service, Number(row?.['id']), found.message);
}

/** Throws where the ym-profile or one of its tiers could not be read. */
function requireReadable(objects: PastObjects, ymProfileId: number): void {
  for (const { service, id, problem, readable } of objects.unreadable()) {
    const isOwn = service === 'ym-profile' ? id === ymProfileId : readable['ym_profile_id'] === ymProfileId;
    if (isOwn) throw unreadable(service, id, problem);
  }
}
