import {
  type AuctionTier,
  findStoredProblem,
  isSameValue,
  type Plain,
  type ServiceName,
  type StoredProblem,
  storedResources,
  toEngineTier,
} from '@auction-tiers/contract';
import type { LoadedObject } from '@auction-tiers/store';
import type { Unreadable, UnreadableSource } from './unreadable.ts';
import { forEachBreathing } from '../loop/breathe.ts';
import { Rows } from './rows.ts';
import type { StoredObjects } from './stored-objects.ts';
import type { CheckedVersion, MirrorListener, ObjectList, Owner, StreamChange, Version } from './version.ts';

/**
 * Every stored object, in memory. Lists and auctions are served from here; only the follower writes to it. An object that
 * is not as its definition says is unreadable, and not held: it must not stop the others.
 */
export class Mirror implements UnreadableSource {
  /** The revision of the objects of each partition, in the form that answers carry. The follower sets it. */
  readonly revisions: string[] = [];
  readonly #rows = new Map<ServiceName, Map<Owner, Rows>>();
  readonly #unreadable = new Map<string, Unreadable & { readonly partition: number | undefined }>();
  readonly #listeners = new Map<ServiceName, MirrorListener[]>(storedResources.map(({ service }) => [service, []]));
  readonly #onUnreadable: MirrorListener;

  /** `onUnreadable` is called with each object that cannot be read, or could not be until now. */
  constructor(onUnreadable: MirrorListener = () => {}) {
    this.#onUnreadable = onUnreadable;
  }

  /** `services`: only changes of these. */
  listen(listener: MirrorListener, services: Iterable<ServiceName> = this.#listeners.keys()): void {
    for (const service of services) this.#listeners.get(service)!.push(listener);
  }

