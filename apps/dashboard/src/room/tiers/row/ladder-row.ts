import type { TierSetFinding } from '@auction-tiers/contract';
import {
  changedFieldsOf,
  type Content,
  contentOf,
  type DraftProfile,
  type DraftTier,
  type LiveTier,
  type TierKey,
  type TierPair,
} from '../../../draft/content.ts';
import { targetingWords, whereText } from '../../../words/targeting.ts';
import { buyerName } from '../../../words/buyer-name.ts';
import { grossNeededOf, microsOf, type MoneyText } from '../../../figure/figures.ts';
import type { TierFigures } from './figures.ts';

/** What lint says of one tier. */
export type Finding = Pick<TierSetFinding, 'code' | 'severity' | 'message' | 'advice'>;

export interface LadderSource {
  readonly pairs: readonly TierPair[];
  readonly live: { readonly profiles: readonly unknown[] };
  /** The content of the draft; null: there is no draft. */
  readonly content: Content | null;
  readonly feePpm: number;
}

/** Data about tiers that arrives after their content. */
export interface LadderFigures {
  readonly figures: ReadonlyMap<number, TierFigures>;
  readonly findings: ReadonlyMap<TierKey, readonly Finding[]>;
  readonly courses: ReadonlyMap<number, readonly number[]>;
  readonly advice: ReadonlyMap<number, string>;
}

const nothing: ReadonlySet<keyof DraftTier> = new Set();

const noFindings: readonly Finding[] = [];

/** Rows with what is known of their tiers, which arrives later, and again every half minute. */
export function withFigures(rows: readonly LadderRow[], known: LadderFigures): LadderRow[] {
  return rows.map((row) => {
    const id = row.live?.id ?? 0;
    return {
      ...row,
      figures: known.figures.get(id) ?? null,
      findings: known.findings.get(row.key) ?? noFindings,
      course: known.courses.get(id) ?? null,
      advice: known.advice.get(id) ?? null,
    };
  });
}

/**
 * The rows of the ladder, in the order of the tier set, with all that is shown, searched and sorted, worked out once; but
 * for what `withFigures` adds.
 */
export function ladderRows({ pairs, live, content, feePpm }: LadderSource) {
  const ofLive = placesOf(live.profiles as readonly DraftProfile[]);
  const ofDraft = content === null ? ofLive : placesOf(content.profiles);
  const priceOf = pricesWith(feePpm);
  return pairs.map((pair) => {
    const { key, state } = pair;
    const shown = pair.drafted ?? bareTier(pair.live!);
    const names = shown.buyer_members?.map(buyerName) ?? [];
    const { where, wholeWhere, profile } = (pair.drafted === null ? ofLive : ofDraft)(shown.profile_id);
    const price = priceOf(shown.min_price);
    const allBuyers = names.join(', ');
    return {
      key,
      state,
      /** As drafted, where the draft has it; else as it is live. */
      shown,
      /** As it is live; null: it is new. */
      live: pair.live,
      /** The fields that the draft changes. */
      changed: state === 'changed' ? new Set(changedFieldsOf(pair)) : nothing,
      priceMicros: price.micros,
      /** The gross price that a bid needs to reach the minimum; null: there is no minimum, or no bid can reach it. */
      grossMicros: price.gross,
      liveGrossMicros: priceOf(pair.live?.min_price ?? null).gross,
      buyers: namesShort(names),
      allBuyers,
      /** Where it applies, in words. */
      where,
      /** All of these words, however many there are, and the name of its targeting profile. */
      wholeWhere,
      /** The name of its targeting profile; null: it has none. */
      profile,
      liveWhere: pair.live === null ? null : ofLive(pair.live.profile_id).where,
      figures: null as TierFigures | null,
      findings: noFindings,
      /** Net, or for an exclude what it kept out, of each whole day of two weeks; null: not known. */
      course: null as readonly number[] | null,
      /** What advice proposes for it, in a line; null: nothing. */
      advice: null as string | null,
      /** All that a search looks at, in lines. */
      text: [shown.name, allBuyers, wholeWhere].join('\n'),
    };
  });
}

/** One tier of the ladder. */
export type LadderRow = Readonly<ReturnType<typeof ladderRows>[number]>;

/** A live tier as a draft would have it. */
export const bareTier = (tier: LiveTier): DraftTier => contentOf({ tiers: [tier], profiles: [] }).tiers[0]!;

/** Gives a minimum and the gross that it needs; null: there is none, or no bid can reach it. Many tiers share a price. */
function pricesWith(feePpm: number) {
  const known = new Map<MoneyText | null, { readonly micros: number | null; readonly gross: number | null }>();
  return (price: MoneyText | null) => {
    let read = known.get(price);
    if (read === undefined) {
      const gross = grossNeededOf(price, feePpm);
      read = { micros: microsOf(price), gross: gross === Infinity ? null : gross };
      known.set(price, read);
    }
    return read;
  };
}

interface Where {
  readonly where: string;
  readonly wholeWhere: string;
  readonly profile: string | null;
}

/** Gives, by a profile's id, where the profile applies. */
function placesOf(profiles: readonly DraftProfile[]): (id: number | null) => Where {
  const places = new Map(
    profiles.map((one) => {
      const [where, profile] = [whereText(one), nameOfProfile(one)];
      return [one.id ?? 0, { where, wholeWhere: [...targetingWords(one, true), profile].join(', '), profile }];
    }),
  );
  return (id) => {
    if (id === null) return { where: whereText(null), wholeWhere: whereText(null), profile: null };
    const named = `profile no. ${id}`;
    return places.get(id) ?? { where: named, wholeWhere: named, profile: named };
  };
}

export const nameOfProfile = ({ id, name }: Pick<DraftProfile, 'id' | 'name'>): string => name ?? `profile no. ${id}`;

/** The first name of a list, and how many more there are: `Bluefin DSP +1`. */
export function namesShort([first = 'no buyer', ...more]: readonly string[]): string {
  return more.length > 0 ? `${first} +${more.length}` : first;
}
