import {
  isSameValue,
  nameKey,
  type Plain,
  type PlatformMember,
  type ServiceName,
  storedResources,
  type YmProfile,
} from '@auction-tiers/contract';
import type { Change, LoadedObject } from '@auction-tiers/store';
import { Rows } from './rows.ts';

/** The member that shared objects are kept under. */
type Owner = number | null;

/** Objects of one service and one owner. */
export interface ObjectList {
  readonly service: ServiceName;
  readonly values: readonly Plain[];
}

/** Called for every object that appears, changes or is removed. */
export type MirrorListener = (change: MirrorChange) => void;
type MirrorChange = Pick<Change, 'service' | 'id' | 'before' | 'after'>;

/** Objects that are compared in one step of a load. */
const objectsPerStep = 100;

/** Every stored object, in memory. Lists and auctions are served from here; only the follower writes to it. */
export class Mirror {
  readonly #rows = new Map<ServiceName, Map<Owner, Rows>>();
  readonly #listeners: MirrorListener[] = [];

  listen(listener: MirrorListener): void {
    this.#listeners.push(listener);
  }

  /** The same, for objects of some services only. */
  listenTo(services: readonly ServiceName[], listener: MirrorListener): void {
    this.listen((change) => {
      if (services.includes(change.service)) listener(change);
    });
  }

  /** All objects of a service that belong to a member (null: to the installation), by ascending id, as they are now. */
  rows(service: ServiceName, owner: Owner): readonly Plain[] {
    return this.#rows.get(service)?.get(owner)?.ordered() ?? [];
  }

