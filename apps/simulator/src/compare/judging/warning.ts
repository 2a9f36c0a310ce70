import type { InputReport } from '../../log/auction/input-report.ts';
import { count, counted, percent } from '../../figure/text.ts';
import type { WarningCode } from '../../schema/compare-report.ts';
import { warningCodes } from '../../schema/compare-report.ts';
import { enoughBlocks } from '../measuring/block.ts';
import { listOf } from './phrase.ts';
import { verdictRule } from './verdict-rule.ts';

/** What warnings are about. */
export interface Facts {
  readonly auctions: number;
  readonly touchedAuctions: number;
  readonly input: InputReport;
  readonly blocks: number;
  readonly changedBlocks: number;
  readonly keepsHours: boolean;
  readonly hours: number;
  readonly days: number;
  /** Whether what is sold is sold without a fee, though prices are gross: those of a feed are not. */
  readonly lacksFee: boolean;
  /** Buyers that tiers of the draft name and that never bid. */
  readonly missingBuyers: readonly number[];
  /** Tiers of the draft that took no bid. */
  readonly idleTiers: readonly number[];
  readonly hasBoundedRows: boolean;
}

/** Fewer auctions are hardly a log. */
const fewAuctions = 1000;
/** A log may hold any text for a seat. */
const [namedSeats, longestSeat] = [3, 60];
const { leastTouchedAuctions, leastChangedBlocks, leastDays } = verdictRule;

/** The sentence that there is to say, or undefined. */
type Warning = (facts: Facts) => string | undefined;

const warnings: Readonly<Record<WarningCode, Warning>> = {
  no_auctions: ({ auctions }) => when(auctions === 0, 'The log has no auctions: nothing can be said.'),
  few_auctions: ({ auctions }) =>
    when(
      auctions < fewAuctions,
      `The log has only ${counted(auctions, 'auction')}; ${count(fewAuctions)} or more would be a beginning.`,
    ),
  few_changes: ({ auctions, touchedAuctions }) =>
    when(
      touchedAuctions > 0 && touchedAuctions < leastTouchedAuctions,
      `The draft changes the winner or price of only ${counted(touchedAuctions, 'auction')}, ${percent(touchedAuctions / auctions)} of the log; the rule wants ${leastTouchedAuctions}.`,
    ),
  few_blocks: ({ blocks, keepsHours }) =>
    when(
      blocks < enoughBlocks || !keepsHours,
      'There are few hours and placements: what differs between them is not, or hardly, in the interval.',
    ),
  few_changed_blocks: ({ touchedAuctions, blocks, changedBlocks }) =>
    when(
      touchedAuctions > 0 && changedBlocks < leastChangedBlocks,
      `The change in revenue comes from ${changedBlocks} of ${blocks} blocks; the rule wants ${leastChangedBlocks}.`,
    ),
  few_days: ({ days }) =>
    when(
      days < leastDays,
      `The log covers ${counted(days, 'day')}; what differs from day to day is not in the interval.`,
    ),
  no_times: ({ hours }) =>
    when(
      hours === 1,
      'All auctions are of one hour, or the log names no times: tiers with dayparts are not tried by the clock.',
    ),
  no_fee: ({ lacksFee }) =>
    when(
      lacksFee,
      'No fee was taken: the log names none and --fee gives none. Minimum prices are compared with what is left after the fee, so that fewer bids may reach them than here.',
    ),
  broken_lines: ({ input }) =>
    when(
      input.broken_lines > 0,
      `Broken lines were passed over, ${count(input.broken_lines)} of them: what they held is in no figure.`,
    ),
  feed_censored: ({ input }) =>
    when(
      input.auctions.feed > 0,
      `A bid landscape feed gave ${counted(input.auctions.feed, 'auction')}: a sample of users, at most the 15 highest bids of each auction, without attributes of impressions. Bids that the draft would let in may be missing, and tiers with a profile hardly match.`,
    ),
  unmapped_seats: ({ input: { unmapped_seats: unmapped } }) =>
    when(
      unmapped.bids > 0,
      `There are bids of seats that nobody knows, ${count(unmapped.bids)} of them, such as ${named(unmapped.largest)}: no tier can name them. Map them with --seats.`,
    ),
  buyers_not_in_log: ({ missingBuyers }) =>
    when(
      missingBuyers.length > 0,
      `${listOf('buyer', missingBuyers)} that tiers of the draft name never bid in the log.`,
    ),
  tiers_not_exercised: ({ idleTiers }) =>
    when(
      idleTiers.length > 0,
      `${listOf('tier', idleTiers)} of the draft took no bid of the log: nothing is known about ${idleTiers.length === 1 ? 'it' : 'them'}.`,
    ),
  rows_bounded: ({ hasBoundedRows }) =>
    when(hasBoundedRows, 'More buyers, tiers or placements change than are kept by block: some rows have no interval.'),
};

/** Why the figures may say less than they seem to. Of an empty log there is only one thing to say. */
export function warnOf(facts: Facts): { code: WarningCode; message: string }[] {
  const asked = facts.auctions === 0 ? warningCodes.slice(0, 1) : warningCodes;
  return asked.flatMap((code) => {
    const message = warnings[code](facts);
    return message === undefined ? [] : [{ code, message }];
  });
}

function when(isTrue: boolean, message: string): string | undefined {
  return isTrue ? message : undefined;
}

function named(seats: InputReport['unmapped_seats']['largest']): string {
  return seats
    .slice(0, namedSeats)
    .map(({ seat }) => JSON.stringify(seat.length > longestSeat ? `${seat.slice(0, longestSeat)}…` : seat))
    .join(', ');
}
