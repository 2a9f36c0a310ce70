import { cpmText } from '../figure/money.ts';
import { fieldLabel, fieldNames } from './field-words.ts';

/** The fields of tiers and profiles whose names are no words of the page. */
const ofService = new RegExp(`\\b(?:${fieldNames.filter((name) => name.includes('_')).join('|')})\\b`, 'g');

/**
 * A sentence in which the service names tiers and fields, in the words of the page: `min_price of tier 7 Gold`, 2.500000,
 * becomes `net minimum (CPM) of tier Gold`, 2.50.
 */
export const reasonWords = (text: string): string =>
  text
    .replace(/\b(tier|profile) \d+ (?=\S)/g, '$1 ')
    .replace(ofService, (field) => fieldLabel(field).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()))
    .replace(/\b\d+\.\d{6}\b/g, cpmText)
    .replace(/ -> /g, ' → ');
