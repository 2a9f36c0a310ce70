/** Elasticities of bids that a comparison can assume, and between which it looks for a change of sign. */
export const [leastElasticity, mostElasticity] = [-2, 2] as const;

/** A sentence about the elasticity at which the difference changes its sign; null: there is none. */
export function breakEvenText(breakEven: number | null): string {
  return breakEven === null
    ? `The difference keeps its sign however buyers react, from ${leastElasticity} to ${mostElasticity}.`
    : `The difference changes its sign at a reaction of buyers of ${breakEven}.`;
}
