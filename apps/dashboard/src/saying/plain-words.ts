import {
  type NameOf,
  plainOr as plainOrIn,
  type PlainShown,
  plainWords as plainWordsIn,
} from '@auction-tiers/contract';
import { zoneShown } from '../figure/date.ts';
import { cpmText, currencyShown } from '../figure/money.ts';

const onPage = (nameOf?: NameOf): PlainShown => ({
  currency: currencyShown(),
  timeZone: zoneShown(),
  price: cpmText,
  ...(nameOf === undefined ? {} : { nameOf }),
});

/** A sentence of the service in the words of the page. */
export const plainWords = (text: string, nameOf?: NameOf): string => plainWordsIn(text, onPage(nameOf));

/** The same, or `otherwise` if words of the service are left in it. */
export const plainOr = (text: string, otherwise: string, nameOf?: NameOf): string =>
  plainOrIn(text, otherwise, onPage(nameOf));
