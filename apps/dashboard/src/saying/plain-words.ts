import {
  type Alert,
  type NameOf,
  plainOr as plainOrIn,
  type PlainShown,
  plainWords as plainWordsIn,
} from '@auction-tiers/contract';
import type { Figures } from '@auction-tiers/figure';
import { momentInName, shortDayText, shortMomentText, zoneShown } from '../figure/date.ts';
import { cpmText, currencyShown, figures } from '../figure/figures.ts';

const onPage = (nameOf?: NameOf): PlainShown => ({
  currency: currencyShown(),
  timeZone: zoneShown(),
  price: cpmText,
  moment: shortMomentText,
  day: shortDayText,
  clock: momentInName,
  ...(nameOf === undefined ? {} : { nameOf }),
});

/** Grouped digits, and decimals beside a sign or a unit: those of a name stand alone. Exactly six are a price of the service. */
const englishFigure =
  /(?<![\w.,])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<=[+−])\d+\.\d{1,5}|\d+\.\d{1,5}(?= ?%| (?:[A-Z]{3}|times|days?|hours?|points?)\b| (?:to|and|or|–) [+−]?\d))(?![\d,]*\d)/g;
const englishDay = /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), ([A-Z][a-z]{2}) (\d{1,2})\b/g;

/** Writes a sentence of the service, which is English, with the figures and days of a reader. */
export const readersForm =
  ({ decimal }: Pick<Figures, 'decimal'>, isDayFirst: boolean) =>
  (text: string): string =>
    (isDayFirst ? text.replace(englishDay, '$1 $3 $2') : text).replace(englishFigure, (figure) =>
      decimal(Number(figure.replaceAll(',', '')), figure.split('.')[1]?.length ?? 0),
    );

export const inReadersForm = readersForm(figures, /^\d/.test(shortDayText('2026-11-22')));

/** A sentence of the service in the words of the page. `own`: names that people gave, which stay as they are. */
export const plainWords = (text: string, nameOf?: NameOf, own: readonly string[] = []): string =>
  plainWordsIn(inReadersForm(text), { ...onPage(nameOf), own });

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
  plainOrIn(inReadersForm(text), otherwise, onPage(nameOf));
