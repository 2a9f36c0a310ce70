import { fieldLabel as labelIn, labelWithin as labelWithinIn } from '@auction-tiers/contract';
import { zoneShown } from '../figure/date.ts';
import { currencyShown } from '../figure/figures.ts';

/** The label of a field, with the page's time zone, and by default its currency: `Net minimum (EUR CPM)`. */
export const fieldLabel = (field: string, currency = currencyShown()): string =>
  labelIn(field, { currency, timeZone: zoneShown() });

/** The label within a sentence, in lower case; `DMAs` keeps its letters. */
export const labelWithin = (field: string): string =>
  labelWithinIn(field, { currency: currencyShown(), timeZone: zoneShown() });
