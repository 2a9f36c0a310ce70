import type { Hash } from '@auction-tiers/contract';
import { pairs, toTexts } from '../redis/layout/layout.ts';

/** An entry of a change stream, as it is stored. */
export interface ChangeEntry {
  readonly revision: number;
  readonly service: string;
  readonly id: number;
  readonly operation: 'create' | 'update' | 'delete';
  /** Null for the installation's own objects. */
  readonly memberId: number | null;
  /** For an update only the fields that changed; null: there was no object. */
  readonly before: Hash | null;
  readonly after: Hash | null;
  readonly fields: Hash;
}

/** Parses an entry of an XRANGE reply. Throws for an entry that does not match the layout. */
export function toChangeEntry(entry: unknown): ChangeEntry {
  const [streamId, flat] = entry as readonly [unknown, unknown];
  return readChangeEntry(Number.parseInt(String(streamId), 10), pairs(toTexts(flat)));
}

export function readChangeEntry(revision: number, fields: Hash): ChangeEntry {
  const { service = '', operation, member_id: member } = fields;
  if (operation !== 'create' && operation !== 'update' && operation !== 'delete') {
    throw new TypeError(
      `change ${revision} has the operation ${JSON.stringify(operation)}, allowed: create, update, delete`,
    );
  }
  const [before, after] = [toImage(revision, fields['before']), toImage(revision, fields['after'])];
  const memberId = member === undefined ? null : Number(member);
  return { revision, service, id: Number(fields['id']), operation, memberId, before, after, fields };
}

function toImage(revision: number, text: string | undefined): Hash | null {
  if (text === undefined || text === '') return null;
  const image: unknown = JSON.parse(text);
  if (typeof image === 'object' && image !== null && !Array.isArray(image)) return image as Hash;
  throw new TypeError(`change ${revision} has an image that is no JSON object`);
}
