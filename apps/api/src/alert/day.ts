import {
  type Commitment,
  commitmentsOf,
  type ReadCommitment,
  readCommitment,
  type StoredDraft,
  type YmProfile,
} from '@auction-tiers/contract';
import { english } from '@auction-tiers/figure';
import { type ReportCounts, totalCell, valueCell } from '@auction-tiers/tally';
import { type CauseNames, type Finding, moneyWords, toldOf } from './cause.ts';
import { pairsOf, totalOf } from './hour-counts.ts';

/** Promises are checked once this part of a day's auctions has come, and this many auctions. */
const [leastPart, leastAuctions] = [0.25, 100];
/** Standard errors below a promise, which chance alone reaches less than once in some hundred days. */
const leastErrors = 3;
const microsPerMoney = 1e9;

interface Day {
  readonly counts: Pick<ReportCounts, 'totals' | 'pairs'>;
  /** The part of the day's auctions that has come. */
  readonly part: number;
}

/** The present promises, and the draft that made them; null: the ym-profile made them. */
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

/** Promises that the day will miss at its present pace: one finding, which names the promise that misses most money. */
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

/** Null: the promise is kept. `netMicros`: net of the day less net promised, 0 where the promise is an upper bound. */
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
  // A share does not grow during the day.
  const passed = figure === 'share_of_net' ? 1 : part;
  const due = wanted * passed;
  const variance = figure === 'wins' ? due : (2 * due ** 2) / Math.max(1, won);
  const missing = bound === 'at_least' ? due - found : found - due;
  const isMissed = won === 0 ? bound === 'at_least' && wanted > 0 : missing > leastErrors * Math.sqrt(variance);
  if (!isMissed) return null;
  const show = (value: number) =>
    figure === 'wins'
      ? `${english.count(value)} wins`
      : figure === 'net'
        ? `${english.decimal(value, 2)} ${names.currency}`
        : english.percent(value);
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
    sentence: `${names[subject](id)} is on course for ${show(pace)}${of} today; promised: at ${most} ${show(wanted)}${worth}`,
    netMicros,
  };
}

/** Values that do not exist are reported above this share of the auctions. */
const mostUnknown = 0.01;

/** Auctions that name values that do not exist. */
export function findUnknown(counts: ReportCounts): Finding[] {
  const auctions = totalOf(counts, totalCell.auctions);
  const table = counts.valuesOf('unknown_value');
  const names = new Set<string>();
  let unknown = 0;
  for (const [value, row] of table.rows()) {
    const count = table.sums.cells[row + valueCell.auctions]!;
    if (count > 0)
      for (const name of String(value).split(','))
        names.add(name === 'dma' ? 'market area' : name.replaceAll('_', ' '));
    unknown += count;
  }
  if (auctions < leastAuctions || unknown <= mostUnknown * auctions) return [];
  const sentence = `${english.percent(unknown / auctions)} of the auctions name a ${[...names].join(' or ')} that does not exist, so targeting treats it as missing`;
  return [toldOf('unknown', null, sentence)];
}
