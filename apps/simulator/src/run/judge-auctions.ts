import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { Comparison } from '../compare/measuring/comparison.ts';
import { type Judgment, toJudgment } from '../compare/reporting/to-compare-report.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { InputCounts } from '../log/auction/input-report.ts';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';
import type { CompareOrder } from './compare.ts';

/** Two tier sets to compare over auctions that are in memory. */
export type MemoryOrder = Pick<
  CompareOrder,
  'current' | 'draft' | 'seed' | 'timeZone' | 'isWithoutUnits' | 'tries' | 'commitments'
>;

/** The verdict of auctions that are in memory, as `compare` gives it for a log of them, and what it rests on. */
export function judgeAuctions(auctions: Iterable<LoggedAuction>, order: MemoryOrder): Judgment {
  const comparison = new Comparison(order);
  for (const auction of auctions) comparison.add(auction);
  const input = new InputCounts([]).report();
  return toJudgment({ ...order, comparison, input, fee: chooseFee({}), byteCount: 0, elasticity: 0 });
}

/** An auction as if a log of our own lines held it. `unit`: the user or session; undefined: unknown. */
export function toLoggedAuction(request: AuctionRequest, line: number, unit?: string): LoggedAuction {
  return {
    request,
    unit,
    feeSource: 'auction',
    kind: 'own',
    file: 'memory',
    line,
    impression: undefined,
    recorded: undefined,
  };
}
