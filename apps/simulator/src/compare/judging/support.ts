import {
  type ClusterKind,
  type CompareReport,
  type FeeSection,
  type LossCause,
  type Stability,
  type Units,
  type Usability,
  type Warning,
  type WarningKey,
  changeKinds,
  leastClusters,
  warningKeys,
  warningOf,
} from '@auction-tiers/contract/compare-report';
import { formatEarned } from '@auction-tiers/tier-engine';
import { capital, count, counted, percent, twoDecimals } from '../../figure/text.ts';
import type { InputReport } from '../../log/auction/input-report.ts';
import { rowFormats } from '../../log/format/formats.ts';
import { ignoredFeeTexts } from '../../schema/fee.ts';
import { findUnitsMissing } from './blind-spot.ts';
import { noAuctionsText } from './cannot-say.ts';
import { stoppedText } from './stopped.ts';
import { losesMuch } from './usability.ts';
import type { LoadedTierSet } from '../../tier-set/tier-set-file.ts';
import { mostHighestBids } from '../measuring/highest-bids.ts';
import { isTouched } from '../measuring/change-summary.ts';
import type { Comparison } from '../measuring/comparison.ts';
import { round } from './effect.ts';
import type { LogDays } from './log-days.ts';
import { changedBlocksOf } from './method.ts';
import { listOwners } from './owners.ts';
import { verdictRule } from './verdict-rule.ts';

type ReadInput = Omit<CompareReport['input'], 'bytes'>;

/** How far the log supports conclusions about this change. */
export function toSupport(
  comparison: Comparison,
  input: ReadInput,
  fee: FeeSection,
  current: LoadedTierSet,
  draft: LoadedTierSet,
  method: CompareReport['method'],
  { hours, days }: LogDays,
  usability: Usability,
  isComplete: boolean,
  {
    stability,
    units,
    tries,
    repeats,
    share: logShare,
    currency,
  }: Pick<Facts, 'stability' | 'units' | 'tries' | 'repeats' | 'share' | 'currency'>,
): CompareReport['support'] {
  const { auctions, revenue } = comparison.current.totals();
  const touched = changeKinds.filter(isTouched).map((kind) => comparison.changes.totals(kind));
  const touchedAuctions = touched.reduce((sum, change) => sum + change.auctions, 0);
  const touchedMicros = touched.reduce((sum, change) => sum + change.current.netMicros, 0n);
  return {
    touched_auctions: touchedAuctions,
    touched_share: share(touchedAuctions, auctions) ?? 0,
    touched_revenue: formatEarned(touchedMicros),
    touched_revenue_share: share(Number(touchedMicros), Number(revenue.netMicros)),
    hours: hours.length,
    days: days.length,
    warnings: warnOf({
      auctions,
      touchedAuctions,
      input,
      method,
      hours: hours.length,
      days: days.length,
      lacksFee:
        fee.source !== 'seller' &&
        sampledOf(input) < auctions &&
        revenue.grossMicros > 0n &&
        revenue.grossMicros === revenue.netMicros,
      fee,
      missingBuyers: comparison.buyerBids.missing(draft.source).map((id) => draft.buyerNames.get(id) ?? id),
      idleTiers: findIdleTiers(comparison, draft).map((id) => draft.tierNames.get(id) ?? id),
      usability,
      stability,
      units,
      tries,
      repeats,
      share: logShare,
      currency,
      hasBoundedRows: Object.values(comparison.rows).some(({ isBounded }) => isBounded),
      isComplete,
      hasProfiles: [current, draft].some(({ source }) => source.tiers.some(({ profileId }) => profileId !== null)),
    }),
  };
}

function findIdleTiers({ draft: tally }: Comparison, { source }: LoadedTierSet): number[] {
  const stages = tally.funnel();
  const ids = source.tiers.map(({ id }) => id).filter((id) => (stages?.get(id)?.categorised ?? 0) === 0);
  return ids.toSorted((left, right) => left - right);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : round(Math.min(1, part / whole), 6);
}

