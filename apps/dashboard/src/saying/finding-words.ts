import type { NameOf } from '@auction-tiers/contract';
import type { FindingCode } from '@auction-tiers/tier-engine/lint';
import { plainOr } from './plain-words.ts';

interface Said {
  readonly message: string;
  readonly advice: string;
}

/** Texts for findings whose own message does not suit the page. A rule without a text does not compile. */
export const findings: Readonly<Record<FindingCode, Said>> = {
  shadowed_tier: {
    message: 'This tier can never win or exclude a bid: tiers above it take every bid that could match.',
    advice: 'Give it a higher priority, or take its buyers out of the tiers above.',
  },
  exclude_without_effect: {
    message: 'This exclude never excludes a bid of some of its buyers: includes above it take each of them.',
    advice: 'Give the exclude a priority above these includes.',
  },
  no_buyers: { message: 'This tier names no buyer and matches no bid.', advice: 'Add buyers, or delete it.' },
  dma_outside_country: {
    message: 'The targeting of this tier matches no impression: its market areas lie outside of its countries.',
    advice: 'Target the country of the market areas, or no country at all.',
  },
  include_exclude_conflict: {
    message: 'An include and an exclude of one priority can match the same bid: chance decides between them.',
    advice: 'Give them different priorities.',
  },
  equal_priority_overlap: {
    message: 'Tiers of one priority can match the same bid: chance decides between them.',
    advice: 'Give them different priorities, or targeting of which no impression can match both.',
  },
  limit_unprotects: {
    message: 'A bid for which this tier would give up too much can fall into an exclude and leave the auction.',
    advice: 'Leave “Give up at most” empty, or take the buyers out of the exclude.',
  },
  limit_overrides_priority: {
    message: 'These tiers may give up nothing, so that their priorities decide nothing.',
    advice: 'Raise their “Give up at most”, or leave it empty.',
  },
  min_price_out_of_reach: {
    message: 'No buyer of this tier has bid as much as its net minimum.',
    advice: 'Lower the net minimum.',
  },
  exclude_with_min_price: {
    message: 'This exclude takes only bids from its net minimum on; lower bids stay in the auction.',
    advice: 'Leave it where a price cap is meant; to exclude every bid, leave the net minimum empty.',
  },
  comparison_limit: {
    message: 'There are too many tiers to compare all of them with each other.',
    advice: 'What was compared is said; the rest is not known.',
  },
};

const isCode = (code: string): code is FindingCode => Object.hasOwn(findings, code);

/** A finding of lint in the words of the page, its tiers, buyers and targeting profiles by their names. */
export function findingWords<Finding extends Said & { readonly code: string }>(
  finding: Finding,
  nameOf: NameOf,
): Finding {
  const otherwise = isCode(finding.code) ? findings[finding.code] : { message: 'Look at this tier.', advice: '' };
  return {
    ...finding,
    message: plainOr(finding.message, otherwise.message, nameOf),
    advice: plainOr(finding.advice, otherwise.advice, nameOf),
  };
}

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
