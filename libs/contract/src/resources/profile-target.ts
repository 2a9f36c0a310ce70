import { days, deviceTypes, supplyTypes } from '../value/scalar.ts';
import { z } from 'zod';
import { optional } from '../resource/field.ts';
import { exactText, Id, text } from '../value/scalar.ts';

const name = () => text(1, 255);
/** Key-values are compared exactly, so nothing is trimmed. */
const word = () => exactText(1, 255);
const code = (pattern: RegExp, example: string) =>
  z
    .string()
    .trim()
    .regex(pattern, { error: ({ input }) => `is ${JSON.stringify(input)}, allowed: a code such as ${example}` });
const hour = z.int().min(0).max(23);
const action = z.enum(['include', 'exclude']);

/** Entries that one list of a profile may hold. */
const maxTargets = 1000;

const list = <V extends z.ZodType>(
  element: V,
  fields: Record<string, 'int' | 'string' | 'array'>,
  description: string,
) => optional.objects(element, element, maxTargets, fields, description);

/** A country is named by id or by code; the service fills in the other one. */
const CountryTarget = z.strictObject({ id: Id, code: z.string(), name: z.string() });
const CountryTargetInput = z
  .strictObject({
    id: Id.optional(),
    code: code(/^[A-Za-z]{2}$/, 'US').optional(),
    name: name().nullish(),
    active: z.boolean().optional(),
  })
  .refine((country) => country.id !== undefined || country.code !== undefined, { error: 'needs an id or a code' })
  .meta({ anyOf: [{ required: ['id'] }, { required: ['code'] }] });

const Daypart = z
  .strictObject({ day: z.enum([...days, 'all']), start_hour: hour, end_hour: hour })
  .refine((window) => window.start_hour <= window.end_hour, {
    error: 'starts after it ends; for hours across midnight set two windows',
  });

/** The lists of section 4 of the behaviour: what a profile may target. */
export const targetFields = {
  country_targets: optional.objects(
    CountryTarget,
    CountryTargetInput,
    maxTargets,
    { id: 'int', code: 'string', name: 'string' },
    'Countries',
  ),
  region_targets: list(
    z.strictObject({ code: code(/^[A-Za-z]{2}-[A-Za-z0-9]{1,3}$/, 'US-NY') }),
    { code: 'string' },
    'Regions, ISO 3166-2',
  ),
  city_targets: list(
    z.strictObject({ name: name(), country_code: code(/^[A-Za-z]{2}$/, 'US') }),
    { name: 'string', country_code: 'string' },
    'Cities',
  ),
  dma_targets: list(z.strictObject({ dma: Id }), { dma: 'int' }, 'US market areas'),
  size_targets: list(
    z.strictObject({ width: z.int().min(1).max(100_000), height: z.int().min(1).max(100_000) }),
    { width: 'int', height: 'int' },
    'Sizes; always an include',
  ),
  publisher_targets: list(z.strictObject({ id: Id }), { id: 'int' }, 'Publishers, part of inventory'),
  site_targets: list(z.strictObject({ id: Id }), { id: 'int' }, 'Sites, part of inventory'),
  placement_targets: list(z.strictObject({ id: Id }), { id: 'int' }, 'Placements, part of inventory'),
  domain_targets: list(z.strictObject({ domain: name() }), { domain: 'string' }, 'Domains and their subdomains'),
  device_type_targets: optional.list(z.enum(deviceTypes), maxTargets, 'Device types'),
  operating_system_family_targets: list(z.strictObject({ name: name() }), { name: 'string' }, 'Operating systems'),
  browser_targets: list(z.strictObject({ name: name() }), { name: 'string' }, 'Browsers'),
  language_targets: list(
    z.strictObject({ code: code(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'en') }),
    { code: 'string' },
    'Languages',
  ),
  supply_type_targets: optional.list(z.enum(supplyTypes), maxTargets, 'Supply types'),
  content_category_targets: list(z.strictObject({ code: name() }), { code: 'string' }, 'IAB content categories'),
  segment_targets: list(
    z.strictObject({ id: Id, action: action.default('include') }),
    { id: 'int', action: 'string' },
    'Segments, each included or excluded',
  ),
  key_value_targets: list(
    z.strictObject({ key: word(), values: z.array(word()).min(1).max(maxTargets), action: action.default('include') }),
    { key: 'string', values: 'array', action: 'string' },
    'Key-values; every entry must hold',
  ),
  daypart_targets: list(
    Daypart,
    { day: 'string', start_hour: 'int', end_hour: 'int' },
    'Hours of the week, the end hour included; always an include',
  ),
};

/** The dimensions that have an action, and the lists that it governs. */
export const actionLists = {
  country_action: ['country_targets'],
  region_action: ['region_targets'],
  city_action: ['city_targets'],
  dma_action: ['dma_targets'],
  inventory_action: ['publisher_targets', 'site_targets', 'placement_targets'],
  domain_action: ['domain_targets'],
  device_type_action: ['device_type_targets'],
  operating_system_family_action: ['operating_system_family_targets'],
  browser_action: ['browser_targets'],
  language_action: ['language_targets'],
  supply_type_action: ['supply_type_targets'],
  content_category_action: ['content_category_targets'],
} as const satisfies Record<string, readonly (keyof typeof targetFields)[]>;
