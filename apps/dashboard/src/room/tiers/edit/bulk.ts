import { parseMoney, formatMoney } from '@auction-tiers/tier-engine';
import { type DraftTier, type Edit, fieldsThatDiffer, isSame } from '../../../draft/content.ts';
import { counted } from '../../../figure/count.ts';
import { readNumber, typedMicros } from '../../../figure/typed.ts';
import { cpmColumn, cpmPrice, cpmText, fromMicros } from '../../../figure/figures.ts';
import { changeEach, changeTiers, removeTiers, type Target } from './edits.ts';
import { factorText, scalePrice } from '../row/price.ts';

export type Buyer = NonNullable<DraftTier['buyer_members']>[number];

interface OfPrices {
  /** Whether the minimums of exclude tiers change too: a higher one excludes fewer bids. Default: they stay. */
  readonly isOfExcludes?: boolean;
}

/** One change of all chosen tiers. */
export type BulkEdit =
  | ({ readonly kind: 'price-by'; readonly percent: string } & OfPrices)
  | ({ readonly kind: 'price-to'; readonly price: string } & OfPrices)
  | { readonly kind: 'priority'; readonly priority: number }
  | { readonly kind: 'add-buyers' | 'remove-buyers'; readonly buyers: readonly Buyer[] }
  | { readonly kind: 'remove' };

/** What an edit would do, before it is done. */
export interface BulkPreview {
  /** Tiers that would change. */
  readonly changed: number;
  /** Tiers that stay as they are although they were chosen, by reason. */
  readonly kept: readonly { readonly reason: string; readonly count: number }[];
  /** Why nothing can be done; null: something can. */
  readonly problem: string | null;
  /** `12 tiers: net minimum × 1.10, e.g. Gold 2.00 → 2.20` */
  readonly words: string;
  /** Chosen exclude tiers whose minimum would change with `isOfExcludes`. */
  readonly excludes: number;
  /** What other minimums of exclude tiers mean: `a higher minimum of an exclude tier lets more bids in`; null: there are none. */
  readonly meaning: string | null;
  /** Names of tiers that would change, and that quote the price of before. */
  readonly quotes: readonly string[];
}

/** A tier after an edit, or why it stays as it is. */
type Edited = { readonly tier: DraftTier } | { readonly kept: string };

const isUnpriced = 'without a net minimum';
const isExclude = 'that exclude, left alone';

/** What is wrong with an edit itself; null: nothing. */
export function problemOf(edit: BulkEdit): string | null {
  switch (edit.kind) {
    case 'price-by': {
      const scaled = scalePrice('0.000000', edit.percent);
      return scaled.ok ? null : scaled.problem;
    }
    case 'price-to': {
      const parsed = parseTyped(edit.price);
      return parsed.ok ? null : parsed.problem;
    }
    case 'priority': {
      const isAllowed = Number.isInteger(edit.priority) && edit.priority >= 1 && edit.priority <= 10;
      return isAllowed ? null : `${edit.priority} is no priority; allowed is a whole number from 1 to 10`;
    }
    case 'add-buyers':
    case 'remove-buyers':
      return edit.buyers.length > 0 ? null : 'No buyer is chosen';
    case 'remove':
      return null;
  }
}

function editTier(tier: DraftTier, edit: Exclude<BulkEdit, { kind: 'remove' }>): Edited {
  switch (edit.kind) {
    case 'price-by':
    case 'price-to': {
      // An exclude without a minimum excludes at any price: a minimum would be another rule and not another price.
      if (tier.min_price === null) return { kept: isUnpriced };
      if (tier.member_action === 'exclude' && edit.isOfExcludes !== true) return { kept: isExclude };
      const price = priceAfter(tier.min_price, edit);
      if (!price.ok) return { kept: 'whose net minimum would pass the highest' };
      return price.price === tier.min_price ? { kept: unchanged } : { tier: { ...tier, min_price: price.price } };
    }
    case 'priority':
      return tier.priority === edit.priority ? { kept: unchanged } : { tier: { ...tier, priority: edit.priority } };
    case 'add-buyers':
    case 'remove-buyers':
      return withBuyers(tier, edit);
  }
}

const unchanged = 'that are so already';

function parseTyped(price: string) {
  const read = readNumber(price);
  return read.ok ? parseMoney(read.digits) : read;
}

function priceAfter(price: string, edit: Extract<BulkEdit, { kind: 'price-by' | 'price-to' }>) {
  if (edit.kind === 'price-by') return scalePrice(price, edit.percent);
  const parsed = parseTyped(edit.price);
  return parsed.ok ? ({ ok: true, price: formatMoney(parsed.micros) } as const) : parsed;
}

function withBuyers(tier: DraftTier, { kind, buyers }: Extract<BulkEdit, { readonly buyers: unknown }>): Edited {
  const present = tier.buyer_members ?? [];
  const ids = new Set(present.map(({ id }) => id));
  const named = new Map(buyers.map((buyer) => [buyer.id, buyer]));
  const after =
    kind === 'add-buyers'
      ? [...present, ...[...named.values()].filter(({ id }) => !ids.has(id))]
      : present.filter(({ id }) => !named.has(id));
  return after.length === present.length ? { kept: unchanged } : { tier: { ...tier, buyer_members: after } };
}

