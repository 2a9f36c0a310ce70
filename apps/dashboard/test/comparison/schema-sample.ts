import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly additionalProperties?: boolean | Schema;
}

const url = new URL('../../../simulator/schema/compare-report.schema.json', import.meta.url);

/** A report that the published schema of comparisons allows: one entry in each list, the first value of each choice. */
export function sampleReport(): Record<string, unknown> {
  const root = JSON.parse(readFileSync(url, 'utf8')) as Schema & { readonly $defs: Readonly<Record<string, Schema>> };
  const sampleOf = (schema: Schema): unknown => {
    const { $ref: ref, enum: choices, anyOf, oneOf, items, properties, propertyNames, additionalProperties } = schema;
    if (ref !== undefined) return sampleOf(root.$defs[ref.split('/').at(-1)!]!);
    if ('const' in schema) return schema.const;
    if (choices !== undefined) return choices[0];
    const [first] = anyOf ?? oneOf ?? [];
    if (first !== undefined) return sampleOf(first);
    if (properties !== undefined) {
      return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]));
    }
    if (typeof additionalProperties === 'object') {
      return Object.fromEntries((propertyNames?.enum ?? []).map((name) => [name, sampleOf(additionalProperties)]));
    }
    if (items !== undefined) return [sampleOf(items)];
    return scalarOf(schema);
  };
  return sampleOf(root) as Record<string, unknown>;
}

const formatted: Readonly<Record<string, string>> = { date: '2026-11-22', 'date-time': '2026-11-22T08:00:00Z' };

function scalarOf({
  type: types,
  pattern,
  format,
  exclusiveMinimum = -1,
  minimum = exclusiveMinimum + 1,
}: Schema): unknown {
  const [type] = [types].flat();
  if (type === 'string') return formatted[format ?? ''] ?? (pattern?.includes('\\.') ? '1.500000000' : 'text');
  if (type === 'boolean') return true;
  return type === 'object' ? {} : minimum;
}
