import type { BuyerParams } from './params.ts';

type Component = BuyerParams['prices'][number];

const price = (weight: number, median: number, spread: number): Component => ({ weight, median, spread });

const buyer = (
  memberId: number,
  participation: number,
  prices: Component[],
  deviations: Partial<Pick<BuyerParams, 'by_country' | 'by_size'>> = {},
): BuyerParams => ({ member_id: memberId, participation, prices, by_country: [], by_size: [], ...deviations });

const factors = (name: string, participation: number, priceFactor: number) => ({
  name,
  participation_factor: participation,
  price_factor: priceFactor,
});

/** The demo's buyers. Some bid higher for people they know: their second component. */
export const defaultBuyers: BuyerParams[] = [
  buyer(118, 0.92, [price(1, 0.8, 0.6)]),
  buyer(112, 0.9, [price(0.8, 1.2, 0.4), price(0.2, 3.5, 0.35)]),
  buyer(110, 0.88, [price(1, 0.9, 0.6)]),
  buyer(104, 0.86, [price(0.7, 2, 0.35), price(0.3, 5.5, 0.35)]),
  buyer(116, 0.85, [price(1, 0.7, 0.7)], { by_country: [factors('IN', 3, 1.5)] }),
  buyer(108, 0.84, [price(0.75, 1.6, 0.6), price(0.25, 7, 0.4)]),
  buyer(114, 0.82, [price(1, 0.9, 0.9)]),
  buyer(113, 0.8, [price(0.85, 1.3, 0.45), price(0.15, 5, 0.35)]),
  buyer(119, 0.78, [price(1, 1, 0.5)]),
  buyer(107, 0.76, [price(1, 2.3, 0.35)], { by_size: [factors('728x90', 0.5, 0.9)] }),
  buyer(105, 0.74, [price(0.8, 2, 0.4), price(0.2, 6, 0.3)], { by_country: [factors('CA', 3, 1.2)] }),
  buyer(117, 0.72, [price(1, 1.9, 0.45)], { by_size: [factors('640x480', 4, 1.4)] }),
  buyer(109, 0.7, [price(1, 1.7, 0.5)]),
  buyer(115, 0.66, [price(0.85, 0.9, 0.6), price(0.15, 5.5, 0.4)]),
  buyer(102, 0.62, [price(0.7, 3.2, 0.35), price(0.3, 8, 0.3)]),
  buyer(101, 0.58, [price(0.65, 4.2, 0.3), price(0.35, 10, 0.3)]),
  buyer(120, 0.54, [price(1, 3, 0.6)]),
  buyer(111, 0.5, [price(1, 1.6, 0.45)], { by_country: [factors('GB', 3, 1.2)] }),
  buyer(103, 0.45, [price(0.8, 3, 0.4), price(0.2, 9, 0.3)]),
  buyer(106, 0.4, [price(1, 3.3, 0.4)], { by_size: [factors('320x50', 0.4, 0.8)] }),
];
