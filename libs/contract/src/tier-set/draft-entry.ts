import type { Issue } from '../error/issue.ts';
import { type Completion, isSameValue, type Plain, tooManyEntries } from '../resource/object.ts';
import { withInitials, withoutReadOnly } from '../resource/object.ts';
import type { Resource } from '../resource/resource.ts';
import type { profileResource } from '../resources/profile.ts';
import type { tierResource } from '../resources/tier.ts';
import type { TierSetDraft } from './draft-file.ts';

/** The resources of a tier set. */
export type TierSetResource = typeof tierResource | typeof profileResource;

/** A tier or profile of an imported file. */
export interface DraftEntry {
  readonly resource: TierSetResource;
  /** Its path in the file: `tiers.3`. */
  readonly path: string;
  readonly place: number;
  readonly fileId: number | null;
  /** The stored object with its id; null: it is created. */
  readonly before: Plain | null;
  /** The whole object without its id; references use the ids of the file. */
  readonly value: Plain;
}

/** Collects the issues of a file's objects. */
export interface Problems {
  readonly invalid: Issue[];
  readonly dangling: Issue[];
  readonly warn: (message: string) => void;
}

/** Fills in what a file may leave out (names, codes), and reports references to objects that do not exist. */
export type Complete = (value: Plain, found: Completion) => Plain;

/** Attributes that the service sets, or that depend on where the object is imported. */
const notCompared: ReadonlySet<string> = new Set(['id', 'member_id', 'created_on', 'last_modified']);

/** Whether two objects are equal but for ids and dates. */
export function isEqual({ fields }: Pick<Resource, 'fields'>, one: Plain, other: Plain): boolean {
  return changedFields({ fields }, one, other).length === 0;
}

/** The attributes in which two objects differ, ids and dates aside. */
export function changedFields({ fields }: Pick<Resource, 'fields'>, one: Plain, other: Plain): string[] {
  return comparedFields({ fields }).filter((name) => !isSameValue(one[name], other[name]));
}

const comparedOf = new WeakMap<Resource['fields'], readonly string[]>();

/** The attributes by which two objects are compared. */
export function comparedFields({ fields }: Pick<Resource, 'fields'>): readonly string[] {
  const known = comparedOf.get(fields);
  if (known !== undefined) return known;
  const names = Object.keys(fields).filter((name) => !notCompared.has(name));
  comparedOf.set(fields, names);
  return names;
}

/** A file's entry as an object with all its attributes, not yet checked. */
export function sentValue(resource: TierSetResource, entry: Plain, fixed: Plain): Plain {
  const { id: _id, ...sent } = withoutReadOnly(resource, entry).value;
  return { ...withInitials(resource, sent), ...fixed };
}

/**
 * Completes and checks a value like that of a single write, unless it equals the stored one, which was checked when it
 * was written. Adds issues to `problems`.
 */
export function checkedValue(
  resource: TierSetResource,
  value: Plain,
  { path, before }: Pick<DraftEntry, 'path' | 'before'>,
  complete: Complete,
  problems: Problems,
): Plain {
  if (before !== null && isEqual(resource, before, value)) return before;
  const at = (issues: readonly Issue[]) => issues.map((issue) => ({ ...issue, path: `${path}.${issue.path}` }));
  const issues: Issue[] = [];
  const completed = complete(value, { issues, warn: (message) => problems.warn(`${path}.${message}`) });
  problems.dangling.push(...at(issues));
  if (issues.length > 0) return value;
  problems.invalid.push(...at([...resource.check(completed as never), ...tooManyEntries(resource, completed)]));
  return completed;
}

/** Issues within a file: duplicate ids, and profiles that its tiers name and it lacks. */
export function issuesOfDraft({ tiers, profiles = [] }: TierSetDraft): Issue[] {
  const profileIds = new Set(profiles.map(({ id }) => id));
  return [
    ...duplicates('tiers', tiers),
    ...duplicates('profiles', profiles),
    ...tiers.flatMap(({ profile_id: id = null }, index) =>
      id === null || profileIds.has(id)
        ? []
        : [{ path: `tiers.${index}.profile_id`, message: `is ${id}, which none of the file's profiles has as its id` }],
    ),
  ];
}

function duplicates(list: string, entries: readonly { readonly id?: number | undefined }[]): Issue[] {
  const places = new Map<number, number>();
  return entries.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    const first = places.get(id);
    if (first === undefined) places.set(id, index);
    return first === undefined
      ? []
      : [{ path: `${list}.${index}.id`, message: `is ${id}, which ${list}.${first} has too` }];
  });
}

/** Issues for values that must be unique within a member and that two objects of the file share. */
export function issuesOfUnique(entries: readonly DraftEntry[]): Issue[] {
  const [first] = entries;
  return (first?.resource.unique ?? []).flatMap(({ field }) => {
    const holders = new Map<unknown, string>();
    return entries.flatMap(({ path, value }) => {
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
