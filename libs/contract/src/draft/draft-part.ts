import type { Plain } from '../resource/object.ts';
import type { DraftPart } from '../resources/draft.ts';
import type { DraftEdit } from './draft.ts';
import type { DraftContent } from './draft-content.ts';

/** A part ends before this many characters of JSON: a quarter of an object's limit, as a character may take 3 bytes. */
const longestPart = 64 * 1024;
/** A part ends after an entry whose id is a multiple of this, so that adding or removing an entry moves few others. */
const idsPerPart = 64;

type PartContent = Pick<DraftPart, 'list' | 'place' | 'entries'>;

/** What a draft's parts store: its content, and the last edit of each object. */
export interface DraftParts extends DraftContent {
  readonly edits: readonly DraftEdit[];
}

const partLists = ['tiers', 'profiles', 'edits'] as const satisfies readonly (keyof DraftParts)[];

/** The writes after which the parts of a draft hold a content. */
export interface PartChanges {
  readonly created: readonly PartContent[];
  /** A stored part, and the part that replaces it. */
  readonly updated: readonly { readonly before: DraftPart; readonly after: DraftPart }[];
  readonly removed: readonly DraftPart[];
}

/** The content that a draft's parts hold. */
export const contentOfParts = (parts: readonly DraftPart[]): DraftContent => ({
  tiers: entriesOf(parts, 'tiers'),
  profiles: entriesOf(parts, 'profiles'),
});

/** The last edits of a draft's objects, from its parts. */
export const editsOfParts = (parts: readonly DraftPart[]): readonly DraftEdit[] =>
  entriesOf(parts, 'edits') as unknown as readonly DraftEdit[];

function entriesOf(parts: readonly DraftPart[], wanted: DraftPart['list']): readonly Plain[] {
  const inPlace = parts.toSorted((a, b) => a.place - b.place);
  return inPlace.flatMap(({ list, entries }) => (list === wanted ? (entries ?? []) : []));
}

/** Computes how to turn stored parts into those of a content. A part with unchanged entries is not written again. */
export function arrangeParts(stored: readonly DraftPart[], content: DraftParts): PartChanges {
  const left = new Map<string, DraftPart[]>();
  for (const part of stored) {
    const text = JSON.stringify([part.list, part.entries]);
    left.set(text, [...(left.get(text) ?? []), part]);
  }
  const kept: PartChanges['updated'][number][] = [];
  const fresh: PartContent[] = [];
  for (const list of partLists) {
    for (const { texts, ...part } of partsOf(list, content[list])) {
      const same = left.get(`["${list}",[${texts.join(',')}]]`)?.pop();
      if (same === undefined) fresh.push(part);
      else if (same.place !== part.place) kept.push({ before: same, after: { ...same, place: part.place } });
    }
  }
  const free = [...left.values()].flat();
  const reused = fresh
    .slice(0, free.length)
    .map((part, at) => ({ before: free[at]!, after: { ...free[at]!, ...part } }));
  return { created: fresh.slice(free.length), updated: [...kept, ...reused], removed: free.slice(fresh.length) };
}

function partsOf(list: DraftPart['list'], entries: readonly Plain[]) {
  const parts: (PartContent & { readonly entries: Plain[]; readonly texts: string[] })[] = [];
  let length = 0;
  let isOver = true;
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    if (isOver || length + text.length > longestPart) {
      parts.push({ list, place: parts.length, entries: [], texts: [] });
      length = 0;
    }
    const part = parts.at(-1)!;
    part.entries.push(entry);
    part.texts.push(text);
    length += text.length;
    isOver = typeof entry['id'] === 'number' && entry['id'] % idsPerPart === 0;
  }
  return parts;
}
