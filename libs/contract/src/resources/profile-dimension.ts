import { toHost } from '../value/name.ts';
import type { z } from 'zod';
import { type Field, labelled, optional, shared } from '../resource/field.ts';
import {
  advertiserDomainTargets,
  categoryTargets,
  cityTargets,
  countryTargets,
  daypartTargets,
  dealTargets,
  deviceTypeTargets,
  dmaTargets,
  domainTargets,
  inventoryTargets,
  keyValueTargets,
  languageTargets,
  mediaTypeTargets,
  nameTargets,
  positionTargets,
  regionTargets,
  segmentTargets,
  sizeTargets,
  supplyTypeTargets,
} from './profile-target.ts';

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

/**
 * Every dimension of targeting, once: `x` has the attribute `x_targets` if it has `targets`, and `x_action` if it has
 * `what`. The order is that of `/meta` and of answers. A dimension made by `dimension` needs no other code;
 * engine/to-engine.ts maps the others.
 */
export const dimensions = {
  country: dimension('country', 'the country', labelled('Countries', countryTargets), (country) => country.code),
  region: dimension('region', 'the region', regionTargets, (region) => region.code),
  city: dimension('city', 'the city', cityTargets, ({ name, country_code: countryCode }) => ({ name, countryCode })),
  dma: dimension('dma', 'the market area', labelled('DMAs', dmaTargets), (market) => market.dma),
  size: { targets: sizeTargets },
  /** One dimension with three lists: a match in any of them counts. */
  inventory: {
    what: 'the publisher, site or placement',
    lists: ['publisher_targets', 'site_targets', 'placement_targets'],
  },
  publisher: { targets: inventoryTargets },
  site: { targets: inventoryTargets },
  placement: { targets: inventoryTargets },
  domain: dimension('domain', 'the domain', domainTargets, (target) => toHost(target.domain)),
  device_type: dimension('deviceType', 'the device type', deviceTypeTargets, (type) => type),
  operating_system_family: dimension(
    'operatingSystemFamily',
    'the operating system',
    nameTargets('operating system', 'Operating systems', 'iOS'),
    (system) => system.name,
  ),
  carrier: dimension(
    'carrier',
    'the carrier',
    nameTargets('carrier', 'Mobile carriers and internet providers', 'Verizon'),
    (carrier) => carrier.name,
  ),
  browser: dimension('browser', 'the browser', nameTargets('browser', 'Browsers', 'Safari'), (browser) => browser.name),
  language: dimension('language', 'the language', languageTargets, (language) => language.code),
  supply_type: dimension('supplyType', 'the supply type', supplyTypeTargets, (type) => type),
  content_category: dimension('contentCategory', 'a content category', categoryTargets, (category) => category.code),
  media_type: dimension('mediaType', 'the media type of the bid', mediaTypeTargets, (type) => type),
  position: dimension('position', 'the position', positionTargets, (position) => position),
  deal: dimension('deal', 'the deal of the bid', dealTargets, (deal) => deal.code),
  advertiser_domain: dimension(
    'advertiserDomain',
    "the domain of the bid's advertiser",
    advertiserDomainTargets,
    (target) => toHost(target.domain),
  ),
  segment: { targets: segmentTargets },
  key_value: { targets: keyValueTargets },
  daypart: { targets: labelled('Hours', daypartTargets) },
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
  rows.flatMap(([name, { what }]) =>
    what === undefined ? [] : [[`${name}_action`, shared(`${name}_action`, targetAction(what))]],
  ),
) as {
  [Name in keyof Dimensions as Dimensions[Name] extends { what: string } ? `${Name}_action` : never]: ActionField;
};

/** `country_targets` and the others, in the order of the table. */
export const targetFields = Object.fromEntries(
  rows.flatMap(([name, { targets }]) =>
    targets === undefined
      ? []
      : [[`${name}_targets`, targets === inventoryTargets ? targets : shared(`${name}_targets`, targets)]],
  ),
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

/** A dimension with an action and a list: its attributes in a profile, and its name in the engine. */
interface ListRow {
  readonly engine: string;
  readonly action: string;
  readonly targets: string;
  /** Converts an element of the profile's list. */
  readonly valueOf: (element: never) => unknown;
}

export const listRows: readonly ListRow[] = rows.flatMap(([name, { engine, valueOf }]) =>
  engine === undefined || valueOf === undefined
    ? []
    : [{ engine, action: `${name}_action`, targets: `${name}_targets`, valueOf }],
);
