import { fieldLabel as labelIn, labelWithin as labelWithinIn } from '@auction-tiers/contract';
import { currencyShown } from '../figure/figures.ts';

/**
 * The label of a field, by default with the page's currency: `Net minimum (EUR CPM)`. The time zone is null where the head
 * of the page names it.
 */
export const fieldLabel = (field: string, currency = currencyShown(), timeZone: string | null = null): string =>
  labelIn(field, { currency, timeZone });

/** The label within a sentence, in lower case; `DMAs` keeps its letters. */
export const labelWithin = (field: string): string =>
  labelWithinIn(field, { currency: currencyShown(), timeZone: null });
