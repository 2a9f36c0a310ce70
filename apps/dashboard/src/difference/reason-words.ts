import { cpmText } from '../figure/money.ts';
import { fieldLabel } from './field-words.ts';

/** The fields of tiers and profiles that are called otherwise on the page. */
const ofService =
  /\b(?:min_price|member_action|buyer_members|profile_id|daypart_timezone|segment_boolean_operator|[a-z]+(?:_[a-z]+)*_(?:targets|action))\b/g;

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
