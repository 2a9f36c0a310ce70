import { logKinds, type FeeSource, type LogKind } from '@auction-tiers/contract/compare-report';
import { formatEarned } from '@auction-tiers/tier-engine';
import type { Bid } from '@auction-tiers/tier-engine';
import { counted, toMicros } from '../../figure/text.ts';
import type { LogSource } from '../file/source.ts';
import type { FeeCounts } from './fee.ts';
import { addFees, countFees } from './fee.ts';
import type { OtherOwner } from './owner.ts';
import { OwnerCounts } from './owner.ts';

export interface BrokenLine {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

export interface SeatBids {
  readonly seat: string;
  readonly bids: number;
}

/** Bids in a currency that the log's tiers are not in. */
export interface ForeignBids {
  /** As OpenRTB names it. */
  readonly currency: string;
  readonly bids: number;
  /** What they would bring if each were sold, in that currency, with nine decimals. */
  readonly value: string;
}

/** Bids of a buyer, or of an unknown seat, that cannot be used. */
export interface LostBids {
  readonly memberId: number | null;
  /** null: the buyer is known. */
  readonly seat: string | null;
  readonly bids: number;
}

/** What was read. Every figure adds up over the parts of a log. */
export interface InputReport {
  readonly files: readonly {
    readonly file: string;
    readonly form: LogSource['form'];
    readonly compression: string;
  }[];
  /** Lines of each kind; of a feed, its rows. */
  readonly lines: Readonly<Record<LogKind, number>>;
  readonly auctions: Readonly<Record<LogKind, number>>;
  /** Bids by where their fee is from. */
  readonly fees: FeeCounts;
  readonly broken_lines: number;
  /** Files that could not be read to their end; each is a broken line too. */
  readonly unfinished_files: number;
  /** The first broken lines. */
  readonly broken: readonly BrokenLine[];
  /** OpenRTB bids that cannot take part; not among the bids. */
  readonly invalid_bids: number;
  /** Invalid bids in a currency without a rate, by currency; the most bids first. */
  readonly foreign_bids: readonly ForeignBids[];
  /** By buyer, in broken lines and invalid bids, as far as these tell; the most bids first. */
  readonly lost_of_buyers: readonly LostBids[];
  /** Prices above the highest allowed, of invalid bids and of bids in broken lines. */
  readonly too_high_prices: number;
  /** Fields of OpenRTB that were ignored because their value has no meaning. */
  readonly warnings: number;
  /** Feed bids that were rejected for another reason than their price; not among the bids. */
  readonly rejected_bids: number;
  /** Feed bids below a floor of their own that is higher than the auction's; not among the bids. */
  readonly below_own_floor_bids: number;
  /** Rows whose times name no zone, and the zone in which they were read; null: there are none. */
  readonly local_times: { readonly timezone: string; readonly rows: number } | null;
  /** Recorded auctions that were left out because their share is not the one that is used; not among the auctions. */
  readonly other_share_auctions: number;
  /** Auctions that name another owner than the tiers have, or none. */
  readonly owners: {
    /** Of another ym-profile, by its id or by a publisher that ours does not list, and used nevertheless. */
    readonly other_ym_profile_auctions: number;
    /** Of another seller, and used nevertheless. */
    readonly other_seller_auctions: number;
    /** Of another ym-profile, and left out; not among the auctions. */
    readonly left_out_auctions: number;
    /** That name neither a ym-profile nor a publisher that could be compared; used. */
    readonly unnamed_auctions: number;
    /** The other owners with the most auctions. */
    readonly largest: readonly OtherOwner[];
  };
  /** Seats of unknown buyers. Their bids take part, but no tier can name them. */
  readonly unmapped_seats: {
    readonly seats: number;
    readonly bids: number;
    /** The seats with the most bids, the most first. */
    readonly largest: readonly SeatBids[];
  };
}

/** Most broken lines, seats and owners that a report lists; all are counted. */
export const [listedBrokenLines, listedSeats, listedOwners] = [10, 20, 20];

/** A log may have any text as a currency: texts that cannot be one are counted together. */
const currencyPattern = /^[A-Z]{3}$/;
const otherCurrencies = 'other';

/** A log may have any text as a seat: of further different ones only the bids are counted. */
const mostSeats = 100_000;

export function compareSeats(left: SeatBids, right: SeatBids): number {
  return right.bids - left.bids || (left.seat < right.seat ? -1 : 1);
}

/** What bids in other currencies come to, by currency. */
class CurrencyCounts {
  readonly #counts = new Map<string, { bids: number; micros: bigint }>();

  add(currency: string, bids: number, micros: bigint): void {
    const name = currencyPattern.test(currency) ? currency : otherCurrencies;
    const count = this.#counts.get(name);
    this.#counts.set(name, { bids: (count?.bids ?? 0) + bids, micros: (count?.micros ?? 0n) + micros });
  }

