import { hostname } from 'node:os';
import { type Hash, invalid, type ServiceName, storedResources, toHash } from '@auction-tiers/contract';
import { digestText, objectDigest } from '@auction-tiers/store';
import { forEachBreathing } from '../loop/breathe.ts';
import type { Follower } from './follower.ts';
import { isKnownService, type Mirror } from './mirror.ts';
import type { ObjectList } from './version.ts';

/** What a caller asks for: the revisions alone, the digests of a partition, or one object of it. */
export interface MemoryQuery {
  readonly partition?: number | undefined;
  readonly service?: string | undefined;
  readonly id?: number | undefined;
}

/** What a process holds in memory of a partition, at one revision. */
export interface PartitionMemory {
  /** Tells processes behind one address apart. */
  readonly process: string;
  readonly partition: number;
  readonly revision: number;
  /** The digest of all objects together. */
  readonly digest: string;
  /** `<service>:<id>` and its digest. */
  readonly digests: readonly (readonly [name: string, digest: string])[];
}

/** One object as its hash would have it; null: it is not in memory. */
export interface ObjectMemory extends Pick<PartitionMemory, 'process' | 'partition' | 'revision'> {
  readonly fields: Hash | null;
}

const processName = `${hostname()} ${process.pid}`;
const definitions = new Map<string, (typeof storedResources)[number]>(
  storedResources.map((resource) => [resource.service, resource]),
);

/**
 * What this process holds in memory, for the comparison with the store. The objects are those of one moment. Throws a
 * ServiceError for a partition or service that does not exist.
 */
export async function viewMemory(
  mirror: Mirror,
  follower: Follower,
  { partition, service, id }: MemoryQuery,
): Promise<{ readonly process: string; readonly revisions: readonly string[] } | PartitionMemory | ObjectMemory> {
  const revisions = [...mirror.revisions];
  if (partition === undefined) return { process: processName, revisions };
  if (partition >= revisions.length) {
    throw invalid([{ path: 'partition', message: `is ${partition}, allowed: 0 to ${revisions.length - 1}` }]);
  }
  const isOfPartition = (owner: number | null) => follower.positions.partitionOf(owner) === partition;
  const { revision } = follower.positions.position(partition);
  const place = { process: processName, partition, revision };
  const held = mirror.held(isOfPartition);
  if (service === undefined) return { ...place, ...(await digestsOf(held)) };
  if (!isKnownService(service) || id === undefined) {
    throw invalid([{ path: 'service', message: 'is given with an id, and is one of the stored services' }]);
  }
  const owner = mirror.ownerOf(service as ServiceName, id);
  const row = owner === undefined ? undefined : mirror.row(service as ServiceName, owner, id);
  const definition = definitions.get(service);
  return { ...place, fields: row === undefined || definition === undefined ? null : toHash(definition, row) };
}

async function digestsOf(held: readonly ObjectList[]): Promise<Pick<PartitionMemory, 'digest' | 'digests'>> {
  const digests: (readonly [string, string])[] = [];
  let all = 0n;
  for (const { service, values } of held) {
    const definition = definitions.get(service);
    if (definition === undefined) continue;
    await forEachBreathing(values, (value) => {
      const digest = objectDigest(definition, value);
      all ^= digest;
      digests.push([`${service}:${String(value['id'])}`, digestText(digest)]);
    });
  }
  return { digest: digestText(all), digests };
}
