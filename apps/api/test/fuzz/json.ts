/**
 * JSON as it stands in a text: a scalar is any text, even one that is no JSON, and a key may repeat or be `__proto__`,
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
export function changeAt(json: JsonText, place: number, change: (part: JsonText) => JsonText): JsonText {
  if (place === 0) return change(json);
  if (typeof json === 'string') return json;
  let next = 1;
  const inner = (child: JsonText): JsonText => {
    const start = next;
    next += countOf(child);
    return place >= start && place < next ? changeAt(child, place - start, change) : child;
  };
  return 'items' in json
    ? { items: json.items.map(inner) }
    : { entries: json.entries.map(([key, child]) => [key, inner(child)] as const) };
}

function childrenOf(json: JsonText): readonly JsonText[] {
  if (typeof json === 'string') return [];
  return 'items' in json ? json.items : json.entries.map(([, child]) => child);
}
