import { formatMoney, maxPriceMicros, parseMoney } from '@auction-tiers/tier-engine';
import { figures } from '../../../figure/figures.ts';
import { microsOf, type MoneyText } from '../../../figure/money.ts';

export type ScaledPrice =
  | { readonly ok: true; readonly price: MoneyText }
  | { readonly ok: false; readonly problem: string };

/** 100 per cent, in millionths of a per cent. */
const wholePercent = 100_000_000n;

/** Reads a change in per cent, such as `10`, `-2.5`: at most six decimals, not below -100. In millionths of a per cent. */
function parsePercent(text: string): bigint | null {
  const [, sign, digits = ''] = /^([+\-−]?)(.*)$/.exec(text.trim()) ?? [];
  const parsed = parseMoney(digits);
  if (!parsed.ok) return null;
  const value = sign === '' || sign === '+' ? BigInt(parsed.micros) : -BigInt(parsed.micros);
  return value < -wholePercent ? null : value;
}

/** A price changed by so many per cent: exact, rounded to the nearest micro (half up). The product needs whole numbers beyond 2^53. */
export function scalePrice(price: MoneyText, percentText: string): ScaledPrice {
  const percent = parsePercent(percentText);
  if (percent === null) {
    const problem = `${JSON.stringify(percentText)} is no change in per cent; allowed is a number from -100, such as 10 or -2.5`;
    return { ok: false, problem };
  }
  const micros = microsOf(price);
  if (micros === null) return { ok: false, problem: `${JSON.stringify(price)} is no price` };
  const scaled = (BigInt(micros) * (wholePercent + percent) * 2n + wholePercent) / (2n * wholePercent);
  if (scaled > BigInt(maxPriceMicros)) {
    return { ok: false, problem: `${price} would pass the highest price, ${formatMoney(maxPriceMicros)}` };
  }
  return { ok: true, price: formatMoney(Number(scaled)) };
}

/** The factor of a change in per cent, as text: `1.10`. The text must be a valid per cent. */
export function factorText(percentText: string): string {
  const factor = Number(wholePercent + (parsePercent(percentText) ?? 0n)) / Number(wholePercent);
  return figures.decimal(factor, 2, 8);
}
