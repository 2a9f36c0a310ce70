import type { CityTarget, InventoryTarget, ListTarget, TargetAction, Targeting } from '../model/targeting.ts';
import { openHours } from '../targeting/daypart.ts';
import { dimensionNames, targetOf } from '../targeting/dimensions.ts';
import { lowerCase, sizeText, toHostName } from '../targeting/impression-values.ts';
import { isPath } from '../targeting/inventory-name.ts';

/**
 * One condition on one attribute of the impression. `include`: it has one of the values; `exclude`: it has none of them.
 * A targeting is the conjunction of its predicates, and two with the same predicates match the same impressions.
 */
export interface TargetingPredicate {
  readonly attribute: string;
  readonly arity: Arity;
  readonly action: TargetAction;
  readonly values: ReadonlySet<string>;
}

/**
 * How many values an impression can have: at most one, several, or one domain or path, for which its parents count too.
 * The parents of several domains or paths are not compared: `lint` then proves less.
 */
export type Arity = 'one' | 'several' | 'domain' | 'path';

type Targets = { readonly [Name in keyof Targeting]-?: NonNullable<Targeting[Name]> };
type ToPredicates<Target> = (target: Target, attribute: string) => readonly TargetingPredicate[];

/** The predicate as a list; empty where it would hold for every impression. */
function predicates(
  attribute: string,
  arity: Arity,
  action: TargetAction,
  values: readonly (string | number)[],
): TargetingPredicate[] {
  if (action === 'exclude' && values.length === 0) return [];
  return [{ attribute, arity, action, values: new Set(values.map(String).toSorted()) }];
}

/** Predicates of a list of values that are compared in this form. */
const list =
  <Value extends string | number>(
    arity: Arity,
    normalize: (value: Value) => string | number = (value) => value,
  ): ToPredicates<ListTarget<Value>> =>
  ({ action, values }, attribute) =>
    predicates(attribute, arity, action, values.map(normalize));

const inventoryLists = ['publisherIds', 'siteIds', 'placementIds'] as const;

const toPredicatesOf: { readonly [Name in keyof Targets]: ToPredicates<Targets[Name]> } = {
  country: list('one', lowerCase),
  region: list('one', lowerCase),
  city: ({ action, values }: ListTarget<CityTarget>, attribute) =>
    predicates(
      attribute,
      'one',
      action,
      values.map(({ name, countryCode }) => JSON.stringify([lowerCase(countryCode), lowerCase(name)])),
    ),
  dma: list('one'),
  size: (target, attribute) => predicates(attribute, 'several', 'include', target.map(sizeText)),
  inventory: toInventoryPredicates,
  domain: list('domain', toHostName),
  deviceType: list('one'),
  operatingSystemFamily: list('one', lowerCase),
  carrier: list('one', lowerCase),
  browser: list('one', lowerCase),
  language: list('one', lowerCase),
  supplyType: list('one'),
  contentCategory: list('several', lowerCase),
  mediaType: list('several'),
  position: list('one'),
  deal: list('one'),
  advertiserDomain: list('several', toHostName),
  segment({ operator, include, exclude }, attribute) {
    const needed = operator === 'and' ? include.map((id) => [id]) : include.length > 0 ? [include] : [];
    return [
      ...needed.flatMap((ids) => predicates(attribute, 'several', 'include', ids)),
      ...predicates(attribute, 'several', 'exclude', exclude),
    ];
  },
  keyValue: (target) =>
    target.flatMap(({ key, values, action }) => predicates(`key ${key}`, 'several', action, values)),
  /** Hours of the week in local time. Hours of different zones are not compared: clocks change on different dates. */
  daypart: (target) =>
    predicates(
      `hour in ${lowerCase(target.timezone)}`,
      'one',
      'include',
      openHours(target).flatMap((isOpen, hour) => (isOpen ? `${hour}` : [])),
    ),
};

/** An exclude is one predicate per list. An include of several lists is one predicate: any match counts. */
function toInventoryPredicates(target: InventoryTarget): TargetingPredicate[] {
  const { action } = target;
  const given = inventoryLists.filter((name) => target[name].length > 0);
  if (action === 'exclude' || given.length === 1) {
    return given.flatMap((name) => predicates(name, target[name].some(isPath) ? 'path' : 'one', action, target[name]));
  }
  const values = given.flatMap((name) => target[name].map((id) => `${name} ${id}`));
  return predicates('inventory', 'several', 'include', values);
}

const predicatesOf = <Name extends keyof Targets>(name: Name): ToPredicates<Targets[Name]> => toPredicatesOf[name];

/** The predicates of a targeting that do not hold for every impression; equal targetings give equal predicates. */
export function toPredicates(targeting: Targeting): TargetingPredicate[] {
  return dimensionNames.flatMap((name) => {
    const target = targetOf(name, targeting);
    return target === undefined ? [] : predicatesOf(name)(target, name);
  });
}
