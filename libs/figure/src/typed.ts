import { separatorsIn } from './figures.ts';

/** A number that was typed: `digits` as programs write it (`-2.19`), or what is wrong with it. */
export type ReadNumber =
  | { readonly ok: true; readonly value: number; readonly digits: string }
  | { readonly ok: false; readonly problem: string };

/** One to three digits before exactly three others: `2,500` is 2500 to a reader in English, and 2.5 to one in German. */
const ambiguous = /^([1-9]\d{0,2})[.,](\d{3})$/;

/**
 * Reads numbers that a person in a locale has typed. Comma and dot are the decimal sign; separators of thousands are not
 * read, and a text whose mark may be one, since it is not the decimal sign of the locale, is refused with both meanings.
 */
export function readNumberIn(locale: string): (typed: string) => ReadNumber {
  const { decimal } = separatorsIn(locale);
  return (typed) => readTyped(typed, decimal);
}

function readTyped(typed: string, decimal: string): ReadNumber {
  const text = typed.trim();
  const [, sign = '', rest = ''] = /^([+\-−]?)(.*)$/s.exec(text) ?? [];
  const [, whole, decimals] = ambiguous.exec(rest) ?? [];
  if (whole !== undefined && decimals !== undefined && !rest.includes(decimal)) {
    const mark = /[.,]/.test(decimal) ? decimal : '.';
    const short = decimals.replace(/0$/, '');
    const meant = `${sign}${whole}${mark}${short === decimals ? `${decimals}0` : short}`;
    return { ok: false, problem: `“${text}”: is ${sign}${whole}${decimals} meant, or ${meant}? Write one of these` };
  }
  if (/^[\d.,]*\d[\d.,]*$/.test(rest) && /[.,].*[.,]/.test(rest)) {
    return {
      ok: false,
      problem: `“${text}” has two separators; write only the decimal sign, as in 1234.50 or 1234,50`,
    };
  }
  if (!/^(?:\d+[.,]?\d*|[.,]\d+)$/.test(rest)) return { ok: false, problem: `“${text}” is not a number` };
  const digits = `${/[-−]/.test(sign) ? '-' : ''}${rest.replace(',', '.').replace(/^\./, '0.').replace(/\.$/, '')}`;
  return { ok: true, value: Number(digits), digits };
}

const mostDecimals = 6;

/** Writes numbers as `readNumberIn` reads them, in any locale, with the decimal sign of a locale: `1234,50`. At most six decimals. */
export function typedIn(locale: string): (value: number, least?: number) => string {
  const { decimal } = separatorsIn(locale);
  return (value, least = 0) => {
    const [whole = '', all = ''] = value.toFixed(mostDecimals).split('.');
    const needed = all.replace(/0+$/, '').padEnd(least, '0');
    const decimals = ambiguous.test(`${whole.replace('-', '')}.${needed}`) ? `${needed}0` : needed;
    return decimals === '' ? whole : `${whole}${decimal}${decimals}`;
  };
}
