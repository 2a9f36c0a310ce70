import {
  compile,
  type Decision,
  type Outcome,
  outcomes,
  type TierSet,
  type TierSetSource,
} from '@auction-tiers/tier-engine';

/** A question that cannot be answered: the attribute that is wrong, and why. */
export class Refused extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** Compiles; throws a `Refused` with the first issue of a draft that does not compile. */
export function compileOrRefuse(source: TierSetSource): TierSet {
  const result = compile(source);
  if (result.ok) return result.tierSet;
  const [issue] = result.issues;
  throw new Refused('draft_id', `names tiers that cannot decide an auction: ${issue?.path} ${issue?.message}`);
}

/** What became of a bid, by its place in the request. */
export const outcomeOf = (decision: Decision, index: number): Outcome => outcomes[decision.outcomes[index]!]!;

const microsPerUnit = 1_000_000;

/** A CPM price of micros. */
export const toPrice = (micros: number): number => micros / microsPerUnit;
