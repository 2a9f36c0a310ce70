import type { TallyTotals } from '../../tally/tally.ts';
import { toUnits } from '../../figure/text.ts';
import type { CompareReport } from '../../schema/compare-report.ts';
import { round } from '../judging/round.ts';

/** The figures of all auctions under one tier set. */
export function toTotals({ auctions, revenue, outcomes }: TallyTotals): CompareReport['totals']['current'] {
  const { won, outranked, outbid, lost_tie: lostTie, excluded, below_floor: belowFloor } = outcomes;
  return {
    sold: revenue.wins,
    fill: auctions === 0 ? 0 : round(revenue.wins / auctions, 6),
    gross_paid: toUnits(revenue.grossMicros),
    net_to_seller: toUnits(revenue.netMicros),
    outcomes: {
      won: won.bids,
      outranked: outranked.bids,
      outbid: outbid.bids,
      lost_tie: lostTie.bids,
      excluded: excluded.bids,
      below_floor: belowFloor.bids,
    },
  };
}
