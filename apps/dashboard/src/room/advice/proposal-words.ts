import type { TierSetFile } from '@auction-tiers/contract';
import {
  type AdviceProposal,
  type AdviceReport,
  judgedText,
  settlingText,
} from '@auction-tiers/contract/advice-report';
import { withProposedTier } from '@auction-tiers/contract/tier-set';
import { type Content, keyOf, withTier } from '../../draft/content.ts';
import { cpmPrice, cpmText, earnedText, figures, signedText } from '../../figure/figures.ts';
import { plainWords } from '../../saying/plain-words.ts';
import { perCentText } from '../../comparison/words.ts';
import { whereText } from '../../words/targeting.ts';

type Tier = TierSetFile['tiers'][number];

const minimumText = (price: string | null): string => (Number(price ?? 0) === 0 ? 'none' : cpmPrice(price!));

const limitText = (limit: string | null): string => (limit === null ? 'no limit' : cpmPrice(limit));

/** The name of a tier, and where it applies unless that is everywhere. */
function tierWords({ name, profile_id: id }: Tier, { profiles }: TierSetFile): string {
  const profile = profiles.find((one) => one.id === id);
  return profile === undefined ? name : `${name} (${whereText(profile)})`;
}

/** What a proposal changes about the live tiers, a sentence for each. */
export function changeWords(live: readonly Tier[], draft: TierSetFile): string[] {
  const before = new Map(live.map((tier) => [tier.id, tier]));
  return draft.tiers.flatMap((tier): string[] => {
    const old = before.get(tier.id);
    const named = tierWords(tier, draft);
    if (old === undefined) return [`${named} is not live any more.`];
    if (tier.state === 'inactive' && old.state !== 'inactive') return [`${named} is switched off.`];
    const kept = new Set(tier.buyer_members?.map(({ id }) => id));
    const left = (old.buyer_members ?? []).filter(({ id }) => !kept.has(id));
    return [
      ...(Number(old.min_price ?? 0) === Number(tier.min_price ?? 0)
        ? []
        : [`${named}: net minimum ${minimumText(old.min_price)} → ${minimumText(tier.min_price)}.`]),
      ...(old.max_forgone === tier.max_forgone
        ? []
        : [`${named}: give up at most ${limitText(old.max_forgone)} → ${limitText(tier.max_forgone)}.`]),
      ...(old.priority === tier.priority ? [] : [`${named}: priority ${old.priority} → ${tier.priority}.`]),
      ...left.map(({ name }) => `${named}: without ${name ?? 'a buyer'}.`),
    ];
  });
}

type Judged = Pick<AdviceProposal, 'state' | 'interval' | 'verdict' | 'days_needed' | 'commitments'>;

/** What stands in the way of an unresolved proposal, and how many days it needs; null: nothing. */
export function openWords(proposal: Judged): string | null {
  if (proposal.state !== 'unresolved') return null;
  return plainWords(`${judgedText(proposal)} ${settlingText(proposal, figures) ?? ''}`.trimEnd());
}

/** What the button of a proposal offers, which is what its try names; null: the live tiers are better kept. */
export function stepWords({ state, verdict }: Judged): string | null {
  if (state === 'certified' || verdict === null || verdict.decision === 'launch') return 'Put into a draft';
  return verdict.decision === 'test_first' ? 'Put into a draft to test live' : null;
}

/** A draft's content with what a proposal changes about the live tiers; all else stays. */
export function withProposal(content: Content, live: readonly Tier[], draft: TierSetFile): Content {
  const before = new Map(live.map((tier) => [tier.id, tier]));
  return draft.tiers.reduce((changed, tier) => {
    const old = before.get(tier.id);
    if (old === undefined || changeWords([old], { ...draft, tiers: [tier] }).length === 0) return changed;
    const index = changed.tiers.findIndex(({ id }) => id === tier.id);
    if (index < 0) return changed;
    const drafted = changed.tiers[index]!;
    return withTier(changed, keyOf(drafted, index), withProposedTier(drafted, old, tier));
  }, content);
}

/** What a proposal changes about a tier, in as few signs as its row has room for: `2.00 → 2.60`; null: nothing. */
function changeShort(old: Tier, tier: Tier): string | null {
  if (tier.state === 'inactive' && old.state !== 'inactive') return 'switch off';
  if (Number(old.min_price ?? 0) !== Number(tier.min_price ?? 0)) {
    return [old, tier].map(({ min_price: price }) => (price === null ? 'none' : cpmText(price))).join(' → ');
  }
  if (old.max_forgone !== tier.max_forgone) {
    return tier.max_forgone === null ? 'no limit' : `at most ${cpmText(tier.max_forgone)}`;
  }
  if (old.priority !== tier.priority) return `priority ${old.priority} → ${tier.priority}`;
  const kept = new Set(tier.buyer_members?.map(({ id }) => id));
  const left = old.buyer_members?.find(({ id }) => !kept.has(id));
  return left === undefined ? null : `without ${firstWord(left.name)}`;
}

const firstWord = (name: string | null) => name?.split(' ')[0] ?? 'a buyer';

/** The first proposal about a tier, what is dominated left out; undefined: there is none. */
export const proposalOf = (live: readonly Tier[], id: number, proposals: readonly AdviceProposal[]) =>
  proposals.find(({ state, draft }) => {
    const [old, tier] = [live, draft.tiers].map((tiers) => tiers.find((one) => one.id === id));
    return state !== 'dominated' && old !== undefined && tier !== undefined && changeShort(old, tier) !== null;
  });

/** `, Quartz −9.3 %`; in money where the advice is stored without its share. */
const lossText = ({ name, net, per_cent: perCent }: AdviceProposal['losers'][number]): string =>
  `, ${firstWord(name)} ${perCent === null ? signedText(Number(net), earnedText) : perCentText(perCent)}`;

/** The line of advice beside each live tier, by its id: that of the first proposal about it, what is dominated left out. */
export function adviceByTier(live: readonly Tier[], proposals: AdviceReport['proposals']): ReadonlyMap<number, string> {
  const before = new Map(live.map((tier) => [tier.id, tier]));
  const lines = new Map<number, string>();
  for (const { state, draft, gain, losers } of proposals) {
    if (state === 'dominated') continue;
    for (const tier of draft.tiers) {
      const old = before.get(tier.id);
      const change = old === undefined || lines.has(tier.id) ? null : changeShort(old, tier);
      if (change === null) continue;
      const [loser] = losers;
      lines.set(
        tier.id,
        `${change}: ${signedText(Number(gain), earnedText)}${loser === undefined ? '' : lossText(loser)}`,
      );
    }
  }
  return lines;
}
