import type { NameOf } from '@auction-tiers/contract';
import {
  breakEvenText,
  type CompareReport,
  enoughDaysText,
  keepingOf,
  partsText,
  type Reason,
  type ReasonCode,
  type Recommendation,
  type Row,
  toldWarnings,
  unitsText,
  type Warning,
} from '@auction-tiers/contract/compare-report';
import { figures, type Range, toRange } from '../figure/figures.ts';
import { plainOr, plainWords } from '../saying/plain-words.ts';
import { buyerName } from '../words/buyer-name.ts';

/** Texts in the words of the page; texts in which words of the service remain are left out. */
const plain = (texts: readonly string[]): string[] => texts.map((text) => plainOr(text, '')).filter(Boolean);

/** What the settings of the group of sites settle: closed hours, and that no user returns. */
const ofSettings: ReadonlySet<string> = new Set<ReasonCode>(['missing_hours', 'no_units', 'units_once']);

const shownExamples = 10;

/** A figure under the live tiers and under the draft, as earned. */
export interface Pair {
  readonly current: number;
  readonly draft: number;
  readonly difference: number;
}

/** The difference without and with the answer of buyers that an experiment measured. Reports of earlier versions have none. */
function toAnswered(measured: NonNullable<CompareReport['measured_answer']>, share: number) {
  const toSide = ({ net, interval }: typeof measured.with) => ({
    net: Number(net) / share,
    interval: ofAll(toRange(interval), share),
  });
  return {
    experimentId: measured.experiment_id,
    until: measured.until,
    without: toSide(measured.without),
    with: toSide(measured.with),
  };
}

/** The range of a sum of all auctions, from that of the recorded share. */
const ofAll = (range: Range | null, share: number): Range | null =>
  range && { low: range.low / share, high: range.high / share };

/** What the page shows of a report: sums are estimates for all auctions of the period, money in the member's currency. */
export function toComparisonReport(report: Omit<CompareReport, 'difference'>) {
  const { verdict, net_to_seller: net, by_day: byDay, support, share } = report;
  const { nameOf, names } = namesOf(report);
  const said = (some: readonly (Reason | Warning)[]) =>
    some.map(({ code, message }) => ({ text: plainWords(message, nameOf, names), isOfSettings: ofSettings.has(code) }));
  const { first, others } = toldWarnings(report);
  const codes = verdict.reasons.map(({ code }) => code);
  return {
    recommendation: verdict.decision,
    /** The causes of a hold; empty: there is nothing to add to the verdict's word. */
    summary: verdictSummary(verdict.decision, codes),
    reasons: said(verdict.reasons),
    auctions: report.auctions,
    /** The recorded share of all auctions. */
    share,
    timeZone: report.method.time_zone,
    net: { ...toPair(net, share), interval: ofAll(toRange(net.interval), share), perCent: net.per_cent },
    /** null: no experiment was chosen. */
    answered: report.measured_answer ? toAnswered(report.measured_answer, share) : null,
    forgone: toPair(report.preference.forgone, share),
    perDay: byDay.per_day && { ...toPair(byDay.per_day, 1), interval: toRange(byDay.per_day.interval) },
    days: byDay.days.map(({ date, ...sides }) => ({ date, ...toPair(netOf(sides), share) })),
    /** The figures of promises are per day of the log. */
    commitments: report.commitments.map((row) => ({
      ...row,
      who: row.name ?? unnamed(row.subject, row.id),
      keeping: keepingOf(row, row.draft),
    })),
    buyers: report.buyers.rows.map((row) => toFelt('buyer', row, share)),
    tiers: report.tiers.rows.map((row) => toFelt('tier', row, share)),
    /** Auctions that the draft decides otherwise. */
    examples: chooseExamples(
      report.changes.map(({ kind, examples }) =>
        examples.map(({ current_winner: current, draft_winner: draft, ...example }) => ({
          ...example,
          kind,
          current: current && toWinner(current),
          draft: draft && toWinner(draft),
        })),
      ),
    ),
    /** Sentences that come with any verdict. */
    // The page shows the sums of all auctions, and says so where they are estimates.
    first: said(first.filter(({ code }) => code !== 'sampled')),
    warnings: said(others),
    /** How the interval came about, and what would make it surer. */
    certainty: [
      ...plain([report.method.description, breakEvenText(report.sensitivity.break_even)]),
      enoughDaysText(report.method, figures),
      unitsText(report.units, figures) ?? '',
      partsText(report.stability, figures) ?? '',
    ].filter(Boolean),
    /** The rule that gave the verdict, in the order asked. */
    rule: plain(verdict.rule),
    /** How many auctions the draft decides otherwise. */
    touched: support.touched_auctions,
  };
}

