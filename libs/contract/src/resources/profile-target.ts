import { z } from 'zod';
import { allowed } from '../error/issue.ts';
import { optional, shared } from '../resource/field.ts';
import {
  days,
  deviceTypes,
  exactText,
  Id,
  InventoryId,
  mediaTypes,
  positions,
  supplyTypes,
  text,
  wholeNumber,
} from '../value/scalar.ts';

/** Entries that one list of a profile may hold. */
const maxTargets = 1000;

/** One attribute of a target: its type in `/meta`, its input schema, and its stored schema. */
interface Part<I extends z.ZodType = z.ZodType, S extends z.ZodType = z.ZodType> {
  readonly type: 'int' | 'string' | 'array';
  readonly input: I;
  readonly stored: S;
}
type Parts = Readonly<Record<string, Part>>;

const part = <I extends z.ZodType>(type: Part['type'], meaning: string, input: I): Part<I, I> => {
  const described = input.describe(meaning);
  return { type, input: described, stored: described };
};

/** Text. The stored schema is looser than the input, because earlier versions accepted more. */
const textual = (meaning: string, input: z.ZodType<string, string>): Part<z.ZodType<string, string>, z.ZodString> => ({
  type: 'string',
  input: input.describe(meaning),
  stored: z.string().describe(meaning),
});

const mapped = <Value>(parts: Parts, valueOf: (one: Part) => Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(parts).map(([name, one]) => [name, valueOf(one)]));

type Input<P extends Parts> = z.ZodObject<{ [Name in keyof P]: P[Name]['input'] }, z.core.$strict>;
type Stored<P extends Parts> = z.ZodObject<{ [Name in keyof P]: P[Name]['stored'] }, z.core.$strict>;

/** A list of targets with these attributes; `example` is one target. `refine` adds rules across attributes. */
const list = <P extends Parts>(
  parts: P,
  description: string,
  example: z.input<Input<P>>,
  refine: (input: Input<P>) => Input<P> = (input) => input,
) =>
  optional.objects(
    z.strictObject(mapped(parts, ({ stored }) => stored)) as Stored<P>,
    refine(z.strictObject(mapped(parts, ({ input }) => input)) as Input<P>),
    maxTargets,
    mapped(parts, ({ type }) => type),
    description,
    example,
  );

const properName = () => text(1, 255);
/** Key-values are compared exactly, so nothing is trimmed. */
const word = () => exactText(1, 255);
const code = (pattern: RegExp, example: string) =>
  z
    .string()
    .trim()
    .regex(pattern, allowed(`a code such as ${example}`));
const countryCode = () => code(/^[A-Za-z]{2}$/, 'US');
const TargetAction = z
  .enum(['include', 'exclude'])
  .default('include')
  .meta({ id: 'TargetAction', description: '`include`: the impression must have it; `exclude`: it must not' });

export const nameTargets = (of: string, description: string, example: string) =>
  list({ name: textual(`Name of the ${of}, in any case`, properName()) }, description, { name: example });

const codeTargets = (
  meaning: string,
  description: string,
  example: string,
  form = properName() as z.ZodType<string, string>,
) => list({ code: textual(meaning, form) }, description, { code: example });

export const regionTargets = codeTargets(
  'ISO 3166-2 code, in any case',
  'Regions',
  'US-NY',
  code(/^[A-Za-z]{2}-[A-Za-z0-9]{1,3}$/, 'US-NY'),
);

export const languageTargets = codeTargets(
  'Code of the language, ISO 639, in any case',
  'Languages',
  'en',
  code(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'en'),
);

export const categoryTargets = codeTargets('Code of the category, in any case', 'IAB content categories', 'IAB17');

/** Inventory is named by its id; a `code`, the original's other way to name it, is taken as the id. */
const inventoryName = {
  id: InventoryId.optional(),
  code: InventoryId.optional(),
};
type InventoryName = { readonly id?: number | string | undefined; readonly code?: number | string | undefined };
const isNamed = (target: InventoryName): boolean => target.id !== undefined || target.code !== undefined;
const nameIssue = { error: 'needs an id' };
const needsName = { anyOf: [{ required: ['id'] }, { required: ['code'] }] };
const nameOf = (target: InventoryName): number | string => (target.id ?? target.code)!;

const NamedInventory = z.strictObject({ id: InventoryId }).meta({ id: 'InventoryTarget' });
const NamedInventoryInput = z
  .strictObject(inventoryName)
  .refine(isNamed, nameIssue)
  .meta(needsName)
  .transform((target) => ({ id: nameOf(target) }))
  .meta({ id: 'InventoryTargetInput' });

/** Publishers, sites and placements have one schema. */
export const inventoryTargets = shared(
  'inventory_targets',
  optional.objects(
    NamedInventory,
    NamedInventoryInput,
    maxTargets,
    { id: 'int or string' },
    'Publishers, sites or placements',
    { id: 9 },
  ),
);

