import { idProblem } from '../model/issue.ts';
import type { InventoryTarget } from '../model/targeting.ts';
import type { DimensionDefinition } from './dimension.ts';
import { predicates } from './dimension.ts';
import { emptyIncludeProblem } from './list-dimension.ts';

const lists = ['publisherIds', 'siteIds', 'placementIds'] as const;

/** Publisher, site and placement are one dimension: a match in any of the three lists counts. */
export const inventoryDimension: DimensionDefinition<InventoryTarget, 'publisherId' | 'siteId' | 'placementId'> = {
  attributes: ['publisherId', 'siteId', 'placementId'],
  compile(target, { report }) {
    if (target.action === 'include' && lists.every((list) => target[list].length === 0)) {
      report('', emptyIncludeProblem);
    }
    for (const list of lists) {
      for (const [at, id] of target[list].entries()) {
        const problem = idProblem(id);
        if (problem !== undefined) report(`.${list}[${at}]`, problem);
      }
    }
    const publishers = new Set<number | undefined>(target.publisherIds);
    const sites = new Set<number | undefined>(target.siteIds);
    const placements = new Set<number | undefined>(target.placementIds);
    const includes = target.action === 'include';
    return {
      holds: ({ impression: { publisherId, siteId, placementId } }) =>
        (publishers.has(publisherId) || sites.has(siteId) || placements.has(placementId)) === includes,
      difference: ({ impression: { publisherId, siteId, placementId } }) => ({
        action: target.action,
        seen:
          publisherId === undefined && siteId === undefined && placementId === undefined
            ? null
            : { publisherId: publisherId ?? null, siteId: siteId ?? null, placementId: placementId ?? null },
        wanted: {
          publisherIds: [...target.publisherIds],
          siteIds: [...target.siteIds],
          placementIds: [...target.placementIds],
        },
      }),
    };
  },
  /** An exclude is one predicate per list. An include of several lists is one predicate: any match counts. */
  toPredicates(target) {
    const { action } = target;
    const given = lists.filter((list) => target[list].length > 0);
    if (action === 'exclude' || given.length === 1) {
      return given.flatMap((list) => predicates(list, 'one', action, target[list].map(String)));
    }
    const values = given.flatMap((list) => target[list].map((id) => `${list} ${id}`));
    return predicates('inventory', 'several', 'include', values);
  },
};