export type ComparisonReport = ReturnType<typeof toComparisonReport>;
/** What the draft does to one buyer or tier: net to the seller. */
export type Felt = ComparisonReport['buyers'][number];
export type Example = ComparisonReport['examples'][number];
export type ExampleWinner = NonNullable<Example['current']>;

/** The names in a report. Tiers without a row in it stand among the steps of the tier sets. */
function namesOf({ buyers, tiers, funnel }: Pick<CompareReport, 'buyers' | 'tiers' | 'funnel'>) {
  const steps = [...funnel.draft, ...funnel.current].map(({ tier_id: id, name }) => ({ id, name }));
  const rows = { buyer: buyers.rows, tier: [...tiers.rows, ...steps], profile: [] };
  const nameOf: NameOf = (kind, of) => rows[kind].find(({ id, name }) => id === of && name !== null)?.name ?? null;
  return { nameOf, names: Object.values(rows).flatMap((all) => all.flatMap(({ name }) => name ?? [])) };
}

type Sides<Value> = Readonly<Record<'current' | 'draft' | 'difference', Value>>;

/** `share`: the part of the auctions that the sums are of. */
const toPair = ({ current, draft, difference }: Sides<string>, share: number): Pair => ({
  current: Number(current) / share,
  draft: Number(draft) / share,
  difference: Number(difference) / share,
});

const netOf = ({ current, draft, difference }: Sides<{ readonly net_to_seller: string }>): Sides<string> => ({
  current: current.net_to_seller,
  draft: draft.net_to_seller,
  difference: difference.net_to_seller,
});

const unnamed = (noun: string, id: number | null) =>
  noun === 'buyer' && id !== null ? buyerName({ id }) : `${noun} no. ${id}`;

function toFelt(noun: 'buyer' | 'tier', row: Row, share: number) {
  const { kind, id, name, interval, direction, current, draft } = row;
  const words = { known: unnamed(noun, id), unknown: `no ${noun}`, other: `all other ${noun}s` }[kind];
  return {
    ...toPair(netOf(row), share),
    id,
    name: name ?? words,
    interval: ofAll(toRange(interval), share),
    direction,
    wins: Math.round((draft.wins - current.wins) / share),
  };
}

/** The winner of an example: its buyer, its bid, and the net of what it pays, CPM. */
const toWinner = (winner: NonNullable<CompareReport['changes'][number]['examples'][number]['current_winner']>) => ({
  bidId: winner.bid_id,
  memberId: winner.member_id,
  netToSeller: winner.net_to_seller,
});

/** The causes of a hold, in a sentence; empty: another verdict, or a hold for another reason. */
export function verdictSummary(recommendation: Recommendation, codes: readonly ReasonCode[]): string {
  const [costs, contradicts] = [codes.includes('interval_below_zero'), codes.includes('lint_error')];
  if (recommendation !== 'hold' || !(costs || contradicts)) return '';
  if (costs && contradicts) return 'The draft costs revenue, and contradicts itself.';
  return costs ? 'The draft costs revenue.' : 'The draft contradicts itself.';
}

/** Ten examples, of every kind in turn, so that no kind hides the others. */
export function chooseExamples<T>(kinds: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...kinds.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => kinds.flatMap((examples) => examples.slice(at, at + 1)));
  return inTurn.flat().slice(0, shownExamples);
}
