import type { InventoryId, InventoryTarget } from '../model/targeting.ts';
import type { DimensionDefinition } from './dimension.ts';
import type { ImpressionValues } from './impression-values.ts';
import { type InventoryNames, reportInventory } from './inventory-name.ts';
import { emptyIncludeProblem } from './list-dimension.ts';

/** Each list of targets with the attribute that it is compared with. */
const attributeOf = { publisherIds: 'publisherId', siteIds: 'siteId', placementIds: 'placementId' } as const;
const lists = ['publisherIds', 'siteIds', 'placementIds'] as const;

/** Publisher, site and placement are one dimension: a match in any of the three lists counts. */
export const inventoryDimension: DimensionDefinition<InventoryTarget, 'publisherId' | 'siteId' | 'placementId'> = {
  compile(target, { report, names }) {
    if (target.action === 'include' && lists.every((list) => target[list].length === 0)) {
      report('', emptyIncludeProblem);
    }
    for (const list of lists) reportInventory(target[list], list, report);
    const isListed = toTest(target, names);
    const includes = target.action === 'include';
    return {
      holds: (values) => isListed(values) === includes,
      difference: ({ impression: { publisherId, siteId, placementId } }) => ({
        action: target.action,
        seen:
          (publisherId ?? siteId ?? placementId) === undefined
            ? null
            : { publisherId: publisherId ?? null, siteId: siteId ?? null, placementId: placementId ?? null },
        wanted: Object.fromEntries(lists.map((list) => [list, [...target[list]]])),
      }),
    };
  },
};

/** Returns a test of whether one of the lists names the impression's inventory. Without texts it compares directly. */
function toTest(target: InventoryTarget, names: InventoryNames): (values: ImpressionValues) => boolean {
  if (lists.some((list) => target[list].some((id) => typeof id === 'string'))) {
    const wanted = lists.map((list) => {
      const numbers = new Set<InventoryId>(target[list].map((id) => names.intern(id)));
      return [attributeOf[list], (number: InventoryId) => numbers.has(number)] as const;
    });
    return (values) => wanted.some(([attribute, isWanted]) => values.matching(names, attribute).some(isWanted));
  }
  const publishers = new Set<InventoryId | undefined>(target.publisherIds);
  const sites = new Set<InventoryId | undefined>(target.siteIds);
  const placements = new Set<InventoryId | undefined>(target.placementIds);
  return ({ impression: { publisherId, siteId, placementId } }) =>
    publishers.has(publisherId) || sites.has(siteId) || placements.has(placementId);
}
