/** The attributes by which impressions can be clustered, in the order of preference. */
export const clusterAttributes = ['site', 'placement', 'country', 'device'] as const;
export type ClusterAttribute = (typeof clusterAttributes)[number];

const [fewestClusters, mostClusters, leastPart] = [8, 40, 0.02];

/** Clusters of a switchback. Impressions in no cluster keep the live tiers. */
export interface Clusters {
  readonly by: ClusterAttribute;
  readonly values: readonly string[];
  /** Each cluster's part of the net. */
  readonly parts: readonly number[];
}

/**
 * Proposes clusters by net: for each attribute, the values with at least 2 % of the net each, at most the 40 largest,
 * if there are 8 or more; the attribute whose values cover most of the net comes first. Empty: no attribute has enough
 * values, and a switchback is not possible. `netByValue`: net of recorded auctions by the value of each attribute.
 */
export function proposeClusters(
  netByValue: Readonly<Partial<Record<ClusterAttribute, ReadonlyMap<string, number>>>>,
): Clusters[] {
  const proposals = clusterAttributes.flatMap((by): Clusters[] => {
    const nets = netByValue[by] ?? new Map<string, number>();
    const whole = [...nets.values()].reduce((sum, net) => sum + net, 0);
    const large = [...nets]
      .map(([value, net]) => ({ value, part: whole > 0 ? net / whole : 0 }))
      .filter(({ part }) => part >= leastPart)
      .toSorted((one, other) => other.part - one.part)
      .slice(0, mostClusters);
    if (large.length < fewestClusters) return [];
    return [{ by, values: large.map(({ value }) => value), parts: large.map(({ part }) => part) }];
  });
  return proposals.toSorted((one, other) => covered(other) - covered(one));
}

/** The covered net in whole per cent, so that attributes with about equal cover stay in the order of preference. */
function covered({ parts }: Clusters): number {
  return Math.round(100 * parts.reduce((sum, part) => sum + part, 0));
}
