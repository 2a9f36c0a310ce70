import type { Ask, Things } from './ask.ts';
import type { Answer } from '../fixture/request.ts';

/**
 * What stands in the victim's objects and nowhere else, and what nobody has instead: of the same form and length and
 * next to it in order, so that an answer about the one can be held against an answer about the other.
 */
const marks: readonly (readonly [planted: string, nobodys: string])[] = [
  ['kestrel', 'kestril'],
  ['61803', '61804'],
  ['61.803', '61.804'],
  ['US-ZK7', 'US-ZQ7'],
  ['Antarctica/Troll', 'Antarctica/Casey'],
];

/** The marks for values of one form. Numbers are at least eight digits long, so that no other number has theirs. */
export const planted = {
  text: (place: string) => `kestrel-${place}`,
  number: (place: number) => 61_803_000 + place,
  price: '61.803398',
  percent: 61.8033,
  region: 'US-ZK7',
  language: 'qaa-kestrel',
  timezone: 'Antarctica/Troll',
} as const;

const escaped = (text: string) => text.replaceAll('.', '\\.');
const anyPlanted = new RegExp(`[\\w.-]*(?:${marks.map(([mark]) => escaped(mark)).join('|')})[\\w.-]*`, 'gi');

/** Every planted value in a text, once. */
export const canariesIn = (text: string): string[] => [...new Set(text.match(anyPlanted) ?? [])];

/** What an answer shows of the victim, in its body or its headers, and the question did not hold. */
export function leaksOf({ headers, text }: Answer, asked: Ask, { rows }: Things): string[] {
  const known = JSON.stringify(asked).toLowerCase();
  const shown = `${JSON.stringify([...headers])}\n${text}`;
  const drawn = String(rows['api-key']?.['prefix']);
  const canaries = [...canariesIn(shown), ...(shown.includes(drawn) ? [drawn] : [])];
  return canaries.filter((canary) => !known.includes(canary.toLowerCase()));
}

/** The same things with values that nobody has. */
export function nobodysOf(things: Things): Things {
  const text = marks.reduce((all, [mark, other]) => all.replaceAll(mark, other), JSON.stringify(things));
  return JSON.parse(text) as Things;
}

/** Headers that differ from answer to answer of the same question. */
const passing = new Set(['date', 'content-length', 'x-request-id']);

/** The whole of an answer, without what differs each time, and with the victim's values as if they were nobody's. */
export function wholeOf({ status, headers, text }: Answer): string {
  const kept = [...headers].filter(([name]) => !passing.has(name));
  const whole = `${status} ${JSON.stringify(kept)} ${text}`
    .replaceAll(/"(?:time|request_id)":(?:"[^"]*"|[\d.]+)/g, '"passing":"-"')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '<date>');
  return marks.reduce((all, [mark, other]) => all.replaceAll(mark, other), whole);
}
