import type { StoredObject, StoredResource } from '../../port/object-store.ts';
import type { RedisLink } from '../connection/link.ts';
import { allKey, ownedKey, referrersKey, toTexts } from '../layout/layout.ts';

const isId = (id: unknown): boolean => Number.isSafeInteger(id);

/** Whether an object's hash has its member and its references. */
export function isPlaced({ owner, references, fields }: StoredResource, { value, problem }: StoredObject): boolean {
  if (owner !== 'member') return true;
  // An absent field reads as null, which is no valid value of a required attribute.
  const refers = ({ field }: (typeof references)[number]) =>
    isId(value[field]) || (value[field] === null && problem === undefined && fields[field]?.mode !== 'required');
  return isId(value['member_id']) && references.every(refers);
}

/**
 * The object of a member, with `member_id` and references from the indexes, which are right if the hash is not: the
 * service must know which tier set an unreadable tier belongs to.
 */
export async function placeByIndexes(
  link: RedisLink,
  partition: number,
  resource: StoredResource,
  id: number,
  object: StoredObject,
): Promise<StoredObject> {
  const { service, references } = resource;
  const members = await idsIn(link, allKey(partition, 'member'));
  const owner = await findAsync(members, (member) => contains(link, ownedKey(partition, member, service), String(id)));
  const problem = object.problem ?? 'not of the form that this version reads: member_id or a reference';
  const { member_id: _, ...value } = object.value;
  if (owner === undefined) return { ...object, value, problem };
  const placed: Record<string, unknown> = { ...value, member_id: owner };
  for (const { field, service: to } of references) {
    const targets = await idsIn(link, ownedKey(partition, owner, to));
    const referrer = `${service}:${field}:${id}`;
    const target = await findAsync(targets, (one) => contains(link, referrersKey(partition, to, one), referrer));
    placed[field] = target ?? null;
  }
  return { ...object, value: placed, problem };
}

async function idsIn(link: RedisLink, key: string): Promise<number[]> {
  return toTexts(await link.run('SMEMBERS', key)).map(Number);
}

async function contains(link: RedisLink, key: string, element: string): Promise<boolean> {
  return Number(await link.run('SISMEMBER', key, element)) === 1;
}

/** The first element for which the condition holds. All are checked at once, so the commands are sent together. */
async function findAsync(
  ids: readonly number[],
  condition: (id: number) => Promise<boolean>,
): Promise<number | undefined> {
  const held = await Promise.all(ids.map(condition));
  return ids.find((_, index) => held[index]);
}
