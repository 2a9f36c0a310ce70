import type { ReportRow } from '@auction-tiers/contract';

/** What the auctions of a market brought in the chosen days. */
export interface MarketMoney {
  readonly auctions: number;
  readonly net: number;
}

/** What each market brought, by its number, and what auctions without a known market brought. What was not counted is neither. */
export function moneyOfMarkets(rows: readonly Pick<ReportRow, 'dma' | 'auctions' | 'net' | 'not_counted'>[]) {
  const byMarket = new Map<number, MarketMoney>();
  let elsewhere: MarketMoney = { auctions: 0, net: 0 };
  for (const { dma, auctions = 0, net, not_counted: isNotCounted } of rows) {
    if (isNotCounted === true) continue;
    const money = { auctions, net: Number(net) };
    if (typeof dma === 'string') byMarket.set(Number(dma), money);
    else elsewhere = { auctions: elsewhere.auctions + money.auctions, net: elsewhere.net + money.net };
  }
  return { byMarket, elsewhere };
}
