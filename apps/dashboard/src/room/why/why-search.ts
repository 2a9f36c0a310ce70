import { type SearchedOutcome, searchedOutcomes } from '../../sample/find-auctions.ts';
import type { Which } from '../../sample/tier-source.ts';
import type { Body } from './explain-body.ts';

/** What the room shows, as it stands in the address. */
export interface WhySearch {
  /** The auction that is explained. */
  readonly auction?: Body | undefined;
  /** The id of the bid that was asked about. */
  readonly bid?: string | undefined;
  /** Whose tiers decide; live unless it says draft. */
  readonly tiers?: Which | undefined;
  readonly tab?: 'form' | 'json' | 'answer' | undefined;
  /** Which recorded auctions are listed. */
  readonly buyer?: number | undefined;
  readonly tier?: number | undefined;
  readonly outcome?: SearchedOutcome | undefined;
  /** The beginning of an hour, as `recorded.list` has it. */
  readonly hour?: string | undefined;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Reads the address; what is not of the form counts as absent. */
export function readWhySearch(search: Readonly<Record<string, unknown>>): WhySearch {
  const { auction, bid, tiers, tab, buyer, tier, outcome, hour } = search;
  const isBody = typeof auction === 'object' && auction !== null && !Array.isArray(auction);
  return {
    ...(isBody ? { auction: auction as Body } : {}),
    ...(typeof bid === 'string' ? { bid } : {}),
    ...(tiers === 'draft' ? { tiers } : {}),
    ...(tab === 'json' || tab === 'answer' ? { tab } : {}),
    ...(isId(buyer) ? { buyer } : {}),
    ...(isId(tier) ? { tier } : {}),
    ...(searchedOutcomes.some((known) => known === outcome) ? { outcome: outcome as SearchedOutcome } : {}),
    ...(typeof hour === 'string' && !Number.isNaN(Date.parse(hour)) ? { hour } : {}),
  };
}

/** Browsers and proxies take addresses of about 8,000 letters. */
const longestAuction = 6000;

export const isTooLong = (body: Body): boolean => encodeURIComponent(JSON.stringify(body)).length > longestAuction;
