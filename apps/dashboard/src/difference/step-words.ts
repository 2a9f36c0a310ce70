import { cpmText } from '../figure/money.ts';
import { fieldLabel } from './field-words.ts';

const fields =
  /\b(min_price|member_action|buyer_members|profile_id|priority|name|code|description|\w+_(?:targets|action))\b/;

/**
 * A line in which the service says a change, in the words of the page: `tier 5 Gold: min_price 2.000000 -> 2.500000`
 * becomes `tier 5 Gold: net minimum, CPM 2.00 → 2.50`. Names, which stand before the colon, stay as they are.
 */
export function stepWords(line: string): string {
  const at = /: (?=[a-z_]+ )/.exec(line)?.index;
  if (at === undefined) return line;
  const [head, said] = [line.slice(0, at + 2), line.slice(at + 2)];
  const worded = said.split(', ').map((part) =>
    part
      .replace(new RegExp(`^${fields.source}(?= )`), (field) => lower(fieldLabel(field)))
      .replaceAll(/(?<= |^)\d+\.\d{6}(?= |$)/g, cpmText)
      .replace(' -> ', ' → '),
  );
  return head + worded.join(', ');
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
