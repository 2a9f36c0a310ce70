import { z } from 'zod';
import { type Field, optional } from '../resource/field.ts';
import { days, deviceTypes, exactText, Id, supplyTypes, text, wholeNumber } from '../value/scalar.ts';

const properName = () => text(1, 255);
/** Key-values are compared exactly, so nothing is trimmed. */
const word = () => exactText(1, 255);
const code = (pattern: RegExp, example: string) =>
  z
    .string()
    .trim()
    .regex(pattern, { error: ({ input }) => `is ${JSON.stringify(input)}, allowed: a code such as ${example}` });
const hour = wholeNumber(0, 23);
const side = wholeNumber(1, 100_000);
const action = z.enum(['include', 'exclude']);

/** Entries that one list of a profile may hold. */
const maxTargets = 1000;

/** `stored` where it may be more than is taken now, because it was taken before. */
const list = <I extends z.ZodType, V extends z.ZodType = I>(
  element: I,
  fields: Record<string, 'int' | 'string' | 'array'>,
  description: string,
  stored: V = element as z.ZodType as V,
) => optional.objects(stored, element, maxTargets, fields, description);

/** A country is named by id or by code; the service fills in the other one. */
const CountryTarget = z.strictObject({ id: Id, code: z.string(), name: z.string() });
const CountryTargetInput = z
  .strictObject({
    id: Id.optional(),
    code: code(/^[A-Za-z]{2}$/, 'US').optional(),
    name: properName().nullish(),
    active: z.boolean().optional(),
  })
  .refine((country) => country.id !== undefined || country.code !== undefined, { error: 'needs an id or a code' })
  .meta({ anyOf: [{ required: ['id'] }, { required: ['code'] }] });

const Daypart = z
  .strictObject({ day: z.enum([...days, 'all']), start_hour: hour, end_hour: hour })
  .refine((window) => window.start_hour <= window.end_hour, {
    error: 'starts after it ends; for hours across midnight set two windows',
  });

/**
 * A dimension with an action and a list of values. `engine` is its name in the engine's targeting, `what` names the value
 * of the impression in the description of the action.
 */
const dimension = <const Engine extends string, Targets extends Field, Value>(
  engine: Engine,
  what: string,
  targets: Targets,
  valueOf: (element: ElementOf<Targets>) => Value,
) => ({ engine, what, targets, valueOf });

type ElementOf<F extends Field> =
  NonNullable<z.output<F['value']>> extends readonly (infer Element)[] ? Element : never;

/** A dimension whose targets are names, compared in any case. */
const byName = <const Engine extends string>(engine: Engine, what: string, description: string) =>
  dimension(
    engine,
    what,
    list(z.strictObject({ name: properName() }), { name: 'string' }, description, z.strictObject({ name: z.string() })),
    (one) => one.name,
  );

type Code = z.ZodType<string, string>;

/** The same for codes of this form. */
const byCode = <const Engine extends string>(
  engine: Engine,
  what: string,
  description: string,
  form: Code = properName(),
) =>
  dimension(
    engine,
    what,
    list(z.strictObject({ code: form }), { code: 'string' }, description, z.strictObject({ code: z.string() })),
    (one) => one.code,
  );

const ids = (description: string) => list(z.strictObject({ id: Id }), { id: 'int' }, description);

/**
 * Every dimension of targeting, once: `x` has the attribute `x_targets` where it has targets, and `x_action` where it says
 * `what` its action is about. The order is that of `/meta` and of answers. One that is made by `dimension`, `byName` or
 * `byCode` needs nothing else here; the others are mapped to the engine in engine/to-engine.ts.
 */
