import type { NameOf } from '@auction-tiers/contract';
import { plainWords } from './plain-words.ts';

/** A finding of lint in the words of the page, its tiers, buyers and targeting profiles by their names. */
export const findingWords = <Finding extends { readonly message: string; readonly advice: string }>(
  finding: Finding,
  nameOf: NameOf,
): Finding => ({
  ...finding,
  message: plainWords(finding.message, nameOf),
  advice: plainWords(finding.advice, nameOf),
});

interface Content {
  readonly tiers: readonly {
    readonly id?: number | undefined;
    readonly name: string;
    readonly buyer_members?: readonly { readonly id: number; readonly name: string | null }[] | null | undefined;
  }[];
  readonly profiles: readonly { readonly id?: number | undefined; readonly name: string | null }[];
}

/** The names in tier sets, of which the first one with an id counts, and those of new tiers by their ids there. */
export function namesIn(
  contents: readonly Content[],
  others: readonly { readonly id?: number | null; readonly name: string | null }[] = [],
): NameOf {
  const of = { tier: new Map<number, string>(), buyer: new Map<number, string>(), profile: new Map<number, string>() };
  const note = (
    kind: keyof typeof of,
    { id, name }: { readonly id?: number | null | undefined; readonly name: string | null },
  ) => {
    if (id !== undefined && id !== null && name !== null && !of[kind].has(id)) of[kind].set(id, name);
  };
  for (const { tiers, profiles } of contents) {
    for (const tier of tiers) {
      note('tier', tier);
      for (const buyer of tier.buyer_members ?? []) note('buyer', buyer);
    }
    for (const profile of profiles) note('profile', profile);
  }
  for (const other of others) note('tier', other);
  return (kind, id) => of[kind].get(id) ?? null;
}
