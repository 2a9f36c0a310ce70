import { formatMoney, maxPriceMicros, parseMoney } from '@auction-tiers/tier-engine';
import { figures, microsOf, type MoneyText } from '../../../figure/figures.ts';
import { readNumber } from '../../../figure/typed.ts';

export type ScaledPrice =
  | { readonly ok: true; readonly price: MoneyText }
  | { readonly ok: false; readonly problem: string };

/** 100 per cent, in millionths of a per cent. */
const wholePercent = 100_000_000n;
const microsPerCent = 10_000n;

const notAllowed = (text: string): string =>
  `“${text}” is no change in per cent; allowed is a number from -100, such as 10 or -2.5`;

/**
 * Reads a change in per cent, such as `10`, `-2.5`: at most six decimals, not below -100. In
 * millionths of a per cent; else the reason why it cannot be read.
 */
function parsePercent(text: string): bigint | string {
  const read = readNumber(text);
  if (!read.ok) return read.problem;
  const parsed = parseMoney(read.digits.replace('-', ''));
  if (!parsed.ok) return notAllowed(text);
  const value = read.digits.startsWith('-') ? -BigInt(parsed.micros) : BigInt(parsed.micros);
  return value < -wholePercent ? notAllowed(text) : value;
}

/**
 * A price changed by so many per cent, rounded to the nearest cent (half up), or to the nearest micro where that would
 * make a free one of it. The product needs whole numbers beyond 2^53.
 */
export function scalePrice(price: MoneyText, percentText: string): ScaledPrice {
  const percent = parsePercent(percentText);
  if (typeof percent === 'string') return { ok: false, problem: percent };
  const micros = microsOf(price);
  if (micros === null) return { ok: false, problem: `${JSON.stringify(price)} is no price` };
  const toStep = (step: bigint) => {
    const part = wholePercent * step;
    return ((BigInt(micros) * (wholePercent + percent) * 2n + part) / (2n * part)) * step;
  };
  const cents = toStep(microsPerCent);
  const scaled = cents === 0n ? toStep(1n) : cents;
  if (scaled > BigInt(maxPriceMicros)) {
    return { ok: false, problem: `${price} would pass the highest price, ${formatMoney(maxPriceMicros)}` };
  }
  return { ok: true, price: formatMoney(Number(scaled)) };
}

/** The factor of a change in per cent, as text: `1.10`. The text must be a valid per cent. */
export function factorText(percentText: string): string {
  const factor = Number(wholePercent + BigInt(parsePercent(percentText))) / Number(wholePercent);
  return figures.decimal(factor, 2, 8);
}
