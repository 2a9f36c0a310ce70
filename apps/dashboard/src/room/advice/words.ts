import type { AdviceProposal, AdvicePromise, ProposalState } from '@auction-tiers/contract/advice-report';
import type { TierSetFile } from '@auction-tiers/contract';
import { withProposedTier } from '@auction-tiers/contract/tier-set';
import { type Content, keyOf, withTier } from '../../draft/content.ts';
import { countText, percentText } from '../../figure/count.ts';
import { cpmPrice, earnedText } from '../../figure/money.ts';
import { boundText, numberedText, promisedText } from '../../words/commitment.ts';
import { whereText } from '../../words/targeting.ts';

interface Said {
  readonly word: string;
  readonly sign: string;
  readonly tone: 'gain' | 'warn' | 'muted';
  readonly meaning: string;
}

/** What is known of a proposal, as the page says it. */
export const stateWords: Readonly<Record<ProposalState, Said>> = {
  certified: {
    word: 'Certified',
    sign: '▲',
    tone: 'gain',
    meaning: 'It brings more on days that it was not chosen from, and a try on all days says launch.',
  },
  unresolved: {
    word: 'Unresolved',
    sign: '◆',
    tone: 'warn',
    meaning: 'The days do not tell whether it brings more, or a try on all days says otherwise.',
  },
  dominated: {
    word: 'Dominated',
    sign: '▼',
    tone: 'muted',
    meaning: 'Leave it: it brings nothing, breaks a promise, or another value is better.',
  },
};

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

/** What was promised, and what the proposal gives. */
export const promiseWords = (promise: AdvicePromise, currency: string): string =>
  `${promise.name ?? numberedText(promise)}: ${boundText(promise, currency)}; ` +
  `${promise.is_kept ? 'kept' : 'broken'} with ${promisedText(promise.figure, promise.reached, currency)}.`;

/** What the promises cost with a proposal that keeps all of them for less; null: it does not. */
export function promisePriceWords({ promise_price: price }: AdviceProposal, currency: string): string | null {
  if (price === null) return null;
  const [proposed, present] = [earnedText(Number(price.proposed)), earnedText(Number(price.present))];
  return `All promises are kept at ${percentText(price.share)} of their price: ${proposed} instead of ${present} ${currency} forgone a day.`;
}

type Judged = Pick<AdviceProposal, 'state' | 'interval' | 'verdict' | 'days_needed'>;

/** What stands in the way of an unresolved proposal: what a try says of it, or how many days it needs; null: nothing. */
export function openWords({ state, interval, verdict, days_needed: needed }: Judged): string | null {
  if (state !== 'unresolved') return null;
  if (verdict !== null) return `A try on all days says: ${verdict.summary}`;
  const isAbove = interval !== null && Number(interval.low) > 0;
  const why = isAbove ? 'It brought more on the days that judged it, which are too few to be sure. ' : '';
  // One half of the days chooses, the other judges.
  return needed === null
    ? `${why}To settle it, more than a year of days would have to judge it.`
    : `${why}To settle it, ${countText(needed)} days have to judge it: ask for advice on ${countText(2 * needed)}.`;
}

/** What the button of a proposal offers, which is what its try names; null: the live tiers are better kept. */
export function stepWords({ state, verdict }: Judged): string | null {
  if (state === 'certified' || verdict === null || verdict.decision === 'launch') return 'Put into a draft';
  return verdict.decision === 'test_first' ? 'Put into a draft to test live' : null;
}

/** The days behind a proposal. */
export const daysWords = ({ chosen_days: chosen, judged_days: judged }: AdviceProposal): string =>
  `Chosen on ${countText(chosen)} days, judged on ${countText(judged)} others.`;

/** How far from the best it can be. */
export const boundWords = ({ bound }: AdviceProposal, currency: string): string =>
  bound.at_most === null
    ? 'How far it is from the best is not known.'
    : `The best that exists could bring at most ${earnedText(Number(bound.at_most))} ${currency} more a day.`;

/** The buyers of which the seller would earn less; null: none. */
export const loserWords = ({ losers }: AdviceProposal, currency: string): string | null =>
  losers.length === 0
    ? null
    : `Less a day from ${losers.map(({ id, name, net }) => `${name ?? `buyer ${id}`} (${earnedText(Number(net))} ${currency})`).join(', ')}.`;

/** A draft's content with what a proposal changes about the live tiers; all else stays. */
export function withProposal(content: Content, live: readonly Tier[], draft: TierSetFile): Content {
  const before = new Map(live.map((tier) => [tier.id, tier]));
  return draft.tiers.reduce((changed, tier) => {
    const old = before.get(tier.id);
    if (old === undefined || changeWords([old], { ...draft, tiers: [tier] }).length === 0) return changed;
    const place = changed.tiers.findIndex(({ id }) => id === tier.id);
    if (place < 0) return changed;
    const drafted = changed.tiers[place]!;
    return withTier(changed, keyOf(drafted, place), withProposedTier(drafted, old, tier));
  }, content);
}
