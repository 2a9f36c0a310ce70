import { changeKinds, type ChangeKind } from '@auction-tiers/contract/compare-report';
import { ExactSums, type SumsData } from '@auction-tiers/tally';
import type { LoggedAuction } from '../../log/auction/logged-auction.ts';
import type { SampleData } from './lowest-sample.ts';
import { LowestSample } from './lowest-sample.ts';
import type { Sale } from './sale.ts';

/** The kind of change between two sales of the same auction. Two unknown buyers count as different ones. */
export function classify(current: Sale, draft: Sale): ChangeKind {
  if (current.place < 0) return draft.place < 0 ? 'same' : 'unsold_to_sold';
  if (draft.place < 0) return 'sold_to_unsold';
  if (current.place !== draft.place) {
    return current.memberId !== null && current.memberId === draft.memberId ? 'bid_changes' : 'buyer_changes';
  }
  if (current.grossMicros !== draft.grossMicros) return 'price_changes';
  return current.tierId === draft.tierId ? 'same' : 'tier_changes';
}

/** Whether the winner or the price differs. */
export function isTouched(kind: ChangeKind): boolean {
  return kind !== 'same' && kind !== 'tier_changes';
}

/** Bounds of the examples of each kind in a report. */
const exampleBounds = { mostAuctions: 3, mostBids: 3000 };

/** Sums of each kind; money in CPM micros. */
const columns = ['auctions', 'currentGross', 'currentNet', 'draftGross', 'draftNet'] as const;

export interface ChangeTotals {
  readonly auctions: number;
  readonly current: { readonly grossMicros: bigint; readonly netMicros: bigint };
  readonly draft: { readonly grossMicros: bigint; readonly netMicros: bigint };
}

export interface ChangeSummaryData {
  readonly sums: SumsData;
  readonly examples: Readonly<Record<ChangeKind, SampleData>>;
}

/** Auctions by kind of change: sums and examples. */
export class ChangeSummary {
  readonly #sums = new ExactSums(changeKinds.length * columns.length, { rows: 1 });
  readonly #examples = Object.fromEntries(changeKinds.map((kind) => [kind, new LowestSample(exampleBounds)])) as Record<
    ChangeKind,
    LowestSample
  >;

  add(kind: ChangeKind, current: Sale, draft: Sale, rank: number, auction: LoggedAuction): void {
    const start = changeKinds.indexOf(kind) * columns.length;
    this.#sums.add(start, 1);
    this.#sums.add(start + 1, current.grossMicros);
    this.#sums.add(start + 2, current.netMicros);
    this.#sums.add(start + 3, draft.grossMicros);
    this.#sums.add(start + 4, draft.netMicros);
    if (kind !== 'same') this.#examples[kind].offer(rank, auction);
  }

  totals(kind: ChangeKind): ChangeTotals {
    const start = changeKinds.indexOf(kind) * columns.length;
    return {
      auctions: this.#sums.number(start),
      current: { grossMicros: this.#sums.exact(start + 1), netMicros: this.#sums.exact(start + 2) },
      draft: { grossMicros: this.#sums.exact(start + 3), netMicros: this.#sums.exact(start + 4) },
    };
  }

  examples(kind: ChangeKind): readonly LoggedAuction[] {
    return this.#examples[kind].drawn();
  }

  merge({ sums, examples }: ChangeSummaryData): void {
    this.#sums.merge(0, sums);
    for (const kind of changeKinds) this.#examples[kind].merge(examples[kind]);
  }

  toData(): ChangeSummaryData {
    const examples = Object.fromEntries(changeKinds.map((kind) => [kind, this.#examples[kind].toData()])) as Record<
      ChangeKind,
      SampleData
    >;
    return { sums: this.#sums.toData(0), examples };
  }
}
