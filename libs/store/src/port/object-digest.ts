import { createHash } from 'node:crypto';
import { type Plain, toHash } from '@auction-tiers/contract';
import type { StoredResource } from './object-store.ts';

/**
 * A number of 64 bits that differs between different attributes of an object, whatever their order. The exclusive or of
 * several objects' digests identifies the set of objects. Protects against mistakes, not against forgery.
 */
export function objectDigest(resource: StoredResource, value: Plain): bigint {
  const texts = Object.entries(toHash(resource, value)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([resource.service, texts]));
  return hash.digest().readBigUInt64BE();
}

/** A digest as text, of 16 hexadecimal digits. */
export const digestText = (digest: bigint): string => digest.toString(16).padStart(16, '0');