/** A country is named by id or by code; the service fills in the other one. */
const CountryTarget = z.strictObject({
  id: Id.describe('Identifier of the country'),
  code: z.string().describe('ISO 3166-1 alpha-2 code'),
  name: z.string().describe('Name of the country'),
});
const CountryTargetInput = z
  .strictObject({
    id: Id.optional().describe('Identifier of the country, as in `GET /country`; this or `code`'),
    code: countryCode().optional().describe('ISO 3166-1 alpha-2 code, in any case; this or `id`'),
    name: properName().nullish().describe('Name of the country; the service fills it in'),
    active: z.boolean().optional().describe('Ignored, so that an object of another service can be sent as it was read'),
  })
  .refine((country) => country.id !== undefined || country.code !== undefined, { error: 'needs an id or a code' })
  .meta({ anyOf: [{ required: ['id'] }, { required: ['code'] }] });

export const countryTargets = optional.objects(
  CountryTarget,
  CountryTargetInput,
  maxTargets,
  { id: 'int', code: 'string', name: 'string' },
  'Countries',
  { code: 'US' },
);

export const cityTargets = list(
  {
    name: textual('Name of the city, in any case', properName()),
    country_code: textual('Country of the city, ISO 3166-1 alpha-2', countryCode()),
  },
  'Cities',
  { name: 'New York', country_code: 'US' },
);

export const dmaTargets = list({ dma: part('int', 'Number of the market, as in `GET /dma`', Id) }, 'US market areas', {
  dma: 501,
});

const side = wholeNumber(1, 100_000);
export const sizeTargets = list(
  { width: part('int', 'Device-independent pixels', side), height: part('int', 'Device-independent pixels', side) },
  'Sizes; always an include',
  { width: 300, height: 250 },
);

export const domainTargets = list(
  { domain: textual('Domain; it matches its subdomains too', properName()) },
  'Domains and their subdomains',
  { domain: 'example.com' },
);

export const deviceTypeTargets = optional.list(z.enum(deviceTypes), maxTargets, 'Device types', 'phone');

export const supplyTypeTargets = optional.list(z.enum(supplyTypes), maxTargets, 'Supply types', 'mobile_app');

export const mediaTypeTargets = optional.list(z.enum(mediaTypes), maxTargets, 'Media types of the bid', 'video');

export const positionTargets = optional.list(z.enum(positions), maxTargets, 'Positions on the page or screen', 'above');

/** A deal is named by its code; an `id`, as in the original API, is converted to text and used as the code. */
const DealTargetInput = z
  .strictObject({
    code: exactText(1, 64).optional().describe('Id of the deal, compared exactly; this or `id`'),
    id: z
      .union([exactText(1, 64), Id])
      .optional()
      .describe('The same id, as text or number'),
  })
  .refine((deal) => deal.code !== undefined || deal.id !== undefined, { error: 'needs a code' })
  .meta({ anyOf: [{ required: ['code'] }, { required: ['id'] }] })
  .transform(({ code: own, id }) => ({ code: own ?? String(id) }));

export const dealTargets = optional.objects(
  z.strictObject({ code: z.string().describe('Id of the deal, compared exactly') }),
  DealTargetInput,
  maxTargets,
  { code: 'string' },
  'Deals that the bid is made under',
  { code: 'RBC_123' },
);

export const advertiserDomainTargets = list(
  { domain: textual('Domain of the advertiser; it matches its subdomains too', properName()) },
  "Domains of the bid's advertiser, and their subdomains",
  { domain: 'shop.example' },
);

export const segmentTargets = optional.objects(
  z.strictObject({ id: InventoryId, action: TargetAction }),
  z
    .strictObject({ ...inventoryName, action: TargetAction })
    .refine(isNamed, nameIssue)
    .meta(needsName)
    .transform((target) => ({ id: nameOf(target), action: target.action })),
  maxTargets,
  { id: 'int or string', action: 'string' },
  'Segments, each included or excluded',
  { id: 12, action: 'exclude' },
);

const KeyValues = z
  .array(word())
  .min(1)
  .max(maxTargets)
  .meta({ id: 'KeyValues', description: 'Values, compared exactly, of which one must be there' });

export const keyValueTargets = list(
  {
    key: part('string', 'Key, compared exactly', word()),
    values: { type: 'array', input: KeyValues, stored: KeyValues },
    action: { type: 'string', input: TargetAction, stored: TargetAction },
  },
  'Key-values; every entry must hold',
  { key: 'section', values: ['sports', 'news'], action: 'include' },
);

const hour = wholeNumber(0, 23);
export const daypartTargets = list(
  {
    day: part('string', 'Day of the week, or `all`', z.enum([...days, 'all'])),
    start_hour: part('int', 'First hour of the window', hour),
    end_hour: part('int', 'Last hour of the window, which is part of it', hour),
  },
  'Hours of the week, the end hour included; always an include',
  { day: 'all', start_hour: 18, end_hour: 23 },
  (Daypart) =>
    Daypart.refine((window) => window.start_hour <= window.end_hour, {
      error: 'starts after it ends; for hours across midnight set two windows',
    }),
);
