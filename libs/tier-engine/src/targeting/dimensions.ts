import type { BidAttributes, Impression, Targeting } from '../model/targeting.ts';
import { deviceTypes, positions, supplyTypes } from '../model/targeting.ts';
import { cityDimension } from './city.ts';
import { daypartDimension } from './daypart.ts';
import type { DimensionDefinition } from './dimension.ts';
import { inventoryDimension } from './inventory.ts';
import { keyValueDimension } from './key-value.ts';
import {
  closedList,
  contentCategoryDimension,
  domainDimension,
  id,
  single,
  sizeDimension,
  text,
} from './list-dimension.ts';
import { advertiserDomainDimension, dealDimension, mediaTypeDimension } from './of-bid.ts';
import { segmentDimension } from './segment.ts';

/** What a profile sets each dimension to. */
type Targets = { readonly [Name in keyof Targeting]-?: NonNullable<Targeting[Name]> };
type Table = { readonly [Name in keyof Targets]: DimensionDefinition<Targets[Name]> };

/**
 * The dimensions that a profile can set, in the order checked: an explanation names the first that fails. The program
 * does not compile while a dimension of `Targeting` is missing here, or while no dimension reads an attribute of
 * `Impression` or of a bid.
 */
const table = {
  country: single('country', text),
  region: single('region', text),
  city: cityDimension,
  dma: single('dma', id),
  size: sizeDimension,
  inventory: inventoryDimension,
  domain: domainDimension,
  deviceType: single('deviceType', closedList(deviceTypes)),
  operatingSystemFamily: single('operatingSystemFamily', text),
  carrier: single('carrier', text),
  browser: single('browser', text),
  language: single('language', text),
  supplyType: single('supplyType', closedList(supplyTypes)),
  contentCategory: contentCategoryDimension,
  mediaType: mediaTypeDimension,
  position: single('position', closedList(positions)),
  deal: dealDimension,
  advertiserDomain: advertiserDomainDimension,
  segment: segmentDimension,
  keyValue: keyValueDimension,
  daypart: daypartDimension,
} as const satisfies Table;

type AttributeRead = NonNullable<(typeof table)[keyof Targeting]['attributes']>[number];
type BidAttributeRead = NonNullable<(typeof table)[keyof Targeting]['bidAttributes']>[number];
type UnreadOf<Has, Read> = Exclude<keyof Has, Read>;
/** Two empty unions if each attribute is read. */
type Unread = [UnreadOf<Impression, AttributeRead>, UnreadOf<BidAttributes, BidAttributeRead>];

const dimensions: Unread extends [never, never] ? Table : { readonly noDimensionReads: Unread } = table;

/** In the order checked. */
export const dimensionNames = Object.keys(dimensions) as (keyof Targeting)[];

export function definitionOf<Name extends keyof Targets>(name: Name): DimensionDefinition<Targets[Name]> {
  return dimensions[name];
}

/** The target of a dimension; undefined: the targeting does not set it. */
export function targetOf<Name extends keyof Targets>(
  name: Name,
  targeting: { readonly [Each in keyof Targets]?: Targets[Each] | undefined },
): Targets[Name] | undefined {
  return targeting[name];
}
