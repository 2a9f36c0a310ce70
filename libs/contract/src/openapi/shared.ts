import { schemaName } from '../resource/field.ts';
import type { Json } from './json.ts';

/** What the document has once where several operations have it, and from which length on: a reference is as long. */
const kinds = {
  parameters: {
    is: (part: Json) => 'in' in part,
    nameOf: ({ name }: Json) => schemaName(String(name).toLowerCase()),
    from: 50,
  },
  examples: {
    is: (part: Json) => Object.keys(part).join() === 'value',
    nameOf: ({ value }: Json) => termOf(value),
    from: 500,
  },
} as const;
type Kind = keyof typeof kinds;

/** The key of the data in an answer. */
function termOf(value: unknown): string {
  const { response } = value as { readonly response?: { readonly dbg_info: { readonly output_term: string } } };
  return response?.dbg_info.output_term ?? 'body';
}

type Replace = (kind: Kind, part: Json) => unknown;

/** A part of the document, in which another function has replaced each parameter and each example. */
function replace(value: unknown, by: Replace): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => replace(one, by));
  const part = value as Json;
  const kind = (Object.keys(kinds) as Kind[]).find((one) => kinds[one].is(part));
  if (kind !== undefined) return by(kind, part);
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, replace(inner, by)]));
}

/**
 * Paths in which a parameter or an example that several operations have is a reference, and what is referred to, by name.
 * Of two that differ and have one name, the second has it with a number.
 */
export function withShared(paths: Json): { readonly paths: Json } & Readonly<Record<Kind, Json>> {
  const counts = new Map<string, number>();
  replace(paths, (_kind, part) => {
    const text = JSON.stringify(part);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return part;
  });
  const shared = { parameters: {} as Record<string, Json>, examples: {} as Record<string, Json> };
  const replaced = replace(paths, (kind, part) => {
    const text = JSON.stringify(part);
    if ((counts.get(text) ?? 0) < 2 || text.length < kinds[kind].from) return part;
    const named = kinds[kind].nameOf(part);
    let name = named;
    for (let other = 2; JSON.stringify(shared[kind][name] ?? part) !== text; other++) name = `${named}${other}`;
    shared[kind][name] = part;
    return { $ref: `#/components/${kind}/${name}` };
  });
  return { paths: replaced as Json, ...shared };
}
