const locale = typeof navigator === 'undefined' ? 'en-US' : navigator.language;
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

/** Every digit: `17,412`. */
export const countText = (count: number): string => whole.format(Math.round(count) || 0).replace('-', '−');

/** For a narrow column: `17.4K`. */
export const countShort = (count: number): string => (count < 10_000 ? countText(count) : compact.format(count));

/** A share as per cent, one decimal, without the sign of per cent, which stands in the head of the column. */
export const percentColumn = (share: number | null): string =>
  share === null
    ? '–'
    : tenth
        .format(share * 100)
        .replace(/^-(?=.*[1-9])/, '−')
        .replace('-', '');

/** A share with its unit: `36.2 %`. */
export const percentText = (share: number | null): string => (share === null ? '–' : `${percentColumn(share)} %`);

/** `1 tier`, `12 tiers`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${countText(count)} ${count === 1 ? noun : plural}`;