  report(): ForeignBids[] {
    return Array.from(this.#counts, ([currency, { bids, micros }]) => ({
      currency,
      bids,
      value: formatEarned(micros),
    })).toSorted((left, right) => right.bids - left.bids || (left.currency < right.currency ? -1 : 1));
  }
}

/** Bids that cannot be used, by buyer. */
class LostCounts {
  readonly #counts = new Map<string | number, number>();

  add({ memberId, seat, bids }: LostBids): void {
    const key = memberId ?? seat;
    if (key === null) return;
    const known = this.#counts.get(key);
    if (known !== undefined || this.#counts.size < mostSeats) this.#counts.set(key, (known ?? 0) + bids);
  }

  report(): LostBids[] {
    return Array.from(this.#counts, ([key, bids]) =>
      typeof key === 'number' ? { memberId: key, seat: null, bids } : { memberId: null, seat: key, bids },
    ).toSorted((left, right) => right.bids - left.bids || (nameOf(left) < nameOf(right) ? -1 : 1));
  }
}

const nameOf = ({ memberId, seat }: LostBids) => seat ?? String(memberId);

const countKinds = (of: (kind: LogKind) => number) =>
  Object.fromEntries(logKinds.map((kind) => [kind, of(kind)])) as Record<LogKind, number>;

/** Counts lines, auctions and findings while a log is read. */
export class InputCounts {
  readonly #files: InputReport['files'];
  readonly #lines = countKinds(() => 0);
  readonly #auctions = countKinds(() => 0);
  readonly #fees: Record<FeeSource, number> = { ...countFees(() => 0) };
  readonly #broken: BrokenLine[] = [];
  #brokenCount = 0;
  #localTimes: InputReport['local_times'] = null;
  #unmappedBids = 0;
  readonly #bidsOfSeat = new Map<string, number>();
  readonly #currencies = new CurrencyCounts();
  readonly #lost = new LostCounts();
  readonly #owners = new OwnerCounts();
  unfinishedFiles = 0;
  otherYmProfileAuctions = 0;
  otherSellerAuctions = 0;
  leftOutAuctions = 0;
  unnamedAuctions = 0;
  invalidBids = 0;
  tooHighPrices = 0;
  warnings = 0;
  rejectedBids = 0;
  belowOwnFloorBids = 0;
  otherShareAuctions = 0;

  constructor(sources: readonly LogSource[]) {
    // Several parts of a log may be of one file.
    const files = sources.map(({ file, form, compression }) => ({ file, form, compression }));
    this.#files = [...new Map(files.map((file) => [file.file, file])).values()];
  }

  addLine(kind: LogKind): void {
    this.#lines[kind]++;
  }

  addAuctions(kind: LogKind, count: number): void {
    this.#auctions[kind] += count;
  }

