import { figuresIn } from '@auction-tiers/figure';

/** The language of the reader, in whose way all figures and days are written. */
export const locale = typeof navigator === 'undefined' ? 'en-US' : navigator.language;

/** The country that the language is spoken in, for examples: `DE` for `de-DE` and for `de`. */
export const readerCountry = new Intl.Locale(locale).maximize().region ?? 'US';

export const figures = figuresIn(locale);