/** The facts that warnings depend on. */
export interface Facts {
  readonly auctions: number;
  readonly touchedAuctions: number;
  readonly input: ReadInput;
  readonly fee: FeeSection;
  readonly method: CompareReport['method'];
  readonly hours: number;
  readonly days: number;
  /** Whether gross and net revenue are equal although prices are gross and the seller's fee is unknown. (Prices of a feed are net.) */
  readonly lacksFee: boolean;
  /** Buyers that tiers of the draft name and that have no bid: their names, or ids where they have none. */
  readonly missingBuyers: readonly (string | number)[];
  /** Tiers of the draft that took no bid, likewise. */
  readonly idleTiers: readonly (string | number)[];
  readonly hasBoundedRows: boolean;
  /** Whether the log is declared whole. */
  readonly isComplete: boolean;
  /** Whether tiers of either set have a profile, which auctions without attributes hardly match. */
  readonly hasProfiles: boolean;
  readonly usability: Usability;
  readonly stability: Stability;
  readonly units: Units;
  readonly tries: number;
  readonly repeats: CompareReport['repeats'];
  readonly share: number;
  readonly currency: string;
}

/** `seats`: some unknown ones; empty: there are none. */
const lostWords: Readonly<Record<LossCause, (seats: string) => string>> = {
  currency: () => 'in another currency',
  invalid_bids: () => 'without a usable price or impression',
  unknown_buyers: (seats) =>
    `of unknown buyers${seats === '' ? '' : ` with seats such as ${seats}`}, which no tier can name`,
  price_unit: () => 'with prices on another scale',
};

/** Fewer auctions get a warning. */
const fewAuctions = 1000;
/** Buyers or tiers that a warning lists. */
const listedNames = 10;
/** Seats that a warning names, and characters of each, because a log may have any text as a seat. */
const [namedSeats, longestSeat] = [3, 60];
const namedBids = 5;
/** With clusters of none of these kinds, the interval does not show what differs between hours. */
const coarseKinds: ReadonlySet<ClusterKind> = new Set(['hour_and_placement', 'hour', 'day']);
const { leastTouchedAuctions, leastChangedBlocks } = verdictRule;

/** The message of a warning; undefined: it does not apply. */
type MessageOf = (facts: Facts) => string | undefined;

/** Of a log whose auctions are all sold, in which a draft could change no unsold one. */
export const noUnsoldText =
  'Every auction of the log is sold, though floors and excludes take many bids: unsold auctions seem to be missing, in which a draft could sell.';

/** Of a draft that changes too few auctions. */
export const fewChangesText = (touchedAuctions: number, auctions: number): string =>
  `The draft changes the winner or price of only ${counted(touchedAuctions, 'auction')}, ${percent(touchedAuctions / auctions)} of the log; the rule wants ${leastTouchedAuctions}.`;

/** Of a difference that comes from too few blocks. */
export const fewChangedBlocksText = (changedBlocks: number): string =>
  `The change in revenue comes from only ${counted(changedBlocks, 'block')} of hours and placements; the rule wants ${leastChangedBlocks}.`;

