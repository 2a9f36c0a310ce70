import type { Profile } from '../model.ts';
import type { Clause } from './clause.ts';
import { toClauses } from './clause.ts';
import { contradict } from './contradiction.ts';

/** The scope of a tier without targeting. */
export const everywhere = 0;

/** Which impressions a targeting matches, as a number: profiles that are equal by value have the same one. */
export type Scope = number;

/** Pairs of scopes are remembered up to so many scopes: a square of one byte a pair. */
const mostRemembered = 2048;
/** A scope of more values than this is left unsplit: looking under each of them would cost more than it saves. */
const mostSplitValues = 8;

export class Scopes {
  readonly #ofProfile = new Map<number, Scope>();
  readonly #clauses: ReadonlyMap<string, readonly Clause[]>[] = [new Map()];
  readonly #splitValues: readonly (readonly string[] | undefined)[];
  /** 0: not asked yet, 1: disjoint, 2: not. */
  readonly #remembered: Uint8Array | undefined;

  constructor(profiles: readonly Profile[]) {
    const known = new Map<string, Scope>([['', everywhere]]);
    for (const { id, targeting } of profiles) {
      const clauses = toClauses(targeting);
      const key = toKey(clauses);
      const scope = known.get(key) ?? this.#clauses.push(Map.groupBy(clauses, ({ subject }) => subject)) - 1;
      known.set(key, scope);
      this.#ofProfile.set(id, scope);
    }
    this.#splitValues = splitByOneSubject(this.#clauses);
    const size = this.#clauses.length;
    this.#remembered = size <= mostRemembered ? new Uint8Array(size * size) : undefined;
  }

  of(profileId: number | null): Scope {
    const scope = profileId === null ? everywhere : this.#ofProfile.get(profileId);
    if (scope === undefined) throw new RangeError(`Profile ${profileId} is not in the set; lint what compile accepts.`);
    return scope;
  }

  /** Two scopes that have such values, and none in common, are disjoint; undefined: nothing can be said in this way. */
  splitValues(scope: Scope): readonly string[] | undefined {
    return this.#splitValues[scope];
  }

  /** Whether provably no impression is in both. */
  areDisjoint(left: Scope, right: Scope): boolean {
    if (this.#remembered === undefined) return this.#prove(left, right);
    const pair = left * this.#clauses.length + right;
    if (this.#remembered[pair] === 0) this.#remembered[pair] = this.#prove(left, right) ? 1 : 2;
    return this.#remembered[pair] === 1;
  }

  #prove(left: Scope, right: Scope): boolean {
    const others = this.#clauses[right]!;
    for (const [subject, clauses] of this.#clauses[left]!) {
      const opposite = others.get(subject);
      if (opposite?.some((other) => clauses.some((clause) => contradict(clause, other)))) return true;
    }
    return false;
  }
}

/** For each scope its values of the one subject that tells most scopes apart. */
function splitByOneSubject(
  scopes: readonly ReadonlyMap<string, readonly Clause[]>[],
): (readonly string[] | undefined)[] {
  const splitting = scopes.map((clauses) =>
    [...clauses.values()]
      .flat()
      .filter(({ arity, action, values }) => arity === 'one' && action === 'include' && values.size <= mostSplitValues),
  );
  const bySubject = Map.groupBy(splitting.flat(), ({ subject }) => subject);
  const [best] = [...bySubject].toSorted(([, left], [, right]) => right.length - left.length);
  return splitting.map((clauses) => {
    const clause = clauses.find(({ subject }) => subject === best?.[0]);
    return clause && [...clause.values];
  });
}

/** The same for the same conditions, in whatever order they were written. */
function toKey(clauses: readonly Clause[]): string {
  const keys = clauses.map(({ subject, action, values }) => JSON.stringify([subject, action, ...values]));
  return [...new Set(keys)].toSorted().join('\n');
}
