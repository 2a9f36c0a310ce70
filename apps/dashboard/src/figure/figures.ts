import { figuresIn } from '@auction-tiers/figure';

/** The language of the reader, in whose way all figures and days are written. */
export const locale = typeof navigator === 'undefined' ? 'en-US' : navigator.language;

/** All figures of the page. */
export const figures = figuresIn(locale);
