import { cut } from '../error/issue.ts';
import { type Commitment, readCommitment } from '../resources/commitment.ts';
import { attributeText, type Plain } from '../resource/object.ts';

interface Changed {
  readonly service: 'ym-profile' | 'ym-auction-tier' | 'profile';
  /** Null: it is new in a draft. */
  readonly id: number | null;
  readonly name: string | null;
}

/** The objects of a difference, which are described in words. */
export interface ChangedObjects {
  readonly created: readonly Changed[];
  readonly updated: readonly (Changed & {
    readonly changes: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[];
  })[];
  readonly deleted: readonly Changed[];
}

/** The most lines, elements of a list per line, and characters of a text; the difference itself is complete. */
const [mostLines, mostElements, longestText] = [50, 5, 60];

const nouns = { 'ym-profile': 'ym-profile', 'ym-auction-tier': 'tier', profile: 'profile' } as const;

/** Attributes with the seller's own text: quoted, because they may contain any word. */
const freeTexts: ReadonlySet<string> = new Set(['name', 'code', 'description']);

/**
 * The changes of a tier set in words, a line for each object, the ym-profile first, then tiers: `removes tier 12 Gold`,
 * `tier 5 Silver: min_price 2.000000 -> 3.000000`, `adds tier 13 Bronze`. Empty: nothing changes.
 */
export function changeWords({ created, updated, deleted }: ChangedObjects): string[] {
  const lines = (['ym-profile', 'ym-auction-tier', 'profile'] as const).flatMap((wanted) => {
    const ofKind = ({ service }: Changed) => service === wanted;
    return [
      ...deleted.filter(ofKind).map((one) => () => `removes ${nameOf(one)}`),
      ...updated.filter(ofKind).map((one) => () => `${nameOf(one)}: ${one.changes.map(fieldWords).join(', ')}`),
      ...created.filter(ofKind).map((one) => () => `adds ${nameOf(one)}`),
    ];
  });
  const more = lines.length - mostLines;
  const words = lines.slice(0, mostLines).map((line) => line());
  return more <= 0 ? words : [...words, `and ${more} more ${more === 1 ? 'change' : 'changes'}`];
}

/** Whether a step made the ym-profile, by its words: there is nothing before it to go back to. */
export const makesYmProfile = ({ summary }: { readonly summary: readonly string[] }): boolean =>
  summary.some((line) => line.startsWith(`adds ${nouns['ym-profile']} `));

/** Whether a step of the history changes tiers or what they use: the start and the end of an experiment are steps too. */
export const changesTiers = ({
  changes,
}: {
  readonly changes: Readonly<Record<'created' | 'updated' | 'deleted', number>>;
}): boolean => changes.created + changes.updated + changes.deleted > 0;

function nameOf({ service, id, name }: Changed): string {
  const words = [id === null ? `new ${nouns[service]}` : `${nouns[service]} ${id}`];
  // Whole: several objects may have the same beginning.
  return [...words, ...(name === null ? [] : [oneLine(name)])].join(' ');
}

function fieldWords({ field, before, after }: ChangedObjects['updated'][number]['changes'][number]): string {
  if (Array.isArray(before) || Array.isArray(after)) return `${field} ${listWords(listOf(before), listOf(after))}`;
  const words = (value: unknown) => {
    const text = typeof value === 'string' && !freeTexts.has(field) ? value : JSON.stringify(value ?? null);
    return field === 'name' ? oneLine(text) : shorten(text);
  };
  return `${field} ${words(before)} -> ${words(after)}`;
}

const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);

/** Lists are compared as sets: added and removed elements. */
function listWords(before: readonly unknown[], after: readonly unknown[]): string {
  const words = [...listed('adds', without(after, before)), ...listed('removes', without(before, after))];
  return words.length === 0 ? 'in another order' : words.join(' and ');
}

function without(list: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const others = new Set(other.map((one) => JSON.stringify(one)));
  return list.filter((one) => !others.has(JSON.stringify(one)));
}

function listed(verb: string, elements: readonly unknown[]): string[] {
  if (elements.length === 0) return [];
  const shown = elements.slice(0, mostElements).map(elementWords);
  const more = elements.length - mostElements;
  return [`${verb} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
}

/** `12 Acme`, `US`, `300x250`, `monday 8-17`, `section=sports|news exclude`, `501`, `buyer 107 at least 1000 wins`. */
function elementWords(element: unknown): string {
  if (typeof element !== 'object' || element === null) return shorten(attributeText(element));
  if ('at_least' in element || 'at_most' in element) return commitmentWords(element as Commitment);
  const { width, height, day, start_hour: start, end_hour: end, code, key, values, ...rest } = element as Plain;
  if (width !== undefined) return `${attributeText(width)}x${attributeText(height)}`;
  if (day !== undefined) return `${attributeText(day)} ${attributeText(start)}-${attributeText(end)}`;
  // A country also has an id and a name, which are left out.
  if (code !== undefined) return shorten(attributeText(code));
  const pair = key === undefined ? [] : [`${attributeText(key)}=${listOf(values).map(attributeText).join('|')}`];
  const others = Object.values(rest).filter((value) => value !== null);
  return shorten([...pair, ...others.map(attributeText)].join(' '));
}

function commitmentWords(commitment: Commitment): string {
  const { subject, id, bound, figure, wanted } = readCommitment(commitment);
  return [subject, id, bound, wanted, figure].join(' ').replaceAll('_', ' ');
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

function shorten(text: string): string {
  const line = oneLine(text);
  return line.length <= longestText ? line : `${cut(line, longestText - 1)}…`;
}
