import * as fc from 'fast-check';
import { brokenValues, nastyKeys, nastyValues } from './nasty.ts';

/**
 * JSON as text: a scalar is any text, even one that is no JSON, and a key may repeat or be `__proto__`,
 * none of which an object of the language can hold.
 */
export type JsonText = string | JsonList | JsonObject;

interface JsonList {
  readonly items: readonly JsonText[];
}

interface JsonObject {
  readonly entries: readonly (readonly [string, JsonText])[];
}

export function toJsonText(value: unknown): JsonText {
  if (Array.isArray(value)) return { items: value.map(toJsonText) };
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  return { entries: Object.entries(value).map(([key, inner]) => [key, toJsonText(inner)] as const) };
}

export function printJson(json: JsonText): string {
  if (typeof json === 'string') return json;
  if ('items' in json) return `[${json.items.map(printJson).join(',')}]`;
  return `{${json.entries.map(([key, inner]) => `${JSON.stringify(key)}:${printJson(inner)}`).join(',')}}`;
}

/** The values of a JSON text, itself among them. */
export const countOf = (json: JsonText): number => 1 + childrenOf(json).reduce((sum, child) => sum + countOf(child), 0);

/** The same with the value at a place changed; places are counted from the whole, which is 0, in the order of the text. */
export function changeAt(json: JsonText, index: number, change: (part: JsonText) => JsonText): JsonText {
  if (index === 0) return change(json);
  if (typeof json === 'string') return json;
  let next = 1;
  const inner = (child: JsonText): JsonText => {
    const start = next;
    next += countOf(child);
    return index >= start && index < next ? changeAt(child, index - start, change) : child;
  };
  return 'items' in json
    ? { items: json.items.map(inner) }
    : { entries: json.entries.map(([key, child]) => [key, inner(child)] as const) };
}

function childrenOf(json: JsonText): readonly JsonText[] {
  if (typeof json === 'string') return [];
  return 'items' in json ? json.items : json.entries.map(([, child]) => child);
}

/** More entries than any list or object of the service may have. */
const floodOf = 1001;

const kinds = ['replace', 'drop', 'add', 'repeat', 'rename', 'wrap', 'list', 'flood'] as const;

/** One change to a valid body. Which value it falls on is `place`, counted over and over where there are fewer. */
interface Edit {
  readonly place: number;
  /** It falls on the whole instead. */
  readonly isWhole: boolean;
  readonly kind: (typeof kinds)[number];
  readonly key: string;
  readonly value: string;
}

/** The text of any value at all. */
export const nastyValue: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...nastyValues), weight: 6 },
  { arbitrary: fc.constantFrom(...brokenValues), weight: 1 },
  { arbitrary: fc.double().map(String), weight: 1 },
  { arbitrary: fc.bigInt().map(String), weight: 1 },
  { arbitrary: fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)), weight: 1 },
  { arbitrary: fc.json({ stringUnit: 'binary' }), weight: 1 },
);

const edit: fc.Arbitrary<Edit> = fc.record({
  place: fc.nat(200),
  isWhole: fc.nat(14).map((one) => one === 0),
  kind: fc.oneof(
    { arbitrary: fc.constant('replace' as const), weight: 1 },
    { arbitrary: fc.constantFrom(...kinds), weight: 1 },
  ),
  key: fc.constantFrom(...nastyKeys),
  value: nastyValue,
});

const edits: fc.Arbitrary<readonly Edit[]> = fc.oneof(
  { arbitrary: fc.constant([]), weight: 2 },
  { arbitrary: fc.array(edit, { maxLength: 1 }), weight: 1 },
  { arbitrary: fc.array(edit, { maxLength: 3 }), weight: 1 },
);

/** A valid body as text, unchanged or with some edits. */
export const mutated = (valid: fc.Arbitrary<JsonText>): fc.Arbitrary<string> =>
  fc.tuple(valid, edits).map(([json, changes]) => printJson(changes.reduce(applied, json)));

function applied(json: JsonText, { place, isWhole, ...change }: Edit): JsonText {
  const inner = countOf(json) - 1;
  return changeAt(json, isWhole || inner === 0 ? 0 : 1 + (place % inner), (part) => changed(part, change));
}

type Change = Pick<Edit, 'kind' | 'key' | 'value'>;

function changed(part: JsonText, change: Change): JsonText {
  if (change.kind === 'wrap') return { entries: [[change.key, part]] };
  if (change.kind === 'list') return { items: [part] };
  if (change.kind === 'replace' || typeof part === 'string') return change.value;
  return 'items' in part
    ? { items: changedItems(part.items, change) }
    : { entries: changedEntries(part.entries, change) };
}

function changedItems(items: readonly JsonText[], { kind, value }: Change): readonly JsonText[] {
  if (kind === 'drop') return items.slice(1);
  if (kind === 'repeat') return [...items, ...items];
  if (kind === 'flood') return Array.from({ length: floodOf }, () => items[0] ?? short(value));
  return [...items, value];
}

/** A thousand of the longest would exceed the size of a body before the service counts them. */
const short = (text: string): string => (text.length > 100 ? '0' : text);

type Entries = readonly (readonly [string, JsonText])[];

function changedEntries(entries: Entries, { kind, key, value }: Change): Entries {
  const [first, ...others] = entries;
  if (kind === 'drop') return others;
  if (kind === 'repeat') return [...entries, [first?.[0] ?? key, value]];
  if (kind === 'rename') return [...others, [key, first?.[1] ?? value]];
  if (kind === 'flood') {
    return [
      ...entries,
      ...Array.from({ length: floodOf }, (_, index) => [`${short(key)}${index}`, short(value)] as const),
    ];
  }
  return [...entries, [key, value]];
}