  /** All objects of a service, of every member. */
  allRows(service: ServiceName): readonly Plain[] {
    return [...(this.#rows.get(service)?.values() ?? [])].flatMap((rows) => rows.ordered());
  }

  /** All objects of a member, of every service. */
  rowsOfMember(memberId: number): readonly Plain[] {
    return [...this.#rows.values()].flatMap((owners) => owners.get(memberId)?.ordered() ?? []);
  }

  row(service: ServiceName, owner: Owner, id: number): Plain | undefined {
    return this.#rows.get(service)?.get(owner)?.get(id);
  }

  /** The member that an object belongs to (null: the installation); undefined when there is no such object. */
  ownerOf(service: ServiceName, id: number): Owner | undefined {
    for (const [owner, rows] of this.#rows.get(service) ?? []) if (rows.has(id)) return owner;
    return undefined;
  }

  /** The objects of a partition as they are at this moment: lists by service and owner, which take 10 us per thousand. */
  capture(isOfPartition: (owner: Owner) => boolean): readonly ObjectList[] {
    return [...this.#rows].flatMap(([service, owners]) =>
      [...owners]
        .filter(([owner]) => isOfPartition(owner))
        .map(([, rows]) => ({ service, values: [...rows.values()] })),
    );
  }

  /** Adds objects that were captured. */
  restore(captured: readonly ObjectList[]): void {
    for (const { service, values } of captured) {
      for (const value of values) this.apply({ service, id: value['id'] as number, before: null, after: value });
    }
  }

  apply({ service, id, before, after }: MirrorChange): void {
    const rows = after && this.#rowsOf(service, ownerOf(service, after));
    const former = before && this.#rowsOf(service, ownerOf(service, before));
    if (former !== rows) former?.delete(id);
    if (after !== null) rows?.set(id, after);
    for (const listener of this.#listeners) listener({ service, id, before, after });
  }

  /**
   * Makes the mirror hold these objects of a partition and no others: what differs is found in steps, between which
   * other work may be done but no change of the partition applied, and changed in the last one.
   */
  *load(
    isOfPartition: (owner: Owner) => boolean,
    objects: readonly LoadedObject[],
  ): Generator<undefined, void, undefined> {
    const changes: MirrorChange[] = [];
    const kept = new Map<Rows, Set<number>>();
    for (const [at, { service, id, value }] of objects.entries()) {
      const rows = this.#rowsOf(service, ownerOf(service, value));
      const ids = kept.get(rows) ?? new Set<number>();
      kept.set(rows, ids.add(id));
      const before = rows.get(id) ?? null;
      if (!isSameValue(before, value)) changes.push({ service, id, before, after: value });
      if (at % objectsPerStep === 0) yield;
    }
    for (const [service, owners] of this.#rows) {
      for (const [owner, rows] of owners) {
        if (!isOfPartition(owner)) continue;
        for (const [id, before] of rows.entries()) {
          if (kept.get(rows)?.has(id) !== true) changes.push({ service, id, before, after: null });
        }
        yield;
      }
    }
    for (const change of changes) this.apply(change);
  }

  #rowsOf(service: ServiceName, owner: Owner): Rows {
    let owners = this.#rows.get(service);
    if (owners === undefined) this.#rows.set(service, (owners = new Map()));
    let rows = owners.get(owner);
    if (rows === undefined) owners.set(owner, (rows = new Rows()));
    return rows;
  }
}

const owners = new Map<string, 'member' | 'shared' | 'self'>(
  storedResources.map(({ service, owner }) => [service, owner]),
);

/** A member object belongs to itself; a shared object to the installation, whichever member it names. */
export function ownerOf(service: ServiceName, value: Plain): Owner {
  switch (owners.get(service)) {
    case 'self':
      return value['id'] as number;
    case 'member':
      return value['member_id'] as number;
    default:
      return null;
  }
}

/** Buyers by name, in any case, and their names by id. */
export class BuyerNames {
  readonly #mirror: Mirror;
  #ids: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(mirror: Mirror) {
    this.#mirror = mirror;
    mirror.listen(({ service }) => {
      if (service === 'platform-member') this.#ids = undefined;
    });
  }

  /** The buyer with a name; null for an unknown name, and for one that several buyers share. */
  find(name: string): number | null {
    const [id = null, ...others] = this.idsOf(name);
    return others.length === 0 ? id : null;
  }

  /** All buyers with a name. */
  idsOf(name: string): readonly number[] {
    this.#ids ??= this.#index();
    return this.#ids.get(nameKey(name)) ?? [];
  }

  /** The name of a buyer, where the directory knows it. */
  nameOf(id: number): string | undefined {
    return (this.#mirror.row('platform-member', null, id) as PlatformMember | undefined)?.name;
  }

  #index(): ReadonlyMap<string, readonly number[]> {
    const ids = new Map<string, number[]>();
    for (const { id, name } of this.#mirror.rows('platform-member', null) as readonly PlatformMember[]) {
      const key = nameKey(name);
      const same = ids.get(key);
      if (same === undefined) ids.set(key, [id]);
      else same.push(id);
    }
    return ids;
  }
}

/** The ym-profile of each publisher, within each member: an auction must not search for it. */
export class Publishers {
  readonly #ymProfilesOf = new Map<number, Map<number, number>>();

  constructor(mirror: Mirror) {
    mirror.listen(({ service, before, after }) => {
      if (service !== 'ym-profile') return;
      if (before !== null) this.#remove(before as YmProfile);
      if (after !== null) this.#add(after as YmProfile);
    });
  }

  /** The id of the ym-profile of a member that lists the publisher. */
  find(memberId: number, publisherId: number): number | undefined {
    return this.#ymProfilesOf.get(memberId)?.get(publisherId);
  }

  #add({ id, member_id, publisher_ids }: YmProfile): void {
    const ymProfiles = this.#ymProfilesOf.get(member_id) ?? new Map<number, number>();
    this.#ymProfilesOf.set(member_id, ymProfiles);
    for (const publisherId of publisher_ids ?? []) ymProfiles.set(publisherId, id);
  }

  /** A publisher that another ym-profile has taken over meanwhile stays with that one. */
  #remove({ id, member_id, publisher_ids }: YmProfile): void {
    const ymProfiles = this.#ymProfilesOf.get(member_id);
    for (const publisherId of publisher_ids ?? []) {
      if (ymProfiles?.get(publisherId) === id) ymProfiles.delete(publisherId);
    }
  }
}
