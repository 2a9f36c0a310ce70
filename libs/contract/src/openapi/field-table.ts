import type { Json } from './json.ts';

/** An attribute of an object, as one row of a table. */
interface Row {
  /** With its parents: `buyer_members[].id`. */
  readonly path: string;
  readonly schema: Json;
  readonly isRequired: boolean;
}

type Schemas = Readonly<Record<string, unknown>>;

/**
 * The attributes of a body as a Markdown table: type with bounds, what holds when it is absent, and what it means.
 * Attributes that a writer cannot set are left out. `depth` is how many levels of nested objects are shown.
 */
export function bodyTable(schema: Json, schemas: Schemas, depth = 4): string {
  const rows = rowsOf(schema, schemas, depth).filter(({ schema: own }) => own['readOnly'] !== true);
  // An update changes what is sent, so there is nothing to say.
  if (!rows.some(({ path, ...row }) => !/[.[]/.test(path) && absence(row) !== optional)) return rowTable(rows, schemas);
  return table(
    ['Field', 'Type', 'When absent', 'Meaning'],
    rows.map((row) => [...nameAndType(row, schemas), absence(row), meaning(row, schemas)]),
  );
}

/** The attributes of an answer as a Markdown table. */
export function answerTable(schema: Json, schemas: Schemas, depth = 4): string {
  return rowTable(rowsOf(schema, schemas, depth), schemas);
}

const rowTable = (rows: readonly Row[], schemas: Schemas): string =>
  table(
    ['Field', 'Type', 'Meaning'],
    rows.map((row) => [...nameAndType(row, schemas), meaning(row, schemas)]),
  );

/** A Markdown table with these cells. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(line).join('\n');

const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

const nameAndType = ({ path, schema }: Row, schemas: Schemas) => [`\`${path}\``, typeOf(schema, schemas)] as const;

function meaning({ schema }: Row, schemas: Schemas): string {
  const { description = resolved(schema, schemas)['description'] } = schema;
  return typeof description === 'string' ? description : '';
}

/** Nothing holds in general: the meaning says what does, if anything. */
const optional = 'optional';

function absence({ schema, isRequired }: Omit<Row, 'path'>): string {
  if (isRequired) return '**required**';
  return 'default' in schema ? `\`${JSON.stringify(schema['default'])}\`` : optional;
}

function rowsOf(schema: Json, schemas: Schemas, depth: number, parent = ''): readonly Row[] {
  if (depth === 0) return [];
  return variantsOf(schema, schemas).flatMap((variant) => {
    const { items, properties = {}, required = [] } = variant;
    if (items !== undefined) return rowsOf(items as Json, schemas, depth, `${parent}[]`);
    return Object.entries(properties as Readonly<Record<string, Json>>).flatMap(([name, property]) => {
      const path = parent === '' ? name : `${parent}.${name}`;
      const isRequired = (required as readonly string[]).includes(name);
      return [{ path, schema: property, isRequired }, ...rowsOf(property, schemas, depth - 1, path)];
    });
  });
}

/** A schema without references and null, in each of its forms. */
function variantsOf(schema: Json, schemas: Schemas): readonly Json[] {
  const own = resolved(schema, schemas);
  // The `anyOf` of an object with properties only says which of them it needs.
  const forms = own['properties'] === undefined ? (own['anyOf'] ?? own['oneOf']) : undefined;
  if (forms === undefined) return own['type'] === 'null' ? [] : [own];
  return (forms as readonly Json[]).flatMap((form) => variantsOf(form, schemas));
}

function resolved(schema: Json, schemas: Schemas): Json {
  const { $ref } = schema;
  return typeof $ref === 'string' ? (schemas[$ref.split('/').at(-1) ?? ''] as Json) : schema;
}

/** A type in words, with its bounds: `text, 1 to 255 characters, or null`. */
function typeOf(schema: Json, schemas: Schemas): string {
  const own = resolved(schema, schemas);
  const forms = variantsOf(own, schemas);
  const isNullable =
    JSON.stringify(own['anyOf'] ?? []).includes('{"type":"null"}') || listOf(own['type']).includes('null');
  const words = new Set(
    isDecimal(forms) ? [`decimal as text or number${numberBounds(forms[1] ?? {})}`] : forms.map(wordOf),
  );
  return `${[...words].join('; or ') || 'anything'}${isNullable ? ', or null' : ''}`;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** A decimal is taken as text and as a number. */
const isDecimal = (forms: readonly Json[]): boolean =>
  forms.length === 2 && forms[0]?.['type'] === 'string' && forms[1]?.['type'] === 'number';

/** A constant as it is, without the quotes of JSON. */
const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

function wordOf(schema: Json): string {
  const { type, enum: values, const: only, items, maxItems } = schema;
  if (only !== undefined) return code(only);
  if (Array.isArray(values)) return values.map(code).join(', ');
  switch (listOf(type).find((one) => one !== 'null')) {
    case 'string':
      return `text${textBounds(schema)}${exampleOf(schema)}`;
    case 'integer':
      return `integer${numberBounds(schema)}`;
    case 'number':
      return `number${numberBounds(schema)}`;
    case 'array':
      return `array of ${elementOf(items as Json | undefined)}${maxItems === undefined ? '' : `, at most ${grouped(maxItems)}`}`;
    case undefined:
      return 'anything';
    default:
      return String(type);
  }
}

function elementOf(items: Json = {}): string {
  if ('$ref' in items || 'properties' in items || 'oneOf' in items || listOf(items['type']).includes('object'))
    return 'objects';
  const word = wordOf(items);
  if (word.startsWith('`')) return `these: ${word}`;
  return word.replace(/^(text|integer|number)(?:, (.*))?/, (_, type: string, bounds?: string) =>
    bounds === undefined ? `${type}s` : `${type}s (${bounds})`,
  );
}

/** Of text whose form its bounds do not tell. */
function exampleOf({ examples, maxLength }: Json): string {
  const [example] = listOf(examples);
  return typeof example === 'string' && maxLength === undefined ? ` such as \`${example}\`` : '';
}

function textBounds({ minLength = 0, maxLength, format }: Json): string {
  if (format === 'date-time') return ': ISO 8601 with an offset';
  if (maxLength === undefined) return '';
  return minLength === 0
    ? `, at most ${grouped(maxLength)} characters`
    : `, ${grouped(minLength)} to ${grouped(maxLength)} characters`;
}

function numberBounds({ minimum, maximum, exclusiveMaximum }: Json): string {
  const isBounded = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER;
  const least = typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? grouped(minimum) : undefined;
  if (exclusiveMaximum !== undefined) return `, ${least ?? ''} to under ${grouped(exclusiveMaximum)}`;
  if (isBounded) return `, ${least ?? ''} to ${grouped(maximum)}`;
  return least === undefined ? '' : `, at least ${least}`;
}

const grouped = (value: unknown): string => Number(value).toLocaleString('en', { maximumFractionDigits: 6 });
