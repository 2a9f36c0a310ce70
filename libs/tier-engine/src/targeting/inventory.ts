import type { ConditionCompiler } from './condition.ts';
import { emptyIncludeProblem, idProblem } from './list.ts';
import type { InventoryTarget } from './model.ts';

const lists = ['publisherIds', 'siteIds', 'placementIds'] as const;

/** Publisher, site and placement are one dimension: a match in any of the three lists counts. */
export const compileInventory: ConditionCompiler<InventoryTarget> = (target, { report }) => {
  if (target.action === 'include' && lists.every((list) => target[list].length === 0)) report('', emptyIncludeProblem);
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
};
