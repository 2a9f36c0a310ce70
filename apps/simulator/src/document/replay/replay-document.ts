import type { Block, Inline, ReportDocument, Section } from '@auction-tiers/report-document';
import {
  count,
  counted,
  facts,
  figures,
  list,
  moneyFormat,
  name,
  section,
  sentence,
} from '@auction-tiers/report-document';
import { findUnreadable } from '../../log/auction/input-report.ts';
import { feeText } from '../../schema/fee.ts';
import type { ApiReport, ReplayReport, TierRow } from '../../schema/replay-report.ts';
import type { ReplayTiming } from '../../schema/replay-timing.ts';
import type { VerifyReport } from '../../schema/verify-report.ts';
import { funnelBlocks, priorityText, type TierFunnel } from '../section/funnel.ts';
import { hourBlocks } from '../section/hours.ts';
import { inputBlocks } from '../section/input.ts';
import { originOf } from '../section/origin.ts';
import { breakdownSections } from './breakdown.ts';
import { openingBlocks, outcomeBlocks } from './opening.ts';

/** The report of a replay. With `timing`, how long it took. */
export function replayDocument(report: ReplayReport, timing?: ReplayTiming): ReportDocument {
  const { currency, input, tier_set: tierSet, auctions, bids, notes, fee, api, verify } = report;
  const own = tierSet?.name ?? api?.url ?? 'The tiers';
  const tiers: Inline =
    tierSet === null
      ? 'The tiers of the API'
      : [
          ['Revision ', name(tierSet.revision)],
          ` (${counted(tierSet.tiers, 'tier')}, ym-profile ${tierSet.ym_profile_id})`,
        ];
  const speed = timing === undefined ? '' : ` (${speedText(timing)})`;
  return {
    currency,
    title: `Replay: ${own}`,
    kind: 'Replay: with tiers against without',
    headline: name(own),
    subject: [tiers, `, on ${counted(auctions, 'auction')} with ${counted(bids, 'bid')}${speed}.`],
    opening: [
      ...[findUnreadable(input) ?? [], ...notes].flat().map((note) => sentence(note, 'sets')),
      ...openingBlocks(report),
    ],
    sections: [
      section('hours', 'Revenue by hour', hours(report)),
      section('funnel', 'How far bids come', funnel(report)),
      section('outcomes', 'What became of the bids', outcomeBlocks(report)),
      ...breakdownSections(report),
      ...(verify === null ? [] : [verifySection(verify, currency)]),
      ...(api === null ? [] : [apiSection(api)]),
      section('input', 'What was read', [
        facts([...(tierSet === null ? [] : originOf('Tiers', tierSet)), ['Fee', feeText(fee)]]),
        ...inputBlocks(input),
      ]),
    ],
  };
}

const micros = (ns: number): string => figures.decimal(ns / 1000, 1);

function speedText({ bids_a_second: bidsASecond, seconds, auction_ns: auctionNs }: ReplayTiming): string {
  const speed = `${counted(bidsASecond, 'bid')} per second, ${seconds} s`;
  if (auctionNs === null) return speed;
  return `${speed}; median ${micros(auctionNs.p50)} µs per auction, 99 % under ${micros(auctionNs.p99)} µs`;
}

const hours = ({ date_hours: { rows }, currency }: ReplayReport): Block[] =>
  hourBlocks(
    rows.map((row) => ({
      startsAt: row.starts_at,
      before: row.without_tiers.net_to_seller,
      after: row.net_to_seller,
    })),
    { before: 'without tiers', after: 'with tiers', more: 'tiers bring more', less: 'tiers bring less' },
    currency,
  );

function funnel({ tiers, bids }: ReplayReport): Block[] {
  const known = tiers.flatMap((row: TierRow): TierFunnel[] =>
    row.funnel === null
      ? []
      : [{ id: row.id, name: row.name, presence: 'both', priority: priorityText(row), sides: [row.funnel] }],
  );
  return known.length === 0
    ? [sentence('The tiers are those of the API, or there are none: how far bids come is not known.', 'nothing')]
    : funnelBlocks(known, bids);
}

/** The answers of the API that decided the auctions. */
function apiSection({ url, ym_profile_id: id, answered, lost, losses, different, differences }: ApiReport): Section {
  const compared = different === null ? '' : `, ${count(different)} decided differently than here`;
  const answers = `${counted(answered, 'auction')} answered, ${count(lost)} lost${compared}`;
  return section('api', 'The API', [
    sentence([name(url), `, ym-profile ${id}: ${answers}.`]),
    ...listed('Lost', losses),
    ...listed('Decided differently', differences),
  ]);
}

/** What became of the recorded auctions that were decided again. */
function verifySection(verify: VerifyReport, currency: string): Section {
  const { decided_again: decided, different, revisions, unknown_revisions: unknown, unrecorded } = verify;
  const money = moneyFormat(currency, [verify.gross_paid, verify.net_to_seller, verify.forgone]);
  const verdict = different === 0 ? 'all to the same bytes' : `${counted(different, 'auction')} otherwise`;
  const undecided = unknown === 0 ? '' : `; ${counted(unknown, 'auction')} could not be decided again`;
  return section('verify', 'Decided again', [
    sentence(
      `${counted(decided, 'recorded auction')} by the tiers of ${counted(revisions, 'revision')}: ${verdict}${undecided}.`,
    ),
    facts([
      ['Net to the seller then', money.plain(verify.net_to_seller)],
      ['Paid by buyers then', money.plain(verify.gross_paid)],
      ['Forgone then', money.plain(verify.forgone)],
    ]),
    ...(unrecorded === 0 ? [] : [sentence(`${counted(unrecorded, 'auction')} of the log have no decision.`)]),
    ...listed('Decided differently', verify.differences),
    ...listed('Not decided again', verify.problems),
  ]);
}

const listed = (title: string, items: readonly string[]): Block[] =>
  items.length === 0 ? [] : [sentence(title, 'heading'), list(items)];
