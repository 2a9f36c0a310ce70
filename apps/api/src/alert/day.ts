import {
  type Commitment,
  commitmentsOf,
  type ReadCommitment,
  readCommitment,
  type StoredDraft,
  type YmProfile,
} from '@auction-tiers/contract';
import { type ReportCounts, totalCell, valueCell } from '@auction-tiers/tally';
import { type CauseNames, type Finding, moneyWords, percent, toldOf, whole } from './cause.ts';
import { pairsOf, totalOf } from './hour-counts.ts';

/** What is promised is looked at once this part of a day's auctions has come, and so many auctions. */
const [leastPart, leastAuctions] = [0.25, 100];
/** A day is told to miss a promise where chance makes up for it less than once in some hundred days. */
const leastErrors = 3;
const microsPerMoney = 1e9;

interface Day {
  readonly counts: Pick<ReportCounts, 'totals' | 'pairs'>;
  /** Of the day's auctions, how many have come. */
  readonly part: number;
}

/** What is promised now, and in which draft; null: on the ym-profile. */
export interface Promised {
  readonly draft: Pick<StoredDraft, 'id' | 'name'> | null;
  readonly commitments: readonly Commitment[];
}

/** The promises of the draft that was published last, or of the ym-profile where that has none of its own. */
export function promisedIn(drafts: readonly StoredDraft[], ymProfile: Pick<YmProfile, 'id' | 'commitments'>): Promised {
  const last = drafts
    .filter(({ state, ym_profile_id: id }) => state === 'published' && id === ymProfile.id)
    .toSorted((one, other) => other.last_modified.localeCompare(one.last_modified) || other.id - one.id)[0];
  return {
    draft: last === undefined || last.commitments === null ? null : last,
    commitments: commitmentsOf(last, ymProfile),
  };
}

/** Promises that a day will miss as it goes on: one cause, which names the first of them. */
export function findMissed({ draft, commitments }: Promised, day: Day, names: CauseNames): Finding[] {
  if (day.part < leastPart || totalOf(day.counts, totalCell.auctions) < leastAuctions) return [];
  const missed = commitments.flatMap((one) => missedBy(readCommitment(one), day, names) ?? []);
  const [first, ...others] = missed.toSorted((one, other) => one.netMicros - other.netMicros);
  if (first === undefined) return [];
  const more =
    others.length === 0
      ? ''
      : `; ${others.length} more${draft === null ? '' : ` of draft ${draft.name}`} will be missed`;
  return [{ ...toldOf('commitment', draft?.id ?? null, first.sentence + more), netMicros: first.netMicros }];
}

/** `netMicros`: what the day will bring less than was promised, 0 where it is more than was allowed. */
function missedBy(
  { subject, id, bound, figure, wanted }: ReadCommitment,
  { counts, part }: Day,
  names: CauseNames,
): { readonly sentence: string; readonly netMicros: number } | null {
  let [won, net] = [0, 0];
  for (const row of pairsOf(counts)) {
    if (row[subject] !== id) continue;
    won += row.won;
    net += row.net;
  }
  const allNet = totalOf(counts, totalCell.net);
  const found = { wins: won, net: net / microsPerMoney, share_of_net: allNet === 0 ? 0 : net / allNet }[figure];
  // A share does not grow with the day.
  const passed = figure === 'share_of_net' ? 1 : part;
  const due = wanted * passed;
  const variance = figure === 'wins' ? due : (2 * due ** 2) / Math.max(1, won);
  const missing = bound === 'at_least' ? due - found : found - due;
  const isMissed = won === 0 ? bound === 'at_least' && wanted > 0 : missing > leastErrors * Math.sqrt(variance);
  if (!isMissed) return null;
  const show = (value: number) =>
    figure === 'wins'
      ? `${whole(value)} wins`
      : figure === 'net'
        ? `${value.toFixed(2)} ${names.currency}`
        : percent(value);
  const of = figure === 'share_of_net' ? ' of net' : '';
  const pace = found / passed;
  const most = bound === 'at_least' ? 'least' : 'most';
  const money = {
    wins: won === 0 ? 0 : ((pace - wanted) * net) / won,
    net: (pace - wanted) * microsPerMoney,
    share_of_net: ((pace - wanted) * allNet) / part,
  }[figure];
  const netMicros = bound === 'at_least' ? money : 0;
  const worth = netMicros === 0 || figure === 'net' ? '' : `, ${moneyWords(-netMicros)} ${names.currency} less`;
  return {
    sentence: `${names[subject](id)} comes to ${show(pace)}${of} today at this pace; at ${most} ${show(wanted)} was promised${worth}`,
    netMicros,
  };
}

/** Above this share of the auctions values that do not exist are told. */
const mostUnknown = 0.01;

/** Auctions that name values that do not exist. */
export function findUnknown(counts: ReportCounts): Finding[] {
  const auctions = totalOf(counts, totalCell.auctions);
  const table = counts.valuesOf('unknown_value');
  const names = new Set<string>();
  let unknown = 0;
  for (const [value, row] of table.rows()) {
    const count = table.sums.cells[row + valueCell.auctions]!;
    if (count > 0) for (const name of String(value).split(',')) names.add(name);
    unknown += count;
  }
  if (auctions < leastAuctions || unknown <= mostUnknown * auctions) return [];
  const sentence = `${percent(unknown / auctions)} of the auctions name a ${[...names].join(' or ')} that does not exist, so targeting takes it as missing`;
  return [toldOf('unknown', null, sentence)];
}
