import type { ReportRow } from '@auction-tiers/contract';
import { parseBid } from '@auction-tiers/tier-engine';
import { expectOk } from '../fixture/demo-tier.ts';
import type { Row, Send } from '../fixture/request.ts';
import type { CountedAuction, countByHand } from './count-answers.ts';

/** The rows of a report. */
export async function rowsOf(send: Send, query: string, ymProfileId = 1): Promise<ReportRow[]> {
  const { response } = expectOk(await send('GET', `/report?ym_profile_id=${ymProfileId}${query}`));
  return response['report-rows'] as ReportRow[];
}

/** One row of all auctions. */
export async function totalOf(send: Send, query = '', ymProfileId = 1): Promise<ReportRow> {
  const [row] = await rowsOf(send, query, ymProfileId);
  if (row === undefined) throw new Error('a report of everything has one row');
  return row;
}

/** What a sum of CPM prices in micros earns. */
const text = (micros: bigint): string =>
  micros < 0n ? `-${text(-micros)}` : `${micros / 1_000_000_000n}.${String(micros % 1_000_000_000n).padStart(9, '0')}`;

type Sums = Pick<ReturnType<typeof countByHand>['totals'], 'gross' | 'net' | 'forgone' | 'excluded_net'>;

const moneyOf = ({ gross, net, forgone, excluded_net }: Sums) => ({
  gross: text(gross),
  net: text(net),
  forgone: text(forgone),
  excluded_net: text(excluded_net),
});

/** What was counted by hand, as the rows of a report by tier and buyer say it: by `<tier id> <buyer id>`. */
export function pairFigures({ pairs }: ReturnType<typeof countByHand>) {
  return Object.fromEntries(
    [...pairs].map(([key, { bids, won, excluded, ...sums }]) => [key, { bids, won, excluded, ...moneyOf(sums) }]),
  );
}

/** The same of rows. */
export function figuresOf(rows: readonly ReportRow[]) {
  return Object.fromEntries(
    rows.map(({ tier_id, buyer_id, bids, won, excluded, gross, net, forgone, excluded_net }) => [
      `${tier_id ?? 0} ${buyer_id ?? 0}`,
      { bids, won, excluded, gross, net, forgone, excluded_net },
    ]),
  );
}

/** What was counted by hand, as the one row of everything says it. */
export function totalFigures({ totals }: ReturnType<typeof countByHand>) {
  const { auctions, sold, without_bids, outcomes } = totals;
  const { won = 0, excluded = 0, outranked = 0, outbid = 0, lost_tie = 0, below_floor = 0 } = outcomes;
  const bids = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const counts = { won, excluded, outranked, outbid, lost_tie, below_floor };
  return { auctions, sold, without_bids, bids, ...counts, ...moneyOf(totals) };
}

interface AnsweredBid {
  readonly outcome: CountedAuction['result']['bids'][number]['outcome'];
  readonly tier_id: number | null;
  readonly member_id: number | null;
  readonly net_price: number;
  /** Of an OpenRTB auction. */
  readonly seat?: string | null;
}

function microsOf(price: number): number {
  const parsed = parseBid(price);
  if (!parsed.ok) throw new Error(`${price} is no price`);
  return parsed.micros;
}

/** The type and the floor of the auction body of a number. */
const termsOf = (number: number) => ({ auction_type: 1 + (number % 2), bid_floor: (number % 5) / 4 });

/** An auction as it was answered, to be counted: one of `auctionBodies`, or an OpenRTB auction as they are by default. */
export function toCounted(auction: Row, feePpm: number): CountedAuction {
  const winner = auction['winner'] as (Row & AnsweredBid & { clearing_price: number }) | null;
  const bids = (auction['bids'] as AnsweredBid[]).map(({ outcome, tier_id, member_id, net_price, seat = null }) => ({
    outcome,
    tierId: tier_id,
    memberId: member_id,
    netMicros: microsOf(net_price),
    buyer: seat ?? (member_id === null ? null : String(member_id)),
  }));
  const number = /^report (\d+)$/.exec(String(auction['seed']))?.[1];
  const terms = number === undefined ? { auction_type: 2, bid_floor: 0 } : termsOf(Number(number));
  const auctionType = terms.auction_type === 1 ? 1 : 2;
  const bidFloorMicros = microsOf(terms.bid_floor);
  const won = winner && {
    tierId: winner.tier_id,
    memberId: winner.member_id,
    clearingMicros: microsOf(winner.clearing_price),
  };
  return { auctionType, bidFloorMicros, feePpm, result: { winner: won, bids } };
}

/** Auctions that differ: bids of the demo's buyers and of others, floors, both types, fees and sizes. */
export function auctionBodies(count: number, offset = 0): Row[] {
  return Array.from({ length: count }, (_, at) => {
    const number = at + offset;
    const bids = Array.from({ length: number % 7 }, (_unused, index) => ({
      id: `b${index}`,
      member_id: 101 + ((number * 7 + index * 3) % 24),
      price: ((number * 37 + index * 113) % 900) / 100 + 0.000001 * (number % 10),
    }));
    return {
      ym_profile_id: 1,
      seed: `report ${number}`,
      ...termsOf(number),
      impression: {
        country: 'US',
        dma: 501,
        device_type: 'phone',
        sizes: [{ width: 300, height: 250 }],
        time: '2026-01-05T20:00:00Z',
      },
      bids,
    };
  });
}

/** The demo's seller takes 15 %. */
export const demoFeePpm = 150_000;
