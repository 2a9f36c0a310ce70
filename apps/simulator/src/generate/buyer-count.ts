import type { BuyerParams, MarketParams } from './params.ts';

/**
 * The market with that many buyers: the first ones of the params, and where those are too few, further ones that bid as
 * they do, but less often each time around, with member ids after the highest.
 */
export function withBuyers(params: MarketParams, count: number): MarketParams {
  const { buyers } = params;
  const highestId = buyers.reduce((highest, { member_id: id }) => Math.max(highest, id), 0);
  return {
    ...params,
    buyers: Array.from({ length: count }, (_, at): BuyerParams => {
      const round = Math.floor(at / buyers.length);
      const buyer = buyers[at % buyers.length]!;
      if (round === 0) return buyer;
      return {
        ...buyer,
        member_id: highestId + 1 + at - buyers.length,
        participation: buyer.participation / (round + 1),
      };
    }),
  };
}
