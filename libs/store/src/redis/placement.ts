import type { StoredResource } from '../port.ts';

/** Where the installation's own objects live. */
export const sharedPartition = 0;

/** Where an object lives and whose it is. */
export interface Placement {
  readonly partition: number;
  /** Null for the installation's own objects. */
  readonly memberId: number | null;
}

/**
 * Null when the object cannot be this member's. Throws on a member resource without a member. `id`: of what is its own
 * owner it must be known.
 */
export function place(
  resource: StoredResource,
  memberId: number | null,
  id: number | null,
  partitions: number,
): Placement | null {
  switch (resource.owner) {
    case 'shared':
      return { partition: sharedPartition, memberId: null };
    case 'self':
      if (id === null) throw new TypeError(`${resource.service} is its own owner: its id is needed`);
      return memberId === null || memberId === id ? { partition: id % partitions, memberId: id } : null;
    case 'member':
      if (memberId === null) throw new TypeError(`${resource.service} belongs to members: a memberId is needed`);
      return { partition: memberId % partitions, memberId };
  }
}
