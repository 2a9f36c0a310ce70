import type { Plain } from '@auction-tiers/contract';
import type { CreateOptions, StoredResource } from '../port.ts';
import { counterKey } from './key.ts';
import type { FunctionLibrary } from './library.ts';
import type { Writer } from './writer.ts';

/** A given id above this does not move the counter: one huge id must not use up those that are drawn. */
const highestCounted = 2 ** 52;

/** The id that the writer gives the object, or null when the store draws one. */
export function givenId(resource: StoredResource, value: Plain, options: CreateOptions): number | null {
  const given = options.id ?? (resource.fields['id']?.mode === 'required' ? value['id'] : null);
  if (given === null) return null;
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 1) return given;
  throw new TypeError(
    `The id of a ${resource.service} is ${JSON.stringify(given)}, allowed: a whole number from 1 to 2^53 - 1`,
  );
}

/** A fresh id of a series. */
export async function drawId(writer: Writer, series: string): Promise<number> {
  const key = counterKey(series);
  return Number(await writer.commit(key, ['INCR', key]));
}

/** As many fresh ids of a series as are asked for. */
export async function drawIds(writer: Writer, series: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const key = counterKey(series);
  const last = Number(await writer.commit(key, ['INCRBY', key, String(count)]));
  return Array.from({ length: count }, (_, place) => last - count + 1 + place);
}

/**
 * The id under which a create is to be done: the candidate, or the one that was reserved when the create was sent
 * before. `taken` is a reserved id that turned out to be another object's.
 */
export async function reserveId(
  library: FunctionLibrary,
  key: string,
  candidate: number,
  taken: number | null,
): Promise<number> {
  return Number(await library.call('reserve', key, key, [String(candidate), taken === null ? '' : String(taken)]));
}

/** Keeps the ids that are drawn later above one that was given. */
export async function passId(library: FunctionLibrary, series: string, id: number): Promise<void> {
  const key = counterKey(series);
  if (id <= highestCounted) await library.call('raise', key, key, [String(id)]);
}