const messages: Readonly<Record<WarningKey, MessageOf>> = {
  'too_little.auctions': ({ auctions, input }) =>
    auctions === 0
      ? noAuctionsText(input.owners)
      : when(
          auctions < fewAuctions,
          `The log has only ${counted(auctions, 'auction')}; ${count(fewAuctions)} or more would be a beginning.`,
        ),
  'too_little.changed_auctions': ({ auctions, touchedAuctions }) =>
    when(touchedAuctions > 0 && touchedAuctions < leastTouchedAuctions, fewChangesText(touchedAuctions, auctions)),
  'too_little.blocks': ({ method: { clusters } }) =>
    when(
      clusters.every(({ kind, method: way }) => !coarseKinds.has(kind) || way === null),
      'There are few hours and placements: what differs between them is not, or hardly, in the interval.',
    ),
  'too_little.changed_blocks': ({ touchedAuctions, method }) =>
    when(
      touchedAuctions > 0 && changedBlocksOf(method) < leastChangedBlocks,
      fewChangedBlocksText(changedBlocksOf(method)),
    ),
  'too_little.days': ({ days }) =>
    when(
      days < leastClusters.day,
      `The log covers ${counted(days, 'day')}; what differs from day to day is not in the interval, which is about ${days === 1 ? 'this day' : 'these days'} only.`,
    ),
  'too_little.hours': ({ hours }) =>
    when(
      hours === 1,
      'All auctions are of one hour, or the log names no times: tiers with dayparts are not tried by the clock.',
    ),
  'days_weighed.neighbours': ({ method: { neighbouring_days: neighbours } }) =>
    when(
      neighbours.move_together,
      `Neighbouring days likely move together (15 of 100 logs of independent days look so by chance, of long logs 5): how far the difference is off its mean in the last hours of a day and in the first of the next correlates by ${twoDecimals(neighbours.correlation ?? 0)} over ${counted(neighbours.nights, 'night')}. Such days tell less than as many independent ones, so the interval by days is ${twoDecimals(neighbours.widening)} times as wide; a longer log would tell more.`,
    ),
  'days_weighed.weekdays': ({ stability: { weekdays } }) =>
    when(
      weekdays.cover === 'weighted' && weekdays.frequent.length > 0,
      `Days of the week count alike in the interval: ${weekdays.frequent.join(', ')}, of which the log has more, each count less.`,
    ),
  no_units: (facts) => {
    const missing = findUnitsMissing(facts);
    return when(
      missing !== undefined && !facts.units.are_declared_absent,
      `The interval may be too narrow, because a person who comes back looks like a new one each time: ${missing?.words ?? ''}.`,
    );
  },
  several_tries: ({ tries, method: { confidence } }) =>
    when(
      tries > 1,
      `The best of several drafts looks good by chance. ${count(tries)} were tried on this log, so each interval has a confidence of ${percent(confidence)}: with 95 % all of them hold.`,
    ),
  sampled: ({ share: part }) =>
    when(
      part < 1,
      `The log has ${percent(part)} of all auctions: what is said of a day, a month or a commitment is of all of them, and other sums are of those in the log.`,
    ),
  repeats: ({ repeats: { dropped, kept_share: kept } }) =>
    dropped > 0
      ? `${counted(dropped, 'auction')} that ${dropped === 1 ? 'repeats' : 'repeat'} another one ${dropped === 1 ? 'was' : 'were'} dropped.`
      : when(kept > 0, `About ${percent(kept)} of the auctions repeat another one, and count again.`),
  odd_times: ({ usability: { odd_times_share: odd } }) =>
    when(odd > 0, `${percent(odd)} of the auctions have impossible dates, before 2000 or from 2100 on.`),
  'unusable.lines': ({ input }) =>
    when(
      input.broken_lines > 0,
      `Broken lines were passed over, ${count(input.broken_lines)} of them: what they held is in no figure.`,
    ),
  'unusable.bids': ({ usability: { lost }, input: { unmapped_seats: unmapped } }) =>
    when(
      lost.length > 0,
      `Bids that could not be used: ${lost.map(({ cause, bids, bids_share: part }) => `${count(bids)} (${percent(part)}) ${lostWords[cause](named(unmapped.largest))}`).join(', ')}.`,
    ),
  'unusable.buyers': ({ usability: { lost_by_buyer: rows } }) => {
    const losers = rows.filter((row) => row.member_id !== null && losesMuch(row));
    return when(losers.length > 0, `Bids of single buyers could not be used: ${listLosers(losers)}.`);
  },
  stopped: (facts) => when(facts.stability.stopped.length > 0, stoppedText(facts.stability.stopped, facts)),
  'log_lacks.unsold': ({ usability }) => when(usability.lacks_unsold, noUnsoldText),
  'log_lacks.bids': ({ input, isComplete }) =>
    when(
      sampledOf(input) > 0 && !isComplete,
      `${rowsText(input)}. Bids that the draft would let in may be missing, and tiers with a profile hardly match.`,
    ),
  'log_lacks.attributes': ({ input, isComplete, hasProfiles }) =>
    when(
      sampledOf(input) > 0 && isComplete && hasProfiles,
      `The log is declared whole, but its ${counted(sampledOf(input), 'auction')} in rows name ${rowFormats.find(({ kind }) => input.auctions[kind] > 0)?.attributes ?? 'no'} attributes of impressions: tiers with a profile hardly match.`,
    ),
  'fee.none': ({ lacksFee }) =>
    when(
      lacksFee,
      'No fee was taken: none is named, or 0. Minimum prices are compared with what is left after the fee, so that fewer bids may reach them than here.',
    ),
  'fee.ignored': ({ fee }) => when(fee.ignored.length > 0, ignoredFeeTexts(fee).join(' ')),
  outsized_bids: ({ usability: { outsized } }) =>
    when(
      outsized !== null && outsized.bids.length > 0,
      `Prices out of all proportion, above ${outsized?.above}: ${listBids(outsized?.bids ?? [])}.`,
    ),
  other_owners: ({ input: { owners } }) =>
    when(
      owners.largest.length > 0,
      `Auctions of other owners than the tiers: ${listOwners(owners)}. Left out were ${count(owners.left_out_auctions)}, and used ${count(owners.other_seller_auctions + owners.other_ym_profile_auctions)}; auctions that name no owner are used, ${count(owners.unnamed_auctions)} of them.`,
    ),
  'not_in_log.buyers': ({ missingBuyers }) =>
    when(
      missingBuyers.length > 0,
      `${listOf('buyer', missingBuyers)} that tiers of the draft name never bid in the log.`,
    ),
  'not_in_log.tiers': ({ idleTiers }) =>
    when(
      idleTiers.length > 0,
      `${listOf('tier', idleTiers)} of the draft took no bid of the log: nothing is known about ${idleTiers.length === 1 ? 'it' : 'them'}.`,
    ),
  rows_bounded: ({ hasBoundedRows }) =>
    when(hasBoundedRows, 'More buyers, tiers or placements change than are kept by block: some rows have no interval.'),
};