/** What an edit would do to the chosen tiers. */
export function previewOf(chosen: readonly Target[], edit: BulkEdit): BulkPreview {
  const problem = problemOf(edit);
  const nothing = { changed: 0, kept: [], problem, words: '', excludes: 0, meaning: null, quotes: [] };
  if (problem !== null) return nothing;
  if (edit.kind === 'remove') {
    return { ...nothing, changed: chosen.length, words: `${counted(chosen.length, 'tier')}: deleted` };
  }
  const pairs = pairsOf(chosen, edit);
  const [example] = pairs;
  const kept = Map.groupBy(
    chosen.flatMap(({ tier }) => {
      const edited = editTier(tier, edit);
      return 'kept' in edited ? edited.kept : [];
    }),
    (reason) => reason,
  );
  const isOfPrices = edit.kind === 'price-by' || edit.kind === 'price-to';
  const excludes = isOfPrices
    ? pairsOf(chosen, { ...edit, isOfExcludes: true }).filter(({ before }) => before.member_action === 'exclude')
    : [];
  const quotes = isOfPrices
    ? pairs.flatMap(({ before }) => (quotesPrice(before.name, before.min_price) ? before.name : []))
    : [];
  const shown = example === undefined ? '' : `, e.g. ${exampleWords(example.before, example.after, edit)}`;
  return {
    changed: pairs.length,
    kept: Array.from(kept, ([reason, { length: count }]) => ({ reason, count })),
    problem: null,
    words: `${counted(pairs.length, 'tier')}: ${wordsOf(edit)}${shown}`,
    excludes: excludes.length,
    meaning: meaningOf(excludes),
    quotes,
  };
}

/** The chosen tiers that an edit changes, before and after. */
const pairsOf = (chosen: readonly Target[], edit: Exclude<BulkEdit, { kind: 'remove' }>) =>
  chosen.flatMap(({ key, tier }) => {
    const edited = editTier(tier, edit);
    return 'tier' in edited ? { key, before: tier, after: edited.tier } : [];
  });

function meaningOf(excludes: ReturnType<typeof pairsOf>): string | null {
  if (excludes.length === 0) return null;
  const raised = excludes.filter(({ before, after }) => Number(after.min_price) > Number(before.min_price)).length;
  return [
    ...(raised > 0 ? ['a higher minimum of an exclude tier lets more bids in'] : []),
    ...(raised < excludes.length ? ['a lower minimum of an exclude tier keeps more bids out'] : []),
  ].join('; ');
}

/** Whether a name quotes a price: contains an equal number that has decimals or a currency sign. */
export function quotesPrice(name: string, price: string | null): boolean {
  if (price === null) return false;
  const numbers = name.matchAll(/(?<![\d.,])([$€£]\s?)?(\d+(?:[.,]\d{1,6})?)(?![\d.,]*\d)/g);
  return [...numbers].some(([, mark, text = '']) => {
    const isPrice = mark !== undefined || /[.,]/.test(text);
    return isPrice && Number(text.replace(',', '.')) === Number(price);
  });
}

function wordsOf(edit: Exclude<BulkEdit, { kind: 'remove' }>): string {
  switch (edit.kind) {
    case 'price-by':
      return `net minimum × ${factorText(edit.percent)}`;
    case 'price-to':
      return `net minimum to ${cpmPrice(fromMicros(typedMicros(edit.price) ?? 0))}`;
    case 'priority':
      return `priority to ${edit.priority}`;
    case 'add-buyers':
      return `buyers added: ${namesOf(edit.buyers)}`;
    case 'remove-buyers':
      return `buyers removed: ${namesOf(edit.buyers)}`;
  }
}

const namesOf = (buyers: readonly Buyer[]): string => buyers.map(({ id, name }) => name ?? `${id}`).join(', ');

const longestName = 40;
const shortName = ({ name }: DraftTier): string =>
  name.length > longestName ? `${name.slice(0, longestName)}…` : name;

function exampleWords(before: DraftTier, after: DraftTier, edit: BulkEdit): string {
  if (edit.kind === 'priority') return `${shortName(before)} ${before.priority} → ${after.priority}`;
  if (edit.kind === 'price-by' || edit.kind === 'price-to') {
    // Two decimals where they tell the prices apart, else as many as these have.
    const [short, long] = [cpmColumn, cpmText].map(
      (show) => [show(before.min_price!), show(after.min_price!)] as const,
    );
    const isTold = short![0] !== short![1] && Number(Number(after.min_price).toFixed(2)) === Number(after.min_price);
    return `${shortName(before)} ${(isTold ? short! : long!).join(' → ')}`;
  }
  return `${shortName(before)} ${before.buyer_members?.length ?? 0} → ${counted(after.buyer_members?.length ?? 0, 'buyer')}`;
}

/** The edit of a draft that makes the previewed change in the chosen tiers, as they are when the edit is made. */
export function bulkEditOf(chosen: readonly Target[], edit: BulkEdit): Edit {
  if (edit.kind === 'remove') return removeTiers(chosen);
  return changeTiers(chosen, (tier) => {
    const edited = editTier(tier, edit);
    return 'tier' in edited ? edited.tier : tier;
  });
}

/** Undoes a whole bulk edit: only the fields that it has set, and only where they still have its values. */
export function undoBulkOf(chosen: readonly Target[], edit: Exclude<BulkEdit, { kind: 'remove' }>): Edit {
  return changeEach(
    pairsOf(chosen, edit).map(({ key, before, after }) => ({
      target: { key, tier: after },
      change(tier: DraftTier) {
        const fields = fieldsThatDiffer(before, after).filter((field) => isSame(tier[field], after[field]));
        return { ...tier, ...Object.fromEntries(fields.map((field) => [field, before[field]])) };
      },
    })),
  );
}
