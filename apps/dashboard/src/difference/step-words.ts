import { changesTiers, type HistoryStep, makesYmProfile } from '@auction-tiers/contract';
import { labelWithin } from '../saying/field-label.ts';
import { valueText } from './field-words.ts';

const field = '(?:[a-z]+(?:_[a-z]+)+|priority|commitments|name|code|description|active|trusted)';
const parts = new RegExp(`, (?=${field} )`);
const change = new RegExp(`^(${field}) (.*)$`, 's');

/** Fields whose values are quoted, since any word may stand in them. */
const freeTexts: ReadonlySet<string> = new Set(['name', 'code', 'description']);

/**
 * A change as the service describes it, in the words of the page: `tier 5 Gold: min_price 2.000000 -> 2.500000` becomes
 * `tier Gold: net minimum (EUR CPM) 2.00 → 2.50`; a ym-profile is a group of sites. Names stay as they are.
 */
export function stepWords(text: string): string {
  const publishing = /^publishing (\w+) -> (\w+)$/.exec(text);
  if (publishing !== null)
    return `how tiers change: ${publishingName(publishing[1])} → ${publishingName(publishing[2])}`;
  const line = text
    .replace(/^(adds |removes )?ym-profile \d+ /, '$1group of sites ')
    .replace(/^((?:adds |removes )?(?:tier|profile)) \d+ /, '$1 ')
    .replace(/^experiment \d+ /, 'live test ')
    .replace(
      /: ended: (drop|publish)$/,
      (_, outcome: string) => `: ended, ${outcome === 'drop' ? 'dropped' : 'published'}`,
    );
  const at = /: (?=[a-z_]+ )/.exec(line)?.index;
  if (at === undefined) return line;
  return (
    line.slice(0, at + 2) +
    line
      .slice(at + 2)
      .split(parts)
      .map(partWords)
      .join(', ')
  );
}

/** Whether a step has a change that the service takes back. */
export const canUndo = (step: Pick<HistoryStep, 'changes' | 'summary'>): boolean =>
  changesTiers(step) && !makesYmProfile(step);

const publishingNames: Readonly<Record<string, string>> = {
  direct: 'directly or by drafts',
  draft: 'by drafts only',
  approved: 'by approved drafts',
};
const publishingName = (name = ''): string => publishingNames[name] ?? name;

/** One field with its old and new value: `code null -> "a"`; for a list, the added and the removed elements. */
function partWords(part: string): string {
  const [, name, rest] = change.exec(part) ?? [];
  if (name === undefined || rest === undefined) return part;
  const label = labelWithin(name);
  const arrow = freeTexts.has(name) ? arrowOfTexts.exec(rest) : / -> /.exec(rest);
  if (arrow === null) {
    // The names of buyers follow their ids; buyers and tiers of commitments have only ids.
    const shown = {
      buyer_members: rest.replace(/(?<=^adds |^removes |, |; removes )\d+ /g, ''),
      commitments: rest.replace(/\b(buyer|tier) \d+/g, 'a $1'),
    };
    return `${label} ${signed(shown[name as keyof typeof shown] ?? rest)}`;
  }
  const [before, after] = [rest.slice(0, arrow.index), rest.slice(arrow.index + arrow[0].length)];
  return `${label} ${valueWords(name, before)} → ${valueWords(name, after)}`;
}

/** What is added to a list and removed from it: `+ Saffron Travel, − Quartz Trading`. */
const signed = (text: string): string =>
  text
    .replace(/^adds /, '+ ')
    .replace(/^removes /, '− ')
    .replace(/(?:; | and )removes /, ', − ');

/** The arrow between two values, each of which is null or quoted and may be cut. */
const arrowOfTexts = /(?<=^null|["…]) -> (?=null$|")/;

function valueWords(name: string, text: string): string {
  if (text === 'null') return valueText(name, null);
  return valueText(name, name === 'profile_id' ? Number(text) : text.replace(/^"/, '“').replace(/"$/, '”'));
}