  /** `source`: where the fee comes from for bids that name none. */
  addFees(bids: readonly Bid[], source: FeeSource): void {
    addFees(this.#fees, bids, source);
  }

  addBroken(broken: BrokenLine): void {
    this.#brokenCount++;
    if (this.#broken.length < listedBrokenLines) this.#broken.push(broken);
  }

  addUnmapped(seat: string): void {
    this.#unmappedBids++;
    const bids = this.#bidsOfSeat.get(seat);
    if (bids !== undefined || this.#bidsOfSeat.size < mostSeats) this.#bidsOfSeat.set(seat, (bids ?? 0) + 1);
  }

  addOther(owner: Omit<OtherOwner, 'auctions'>, auctions: number): void {
    this.#owners.add(owner, auctions);
  }

  addLost(lost: readonly LostBids[]): void {
    for (const one of lost) this.#lost.add(one);
  }

  /** Counts a row whose time was read in this zone; a log is read in one. */
  addLocalTime(timezone: string): void {
    this.#localTimes = { timezone, rows: (this.#localTimes?.rows ?? 0) + 1 };
  }

  addForeign(currency: string, micros: number): void {
    this.#currencies.add(currency, 1, BigInt(micros));
  }

  /** What was read, with at most `seatCount` seats and owners. Reports of parts that are to be merged must list all. */
  report(seatCount = listedSeats): InputReport {
    const largest = Array.from(this.#bidsOfSeat, ([seat, bids]) => ({ seat, bids })).toSorted(compareSeats);
    return {
      files: this.#files,
      lines: { ...this.#lines },
      auctions: { ...this.#auctions },
      fees: { ...this.#fees },
      broken_lines: this.#brokenCount,
      unfinished_files: this.unfinishedFiles,
      broken: [...this.#broken],
      invalid_bids: this.invalidBids,
      foreign_bids: this.#currencies.report(),
      lost_of_buyers: this.#lost.report(),
      too_high_prices: this.tooHighPrices,
      warnings: this.warnings,
      rejected_bids: this.rejectedBids,
      below_own_floor_bids: this.belowOwnFloorBids,
      local_times: this.#localTimes,
      other_share_auctions: this.otherShareAuctions,
      owners: {
        other_ym_profile_auctions: this.otherYmProfileAuctions,
        other_seller_auctions: this.otherSellerAuctions,
        left_out_auctions: this.leftOutAuctions,
        unnamed_auctions: this.unnamedAuctions,
        largest: this.#owners.report().slice(0, seatCount),
      },
      unmapped_seats: {
        seats: this.#bidsOfSeat.size,
        bids: this.#unmappedBids,
        largest: largest.slice(0, seatCount),
      },
    };
  }
}

const sumOf = (counts: Readonly<Record<LogKind, number>>) => Object.values(counts).reduce((all, some) => all + some, 0);

/**
 * Why the figures of a log say nothing, with what to do, or that they lack the end of a file; undefined: all files and at
 * least half of their lines were read. Auctions that were read and left out count as read.
 */
export function findUnreadable(input: Omit<InputReport, 'fees' | 'lost_of_buyers'>): string | undefined {
  const { broken_lines: broken, unfinished_files: unfinished, owners, other_share_auctions: otherShare } = input;
  const read = sumOf(input.auctions) + owners.left_out_auctions + otherShare;
  const remedy =
    'look at the first broken lines, and say what the log is with --columns FILE, --format or --decimal-comma';
  if (read === 0 && broken === 0) return 'The log has no auction: check which files or hours are named.';
  if (read === 0) return `No auction could be read, because every line is broken: ${remedy}.`;
  if (broken > sumOf(input.lines))
    return `More than half of the lines are broken (${broken}), so that no figure counts: ${remedy}.`;
  return findUnfinished(unfinished);
}

/** The sentence that a log is not whole; undefined: it is. `files`: number of files not read to their end. */
function findUnfinished(files: number): string | undefined {
  if (files === 0) return undefined;
  return `The log is not whole: ${counted(files, 'file')} could not be read to the end, so that what is missing is in no figure.`;
}

/** Those of all parts, which are read in one zone. */
function localTimesOf(reports: readonly InputReport[]): InputReport['local_times'] {
  const found = reports.flatMap((report) => report.local_times ?? []);
  const [first] = found;
  return first === undefined ? null : { ...first, rows: found.reduce((rows, one) => rows + one.rows, 0) };
}

/**
 * Merges the reports of the parts of a log, in the order of the parts. The result is the report of the whole log, if
 * each part's report lists all of its seats.
 */
export function mergeInputReports(reports: readonly InputReport[]): InputReport {
  const sum = (of: (report: InputReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  const sumByKind = (of: (report: InputReport) => Readonly<Record<LogKind, number>>) =>
    countKinds((kind) => sum((report) => of(report)[kind]));
  const bidsOfSeat = new Map<string, number>();
  for (const { unmapped_seats: unmapped } of reports) {
    for (const { seat, bids } of unmapped.largest) bidsOfSeat.set(seat, (bidsOfSeat.get(seat) ?? 0) + bids);
  }
  const currencies = new CurrencyCounts();
  for (const { currency, bids, value } of reports.flatMap((report) => report.foreign_bids)) {
    currencies.add(currency, bids, toMicros(value));
  }
  const lost = new LostCounts();
  for (const one of reports.flatMap((report) => report.lost_of_buyers)) lost.add(one);
  const ownerCounts = new OwnerCounts();
  for (const other of reports.flatMap(({ owners }) => owners.largest)) ownerCounts.add(other, other.auctions);
  const seats = Array.from(bidsOfSeat, ([seat, bids]) => ({ seat, bids })).toSorted(compareSeats);
  return {
    files: [...new Map(reports.flatMap(({ files }) => files).map((file) => [file.file, file])).values()],
    lines: sumByKind(({ lines }) => lines),
    auctions: sumByKind(({ auctions }) => auctions),
    fees: countFees((source) => sum(({ fees }) => fees[source])),
    broken_lines: sum((report) => report.broken_lines),
    unfinished_files: sum((report) => report.unfinished_files),
    broken: reports.flatMap(({ broken }) => broken).slice(0, listedBrokenLines),
    invalid_bids: sum((report) => report.invalid_bids),
    foreign_bids: currencies.report(),
    lost_of_buyers: lost.report(),
    too_high_prices: sum((report) => report.too_high_prices),
    warnings: sum((report) => report.warnings),
    rejected_bids: sum((report) => report.rejected_bids),
    below_own_floor_bids: sum((report) => report.below_own_floor_bids),
    local_times: localTimesOf(reports),
    other_share_auctions: sum((report) => report.other_share_auctions),
    owners: {
      other_ym_profile_auctions: sum(({ owners }) => owners.other_ym_profile_auctions),
      other_seller_auctions: sum(({ owners }) => owners.other_seller_auctions),
      left_out_auctions: sum(({ owners }) => owners.left_out_auctions),
      unnamed_auctions: sum(({ owners }) => owners.unnamed_auctions),
      largest: ownerCounts.report().slice(0, listedOwners),
    },
    unmapped_seats: {
      seats: seats.length,
      bids: sum(({ unmapped_seats: unmapped }) => unmapped.bids),
      largest: seats.slice(0, listedSeats),
    },
  };
}
