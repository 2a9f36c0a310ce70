import { nameKey } from '@auction-tiers/tier-engine/name';
import type { Bid, BidRequest } from 'iab-openrtb/v26';
import { toDomain } from './domain.ts';
import { isAbsent, type Loose, shown, toArray, toId, toLabel } from './loose.ts';
import type { InvalidBid, Report } from './model.ts';

/** The names of a bidder in the form in which seats are compared: its seat, and the id of the buyer behind it. */
export interface BidderNames {
  readonly seats: readonly string[];
}

/** The names of a bidder. `memberId`: of the buyer behind the seat; null: the seat is unknown. */
export function toBidderNames(seat: string | null, memberId: number | null): BidderNames {
  return { seats: [...(seat === null ? [] : [nameKey(seat)]), ...(memberId === null ? [] : [String(memberId)])] };
}

export const isOneOf = (names: readonly string[], set: ReadonlySet<string>): boolean =>
  names.some((name) => set.has(name));

/** Reports what is wrong with a list. */
type ReportList = (message: string) => void;

/** The entries of a list that restricts; undefined where it does not: it is absent or empty. */
function readList(
  value: unknown,
  report: ReportList,
  toEntry: (one: unknown) => string | undefined,
): ReadonlySet<string> | undefined {
  if (isAbsent(value)) return undefined;
  if (!Array.isArray(value)) {
    report(`is ${shown(value)} and restricts nothing; allowed is an array`);
    return undefined;
  }
  const entries = toArray(value).map((one) => {
    const entry = toEntry(one);
    if (entry === undefined) report(`${shown(one)} in it restricts nothing`);
    return entry;
  });
  return entries.length === 0 ? undefined : new Set(entries.filter((entry) => entry !== undefined));
}

export const readSeats = (value: unknown, report: ReportList): ReadonlySet<string> | undefined =>
  readList(value, report, (one) => {
    const seat = toLabel(one);
    return seat === undefined ? undefined : nameKey(seat);
  });

export const readDomains = (value: unknown, report: ReportList): ReadonlySet<string> | undefined =>
  readList(value, report, (one) => toDomain(toLabel(one)));

const readTexts = (value: unknown, report: ReportList): ReadonlySet<string> | undefined =>
  readList(value, report, (one) => toLabel(one)?.toLowerCase());

/** The advertiser domains of a bid in the form in which they are compared. */
export const toDomains = (adomain: unknown): readonly string[] =>
  toArray(adomain).flatMap((domain) => toDomain(toLabel(domain)) ?? []);

/** The default of OpenRTB: IAB Content Category Taxonomy 1.0. */
const defaultTaxonomy = 1;

/** Why a request bars a bid of a bidder; undefined: it does not. */
export type Blocks = (bid: Loose<Bid>, bidder: BidderNames) => InvalidBid | undefined;

/** Whom and what a request blocks: seats, advertisers, categories of advertising, advertised apps. */
export function readBlocks(request: Loose<BidRequest>, warn: Report): Blocks | undefined {
  const reportTo =
    (name: string): ReportList =>
    (message) =>
      warn(`bid_request.${name}`, message);
  const allowedSeats = readSeats(request.wseat, reportTo('wseat'));
  const seats = readSeats(request.bseat, reportTo('bseat'));
  const advertisers = readDomains(request.badv, reportTo('badv'));
  const categories = readTexts(request.bcat, reportTo('bcat'));
  const apps = readTexts(request.bapp, reportTo('bapp'));
  if ([allowedSeats, seats, advertisers, categories, apps].every((set) => set === undefined)) return undefined;
  const taxonomy = toId(request.cattax) ?? defaultTaxonomy;
  /** Whether the warnings say that categories of another taxonomy were not compared. */
  let isTold = false;

  return (bid, { seats: names }) => {
    if (
      (allowedSeats !== undefined && !isOneOf(names, allowedSeats)) ||
      (seats !== undefined && isOneOf(names, seats))
    ) {
      return { reason: 'seat_blocked', message: `the seat ${shown(names[0])} is barred by wseat or bseat` };
    }
    const domain = advertisers && toDomains(bid.adomain).find((one) => advertisers.has(one));
    if (domain !== undefined) return { reason: 'advertiser_blocked', message: `${shown(domain)} is in badv` };
    const ofBid = toId(bid.cattax) ?? defaultTaxonomy;
    const category = categories && toArray(bid.cat).find((one) => isInCategories(one, categories));
    if (categories !== undefined && ofBid !== taxonomy && !isTold && toArray(bid.cat).length > 0) {
      isTold = true;
      warn('bid_request.bcat', `is of taxonomy ${taxonomy}, and not compared with categories of bids of ${ofBid}`);
    } else if (category !== undefined && ofBid === taxonomy) {
      return { reason: 'category_blocked', message: `${shown(category)} is in bcat` };
    }
    const app = toLabel(bid.bundle)?.toLowerCase();
    if (app !== undefined && apps?.has(app) === true) {
      return { reason: 'app_blocked', message: `${shown(app)} is in bapp` };
    }
    return undefined;
  };
}

/** Whether a category, or the one that it is part of (`IAB7` of `IAB7-39`), is in a set. */
function isInCategories(value: unknown, categories: ReadonlySet<string>): boolean {
  const category = toLabel(value)?.toLowerCase();
  return category !== undefined && (categories.has(category) || categories.has(category.replace(/-.*$/s, '')));
}