export const dimensions = {
  country: dimension(
    'country',
    'the country',
    optional.objects(
      CountryTarget,
      CountryTargetInput,
      maxTargets,
      { id: 'int', code: 'string', name: 'string' },
      'Countries',
    ),
    (country) => country.code,
  ),
  region: byCode('region', 'the region', 'Regions, ISO 3166-2', code(/^[A-Za-z]{2}-[A-Za-z0-9]{1,3}$/, 'US-NY')),
  city: dimension(
    'city',
    'the city',
    list(
      z.strictObject({ name: properName(), country_code: code(/^[A-Za-z]{2}$/, 'US') }),
      { name: 'string', country_code: 'string' },
      'Cities',
      z.strictObject({ name: z.string(), country_code: z.string() }),
    ),
    (city) => ({ name: city.name, countryCode: city.country_code }),
  ),
  dma: dimension(
    'dma',
    'the market area',
    list(z.strictObject({ dma: Id }), { dma: 'int' }, 'US market areas'),
    (market) => market.dma,
  ),
  size: {
    targets: list(
      z.strictObject({ width: side, height: side }),
      { width: 'int', height: 'int' },
      'Sizes; always an include',
    ),
  },
  /** One dimension with three lists: a match in any of them counts. */
  inventory: {
    what: 'the publisher, site or placement',
    lists: ['publisher_targets', 'site_targets', 'placement_targets'],
  },
  publisher: { targets: ids('Publishers, part of inventory') },
  site: { targets: ids('Sites, part of inventory') },
  placement: { targets: ids('Placements, part of inventory') },
  domain: dimension(
    'domain',
    'the domain',
    list(
      z.strictObject({ domain: properName() }),
      { domain: 'string' },
      'Domains and their subdomains',
      z.strictObject({ domain: z.string() }),
    ),
    (target) => target.domain,
  ),
  device_type: dimension(
    'deviceType',
    'the device type',
    optional.list(z.enum(deviceTypes), maxTargets, 'Device types'),
    (type) => type,
  ),
  operating_system_family: byName('operatingSystemFamily', 'the operating system', 'Operating systems'),
  carrier: byName('carrier', 'the carrier', 'Mobile carriers and internet providers'),
  browser: byName('browser', 'the browser', 'Browsers'),
  language: byCode('language', 'the language', 'Languages', code(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'en')),
  supply_type: dimension(
    'supplyType',
    'the supply type',
    optional.list(z.enum(supplyTypes), maxTargets, 'Supply types'),
    (type) => type,
  ),
  content_category: byCode('contentCategory', 'a content category', 'IAB content categories'),
  segment: {
    targets: list(
      z.strictObject({ id: Id, action: action.default('include') }),
      { id: 'int', action: 'string' },
      'Segments, each included or excluded',
    ),
  },
  key_value: {
    targets: list(
      z.strictObject({
        key: word(),
        values: z.array(word()).min(1).max(maxTargets),
        action: action.default('include'),
      }),
      { key: 'string', values: 'array', action: 'string' },
      'Key-values; every entry must hold',
    ),
  },
  daypart: {
    targets: list(
      Daypart,
      { day: 'string', start_hour: 'int', end_hour: 'int' },
      'Hours of the week, the end hour included; always an include',
    ),
  },
} as const;

type Dimensions = typeof dimensions;

/** Any row of the table. */
interface Row {
  readonly what?: string;
  readonly targets?: Field;
  readonly lists?: readonly string[];
  readonly engine?: string;
  readonly valueOf?: (element: never) => unknown;
}
const rows = Object.entries<Row>(dimensions);

const targetAction = (what: string) =>
  optional.choice(['include', 'exclude'], 'exclude', `Whether ${what} must or must not be among the targets`);
type ActionField = ReturnType<typeof targetAction>;

/** `country_action` and the others, in the order of the table. */
export const actionFields = Object.fromEntries(
  rows.flatMap(([name, { what }]) => (what === undefined ? [] : [[`${name}_action`, targetAction(what)]])),
) as {
  [Name in keyof Dimensions as Dimensions[Name] extends { what: string } ? `${Name}_action` : never]: ActionField;
};

/** `country_targets` and the others, in the order of the table. */
export const targetFields = Object.fromEntries(
  rows.flatMap(([name, { targets }]) => (targets === undefined ? [] : [[`${name}_targets`, targets]])),
) as {
  [Name in keyof Dimensions as Dimensions[Name] extends { targets: Field }
    ? `${Name}_targets`
    : never]: Dimensions[Name] extends { targets: infer Targets } ? Targets : never;
};

/** Each action with the lists that it governs. */
export const actionLists: readonly (readonly [action: string, lists: readonly string[]])[] = rows.flatMap(
  ([name, { what, lists = [`${name}_targets`] }]) => (what === undefined ? [] : [[`${name}_action`, lists] as const]),
);

/** The values of the dimensions that have an action and a list of them, by their names in the engine. */
export type ListDimensions = {
  [Name in keyof Dimensions as Dimensions[Name] extends { engine: infer Engine extends string }
    ? Engine
    : never]: Dimensions[Name] extends { valueOf: (element: never) => infer Value } ? Value : never;
};

/** A dimension with an action and a list: where a profile has the two, and what the engine has instead. */
interface ListRow {
  readonly engine: string;
  readonly action: string;
  readonly targets: string;
  /** Takes an element of the profile's list. */
  readonly valueOf: (element: never) => unknown;
}

export const listRows: readonly ListRow[] = rows.flatMap(([name, { engine, valueOf }]) =>
  engine === undefined || valueOf === undefined
    ? []
    : [{ engine, action: `${name}_action`, targets: `${name}_targets`, valueOf }],
);
