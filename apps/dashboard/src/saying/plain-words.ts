import {
  type Alert,
  type NameOf,
  plainOr as plainOrIn,
  type PlainShown,
  plainWords as plainWordsIn,
} from '@auction-tiers/contract';
import { momentInName, shortDayText, shortMomentText, zoneShown } from '../figure/date.ts';
import { cpmText, currencyShown } from '../figure/figures.ts';

const onPage = (nameOf?: NameOf): PlainShown => ({
  currency: currencyShown(),
  timeZone: zoneShown(),
  price: cpmText,
  moment: shortMomentText,
  day: shortDayText,
  clock: momentInName,
  ...(nameOf === undefined ? {} : { nameOf }),
});

/** A sentence of the service in the words of the page. `own`: names that people gave, which stay as they are. */
export const plainWords = (text: string, nameOf?: NameOf, own: readonly string[] = []): string =>
  plainWordsIn(text, { ...onPage(nameOf), own });

/** The sentence of an alert, with the name of what it is about as it is. */
export function alertText(
  { kind, subject_id: id, sentence }: Pick<Alert, 'kind' | 'subject_id' | 'sentence'>,
  nameOf: NameOf,
): string {
  const about = kind === 'buyer_price' ? 'buyer' : kind;
  const name = id !== null && (about === 'tier' || about === 'buyer') ? nameOf(about, id) : null;
  return plainWords(sentence, nameOf, name === null ? [] : [name]);
}

/** The same, or `otherwise` if words of the service are left in it. */
export const plainOr = (text: string, otherwise: string, nameOf?: NameOf): string =>
  plainOrIn(text, otherwise, onPage(nameOf));