/** The warnings of a report; an empty log gets only one. */
export function warnOf(facts: Facts): Warning[] {
  const asked = facts.auctions === 0 ? warningKeys.slice(0, 1) : warningKeys;
  return asked.flatMap((key) => {
    const message = messages[key](facts);
    return message === undefined ? [] : [warningOf(key, message)];
  });
}

function when(isTrue: boolean, message: string): string | undefined {
  return isTrue ? message : undefined;
}

function named(seats: ReadInput['unmapped_seats']['largest']): string {
  return seats
    .slice(0, namedSeats)
    .map(({ seat }) => JSON.stringify(seat.length > longestSeat ? `${seat.slice(0, longestSeat)}…` : seat))
    .join(', ');
}

/** `9.00 % of those of buyer 12 (45 of 500)`, and how many more. */
function listLosers(rows: Usability['lost_by_buyer']): string {
  const shown = rows
    .slice(0, namedSeats)
    .map(
      ({ member_id: id, name, lost, bids, share: part }) =>
        `${percent(part)} of those of buyer ${name ?? id} (${count(lost)} of ${count(bids)})`,
    );
  const more = rows.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and of ${count(more)} more` : ''}`;
}

/** `90000 of buyer 12`, and how many more. */
function listBids(bids: NonNullable<Usability['outsized']>['bids']): string {
  const shown = bids
    .slice(0, namedBids)
    .map(
      ({ member_id: memberId, price }) => `${price} of ${memberId === null ? 'an unknown buyer' : `buyer ${memberId}`}`,
    );
  const more = bids.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${bids.length === mostHighestBids ? 'at least ' : ''}${more} more` : ''}`;
}

/** The beginning of a sentence: `Tier Gold`, or `12 tiers (Gold, Silver and 10 more)`. */
function listOf(noun: string, names: readonly (string | number)[]): string {
  const shown = names.slice(0, listedNames).join(', ');
  const more = names.length > listedNames ? ` and ${names.length - listedNames} more` : '';
  return names.length === 1 ? `${capital(noun)} ${shown}` : `${names.length} ${noun}s (${shown}${more})`;
}

type Auctions = Pick<InputReport, 'auctions'>;

/** Auctions of logs that are samples. */
const sampledOf = ({ auctions }: Auctions): number =>
  rowFormats.reduce((sum, { kind, isSample }) => sum + (isSample ? auctions[kind] : 0), 0);

/** What logs of rows lack. */
const rowsText = ({ auctions }: Auctions): string =>
  rowFormats
    .flatMap(({ kind, lacks }) => (auctions[kind] > 0 ? [lacks(counted(auctions[kind], 'auction'))] : []))
    .join('. ');