  /** All objects of a service that belong to a member (null: to the installation), by ascending id, as they are now. */
  rows<S extends ServiceName>(service: S, owner: Owner): readonly StoredObjects[S][] {
    return (this.#rows.get(service)?.get(owner)?.ordered() ?? []) as readonly StoredObjects[S][];
  }

  /** All objects of a service, of every member. */
  allRows<S extends ServiceName>(service: S): readonly StoredObjects[S][] {
    return [...(this.#rows.get(service)?.keys() ?? [])].flatMap((owner) => this.rows(service, owner));
  }

  /** All objects of a member, a list for each service. */
  rowsOfMember(memberId: number): readonly (readonly Plain[])[] {
    return [...this.#rows.values()].map((owners) => owners.get(memberId)?.ordered() ?? []);
  }

  row<S extends ServiceName>(service: S, owner: Owner, id: number): StoredObjects[S] | undefined {
    return this.#rows.get(service)?.get(owner)?.get(id) as StoredObjects[S] | undefined;
  }

  revisionOf(owner: Owner): string {
    return this.revisions[owner === null ? 0 : owner % this.revisions.length] ?? '';
  }

  /** The member that an object belongs to (null: the installation); undefined when there is no such object. */
  ownerOf(service: ServiceName, id: number): Owner | undefined {
    for (const [owner, rows] of this.#rows.get(service) ?? []) if (rows.has(id)) return owner;
    return undefined;
  }

  /** The objects of a partition as they are at this moment, without those that cannot be read. */
  held(isOfPartition: (owner: Owner) => boolean): readonly ObjectList[] {
    return [...this.#rows].flatMap(([service, owners]) =>
      [...owners].filter(([owner]) => isOfPartition(owner)).map(([, rows]) => ({ service, values: rows.values() })),
    );
  }

  /** Every object that is stored and not here, because it cannot be read. */
  unreadable(): readonly Unreadable[] {
    return [...this.#unreadable.values()];
  }

  /** An object of an owner that cannot be read; undefined where it can be, and where its owner is not known. */
  findUnreadable(service: ServiceName, owner: Owner, id: number): Unreadable | undefined {
    const found = this.#unreadable.get(keyOf(service, id));
    return found?.owner === owner ? found : undefined;
  }

  /** Applies a change of the stream, as `prepare` says. False where it could not be applied. */
  apply(change: StreamChange): boolean {
    const make = this.prepare(change);
    make?.();
    return make !== undefined;
  }

  /**
   * Checks a change of the stream, and returns the function that applies it: a batch write of thousands of objects is
   * checked as it arrives and then applied at once. Undefined for an update, which has only the changed attributes, of
   * an object that the mirror lacks or that has become unreadable.
   */
  prepare(change: StreamChange): (() => void) | undefined {
    const { service, operation, before, after, memberId, id } = change;
    const row = operation === 'update' && memberId !== undefined ? this.row(service, memberId, id) : undefined;
    if (operation === 'update' && (row === undefined || change.problem !== undefined)) return undefined;
    const value = row === undefined ? after : { ...row, ...after };
    const named = { ...before, member_id: memberId ?? before?.['member_id'], id };
    const version = this.#check({ ...change, value }, named);
    return () => this.#install(version);
  }

  /**
   * A loaded object, with the mirror's own value where both are equal: copies of a hundred thousand values would make
   * the garbage collector pause.
   */
  orKnown(object: LoadedObject): LoadedObject {
    const { service, id, value, problem } = object;
    const owner = problem === undefined ? ownerOf(service, value) : undefined;
    const row = owner === undefined ? undefined : this.row(service, owner, id);
    return row !== undefined && isSameValue(row, value) ? { ...object, value: row } : object;
  }

  /**
   * Replaces the objects of a partition by these. The differences are found while other work goes on, but no change of
   * the partition may be applied meanwhile; then all differences are applied at once.
   */
  async load(
    partition: number,
    isOfPartition: (owner: Owner) => boolean,
    objects: readonly LoadedObject[],
  ): Promise<void> {
    const changes: CheckedVersion[] = [];
    const kept = new Map<Rows, Set<number>>();
    const unreadable = [...this.#unreadable].filter(([, one]) => one.partition === partition);
    const wereUnreadable = new Set(unreadable.map(([key]) => key));
    const keep = (rows: Rows, id: number) => {
      const ids = kept.get(rows) ?? new Set<number>();
      kept.set(rows, ids.add(id));
    };
    await forEachBreathing(objects, (object) => {
      const known = this.#rowsWith(object, isOfPartition);
      // A known value was checked when it arrived.
      if (known !== undefined) {
        keep(known, object.id);
        return;
      }
      const version = refuseStray(this.#check({ ...object, partition }), isOfPartition);
      const { service, id, value, owner, found } = version;
      const rows = owner === undefined ? undefined : this.#rowsOf(service, owner);
      if (rows !== undefined) keep(rows, id);
      const wasUnreadable = wereUnreadable.delete(keyOf(service, id));
      if (found !== null || wasUnreadable || !isSameValue(rows?.get(id) ?? null, value)) changes.push(version);
    });
    const gone = { value: null, found: null };
    for (const [service, owners] of this.#rows) {
      for (const [owner, rows] of owners) {
        if (!isOfPartition(owner)) continue;
        await forEachBreathing(rows.ids(), (id) => {
          if (kept.get(rows)?.has(id) !== true) changes.push({ service, id, owner, ...gone });
        });
      }
    }
    for (const { service, id, owner } of this.unreadable()) {
      if (wereUnreadable.has(keyOf(service, id))) changes.push({ service, id, owner, ...gone });
    }
    for (const change of changes) this.#install(change);
  }

  /** `before`: an earlier version, which names the owner where this one does not. */
  #check(version: Version, before: Plain = {}): CheckedVersion {
    const { service, id, value, problem: unread } = version;
    const problem =
      value === null
        ? null
        : unread === undefined
          ? problemOf(service, id, value)
          : { message: unread, readable: value };
    const named = ownerOf(service, problem?.readable ?? value ?? before);
    const owner = named === undefined ? ownerOf(service, before) : named;
    const isTier = service === 'ym-auction-tier' && value !== null && problem === null;
    const tier = isTier ? toEngineTier(value as AuctionTier & Plain) : undefined;
    return { ...version, found: problem, owner: owner === undefined ? this.ownerOf(service, id) : owner, tier };
  }

  #install({ service, id, value, owner, found, partition, tier }: CheckedVersion): void {
    const rows = owner === undefined ? undefined : this.#rowsOf(service, owner);
    // Few objects are unreadable, and a batch write installs thousands in one turn of the event loop.
    const wasUnreadable = this.#unreadable.size === 0 ? undefined : this.#unreadable.get(keyOf(service, id));
    const after = found === null ? value : null;
    const before = (after === null ? rows?.delete(id) : rows?.set(id, after)) ?? null;
    let unreadable: Unreadable | undefined;
    if (wasUnreadable !== undefined) this.#unreadable.delete(keyOf(service, id));
    if (found !== null) {
      const lastGood = before ?? wasUnreadable?.lastGood ?? null;
      unreadable = { service, id, owner, problem: found.message, readable: found.readable, lastGood };
      this.#unreadable.set(keyOf(service, id), { ...unreadable, partition });
    }
    const change = { service, id, owner, before, after, tier, unreadable, wasUnreadable };
    if (unreadable !== undefined || wasUnreadable !== undefined) this.#onUnreadable(change);
    for (const listener of this.#listeners.get(service)!) listener(change);
  }

  /** The rows of a partition that have this very value. */
  #rowsWith({ service, id, value }: LoadedObject, isOfPartition: (owner: Owner) => boolean): Rows | undefined {
    const owner = ownerOf(service, value);
    if (owner === undefined || !isOfPartition(owner)) return undefined;
    const rows = this.#rows.get(service)?.get(owner);
    return rows?.get(id) === value ? rows : undefined;
  }

  #rowsOf(service: ServiceName, owner: Owner): Rows {
    let owners = this.#rows.get(service);
    if (owners === undefined) this.#rows.set(service, (owners = new Map()));
    let rows = owners.get(owner);
    if (rows === undefined) owners.set(owner, (rows = new Rows()));
    return rows;
  }
}

const keyOf = (service: string, id: number) => `${service} ${id}`;

const definitions = new Map<string, (typeof storedResources)[number]>(storedResources.map((one) => [one.service, one]));

/** Whether this version of the service knows a stored service. */
export const isKnownService = (service: string): boolean => definitions.has(service);

/**
 * A member object belongs to itself; a shared object to the installation, whichever member it names. Undefined where the
 * value does not say which member.
 */
export function ownerOf(service: ServiceName, value: Plain): Owner | undefined {
  const owner = definitions.get(service)?.owner;
  if (owner !== 'self' && owner !== 'member') return null;
  const member = value[owner === 'self' ? 'id' : 'member_id'];
  return Number.isSafeInteger(member) ? (member as number) : undefined;
}

/** Why an object cannot be used; null: it is as its definition says. */
function problemOf(service: ServiceName, id: number, value: Plain): StoredProblem | null {
  const definition = definitions.get(service);
  const problem = definition === undefined ? null : findStoredProblem(definition, value);
  if (problem !== null || value['id'] === id) return problem;
  const { id: _, ...readable } = value;
  return { message: 'its attribute id is not the id in its key', readable };
}

/** An object that names a member of another partition than the one it is stored in is shown to no caller. */
function refuseStray(version: CheckedVersion, isOfPartition: (owner: Owner) => boolean): CheckedVersion {
  const { owner, found, value } = version;
  if (owner === undefined || isOfPartition(owner)) return version;
  const { member_id: _, ...readable } = found?.readable ?? value ?? {};
  return { ...version, owner: undefined, found: { message: 'its member belongs to another partition', readable } };
}
