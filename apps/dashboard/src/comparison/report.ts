import type { NameOf } from '@auction-tiers/contract';
import {
  breakEvenText,
  enoughDaysText,
  firstWarnings,
  partsText,
  unitsText,
} from '@auction-tiers/contract/compare-report';
import type { CompareReport, Row } from '@auction-tiers/contract/compare-report';
import { figures } from '../figure/figures.ts';
import { plainOr } from '../saying/plain-words.ts';
import { buyerName } from '../words/buyer-name.ts';
import { reasonText, verdictSummary } from './reason-words.ts';
import { toInterval } from './words.ts';
import type { ExampleWinner, Felt, Pair, ComparisonReport } from './comparison-report.ts';

/** Texts in the words of the page; texts in which words of the service remain are left out. */
const plain = (texts: readonly string[]): string[] => texts.map((text) => plainOr(text, '')).filter(Boolean);

const shownExamples = 10;

/** Null also for a report from before there were measured answers. */
function toAnswered(measured: CompareReport['measured_answer'] | undefined): ComparisonReport['answered'] {
  if (!measured) return null;
  const toSide = ({ net, interval }: typeof measured.with) => ({ net: Number(net), interval: toInterval(interval) });
  return {
    experimentId: measured.experiment_id,
    until: measured.until,
    without: toSide(measured.without),
    with: toSide(measured.with),
  };
}

/** What the page shows of a report, with money as numbers. */
export function toComparisonReport(report: Omit<CompareReport, 'difference'>): ComparisonReport {
  const { verdict, net_to_seller: net, by_day: byDay, support } = report;
  const nameOf = namesOf(report);
  const first = new Set(firstWarnings(report));
  return {
    recommendation: verdict.decision,
    summary: verdictSummary(
      verdict.decision,
      verdict.reasons.map(({ code }) => code),
    ),
    reasons: verdict.reasons.map((reason) => reasonText(reason, nameOf)),
    auctions: report.auctions,
    share: report.share,
    timeZone: report.method.time_zone,
    net: {
      ...toPair(net),
      interval: toInterval(net.interval),
      perCent: net.per_cent,
      perCentInterval: net.per_cent_interval,
    },
    answered: toAnswered(report.measured_answer),
    forgone: toPair(report.preference.forgone),
    perDay: byDay.per_day && {
      ...toPair(byDay.per_day),
      days: byDay.per_day.days,
      interval: toInterval(byDay.per_day.interval),
    },
    days: byDay.days.map(({ date, auctions, ...sides }) => ({ date, auctions, ...toPair(netOf(sides)) })),
    commitments: report.commitments.map(({ name, is_kept: isKept, ...row }) => ({
      ...row,
      who: name ?? unnamed(row.subject, row.id),
      isKept,
    })),
    buyers: report.buyers.rows.map((row) => toFelt('buyer', row)),
    tiers: report.tiers.rows.map((row) => toFelt('tier', row)),
    examples: chooseExamples(
      report.changes.map(({ kind, examples }) =>
        examples.map(
          ({ bids_in_auction: bidsInAuction, current_winner: current, draft_winner: draft, ...example }) => ({
            file: example.file,
            place: example.place,
            seed: example.seed,
            time: example.time,
            kind,
            bidsInAuction,
            current: current && toWinner(current),
            draft: draft && toWinner(draft),
          }),
        ),
      ),
    ),
    first: support.warnings.filter(({ message }) => first.has(message)).map((warning) => reasonText(warning, nameOf)),
    warnings: support.warnings.map((warning) => reasonText(warning, nameOf)),
    certainty: plain([
      report.method.description,
      enoughDaysText(report.method, figures),
      unitsText(report.units, figures) ?? '',
      partsText(report.stability, figures) ?? '',
      breakEvenText(report.sensitivity.break_even),
    ]),
    rule: plain(verdict.rule),
    touched: support.touched_auctions,
  };
}

/** The names that the rows of a report have. */
function namesOf({ buyers, tiers }: Pick<CompareReport, 'buyers' | 'tiers'>): NameOf {
  const [ofBuyers, ofTiers] = [buyers, tiers].map(({ rows }) => new Map(rows.map(({ id, name }) => [id, name])));
  return (kind, id) => (kind === 'profile' ? null : ((kind === 'buyer' ? ofBuyers : ofTiers)?.get(id) ?? null));
}

type Sides<Value> = Readonly<Record<'current' | 'draft' | 'difference', Value>>;

const toPair = ({ current, draft, difference }: Sides<string>): Pair => ({
  current: Number(current),
  draft: Number(draft),
  difference: Number(difference),
});

const netOf = ({ current, draft, difference }: Sides<{ readonly net_to_seller: string }>): Sides<string> => ({
  current: current.net_to_seller,
  draft: draft.net_to_seller,
  difference: difference.net_to_seller,
});

const unnamed = (noun: string, id: number | null) =>
  noun === 'buyer' && id !== null ? buyerName({ id }) : `${noun} no. ${id}`;

function toFelt(noun: 'buyer' | 'tier', row: Row): Felt {
  const { kind, id, name, interval, direction, current, draft } = row;
  const words = { known: unnamed(noun, id), unknown: `no ${noun}`, other: `all other ${noun}s` }[kind];
  return {
    ...toPair(netOf(row)),
    id,
    name: name ?? words,
    interval: toInterval(interval),
    direction,
    wins: { current: current.wins, draft: draft.wins },
  };
}

const toWinner = (
  winner: NonNullable<CompareReport['changes'][number]['examples'][number]['current_winner']>,
): ExampleWinner => ({
  bidId: winner.bid_id,
  memberId: winner.member_id,
  tierId: winner.tier_id,
  netPrice: winner.net_price,
  netToSeller: winner.net_to_seller,
});

/** Ten examples, of every kind in turn, so that no kind hides the others. */
export function chooseExamples<T>(kinds: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...kinds.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => kinds.flatMap((examples) => examples.slice(at, at + 1)));
  return inTurn.flat().slice(0, shownExamples);
}
