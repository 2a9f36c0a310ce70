import type { Issue, TierSetDraft } from '@auction-tiers/contract';
import type { Wanted } from './wanted.ts';

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
