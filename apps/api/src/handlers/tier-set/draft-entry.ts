import { isDeepStrictEqual } from 'node:util';
import {
  type Issue,
  type Plain,
  type Resource,
  ServiceError,
  type ServiceName,
  type TierSetDraft,
  tooManyEntries,
  withInitials,
  withoutReadOnly,
} from '@auction-tiers/contract';
import type { StoredResource } from '@auction-tiers/store';

/** An object as a file wants it. */
export interface Wanted {
  readonly resource: StoredResource & { readonly service: ServiceName };
  /** Where it stands in the file: `tiers.3`. */
  readonly path: string;
  readonly place: number;
  readonly fileId: number | null;
  /** The stored object that it is; null: it is created. */
  readonly before: Plain | null;
  /** The whole object but for its id; what it refers to goes by the ids of the file. */
  readonly value: Plain;
}

/** What is wrong with the objects of a file, all of it. */
export interface Problems {
  readonly invalid: Issue[];
  readonly dangling: Issue[];
}

type Definition = Wanted['resource'] & Pick<Resource, 'fields'> & { readonly check: (value: never) => Issue[] };

/** Set by the service, or said by where the object is put. */
const unsaid: ReadonlySet<string> = new Set(['id', 'member_id', 'created_on', 'last_modified']);

/** Whether two objects say the same; ids and dates are not what they say. */
export function saysTheSame({ fields }: Pick<Resource, 'fields'>, one: Plain, other: Plain): boolean {
  return changedFields({ fields }, one, other).length === 0;
}

/** The attributes in which two objects differ. */
export function changedFields({ fields }: Pick<Resource, 'fields'>, one: Plain, other: Plain): string[] {
  return Object.keys(fields).filter((name) => !unsaid.has(name) && !isDeepStrictEqual(one[name], other[name]));
}

/** The attributes of a file's entry as an object has them, whether or not it may stand like this. */
export function sentValue(resource: Definition, entry: Plain, fixed: Plain): Plain {
  const { id: _id, ...sent } = withoutReadOnly(resource, entry).value;
  return { ...withInitials(resource, sent), ...fixed };
}

/**
 * The value completed and checked as that of a single write, unless it is what is stored already: that was checked when it
 * was written. Notes what is wrong.
 */
export function checkedValue(
  resource: Definition,
  value: Plain,
  { path, before }: Pick<Wanted, 'path' | 'before'>,
  complete: (value: Plain) => Plain,
  problems: Problems,
): Plain {
  if (before !== null && saysTheSame(resource, before, value)) return before;
  const at = (issues: readonly Issue[]) => issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));
  try {
    const completed = complete(value);
    problems.invalid.push(...at([...resource.check(completed as never), ...tooManyEntries(resource, completed)]));
    return completed;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'integrity') throw error;
    problems.dangling.push(...at(error.issues));
    return value;
  }
}

/** What is wrong with a file in itself: ids that stand twice, and profiles that tiers name and it does not hold. */
export function issuesOfDraft({ tiers, profiles = [] }: TierSetDraft): Issue[] {
  const profileIds = new Set(profiles.map(({ id }) => id));
  return [
    ...repeated('tiers', tiers),
    ...repeated('profiles', profiles),
    ...tiers.flatMap(({ profile_id: id = null }, place) =>
      id === null || profileIds.has(id)
        ? []
        : [{ path: `tiers.${place}.profile_id`, message: `is ${id}, which none of the file's profiles has as its id` }],
    ),
  ];
}

function repeated(list: string, entries: readonly { readonly id?: number | undefined }[]): Issue[] {
  const places = new Map<number, number>();
  return entries.flatMap(({ id }, place) => {
    if (id === undefined) return [];
    const first = places.get(id);
    if (first === undefined) places.set(id, place);
    return first === undefined
      ? []
      : [{ path: `${list}.${place}.id`, message: `is ${id}, which ${list}.${first} has too` }];
  });
}

/** Attributes that no two objects of a member may share, and that two of the file do. */
export function issuesOfUnique(wanted: readonly Wanted[]): Issue[] {
  const [first] = wanted;
  return (first?.resource.unique ?? []).flatMap(({ field }) => {
    const holders = new Map<unknown, string>();
    return wanted.flatMap(({ path, value }) => {
      const own = value[field];
      if (own === null || own === undefined) return [];
      const holder = holders.get(own);
      if (holder === undefined) holders.set(own, path);
      return holder === undefined
        ? []
        : [{ path: `${path}.${field}`, message: `is ${JSON.stringify(own)}, which ${holder} has too` }];
    });
  });
}
