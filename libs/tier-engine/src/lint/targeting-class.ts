import type { Profile } from '../model/auction.ts';
import type { TargetingPredicate } from '../targeting/dimension.ts';
import { toPredicates } from '../targeting/dimensions.ts';
import type { Comparisons } from './comparisons.ts';

/** The class of a tier without targeting. */
export const everywhere = 0;

/** Which impressions a targeting matches, as a number: targetings that are equal by value have the same one. */
export type TargetingClass = number;

/** Up to so many classes, what is known of each pair is remembered: a square of one byte per pair. */
const mostRemembered = 2048;
/** A class of more values than this is not split: looking under each of them would cost more than it saves. */
const mostSplitValues = 8;

/** The targetings of a tier set as classes, and which of them have no impression in common. */
export class TargetingClasses {
  readonly comparisons: Comparisons;
  readonly #ofProfile = new Map<number, TargetingClass>();
  readonly #predicates: ReadonlyMap<string, readonly TargetingPredicate[]>[] = [new Map()];
  readonly #splitValues: readonly (readonly string[] | undefined)[];
  /** 0: not asked yet, 1: disjoint, 2: not. */
  readonly #remembered: Uint8Array | undefined;

  constructor(profiles: readonly Profile[], comparisons: Comparisons) {
    this.comparisons = comparisons;
    const known = new Map<string, TargetingClass>([['', everywhere]]);
    for (const { id, targeting } of profiles) {
      const predicates = toPredicates(targeting);
      const key = toKey(predicates);
      const byAttribute = Map.groupBy(predicates, ({ attribute }) => attribute);
      const targetingClass = known.get(key) ?? this.#predicates.push(byAttribute) - 1;
      known.set(key, targetingClass);
      this.#ofProfile.set(id, targetingClass);
    }
    this.#splitValues = splitByOneAttribute(this.#predicates);
    const size = this.#predicates.length;
    this.#remembered = size <= mostRemembered ? new Uint8Array(size * size) : undefined;
  }

  of(profileId: number | null): TargetingClass {
    const found = profileId === null ? everywhere : this.#ofProfile.get(profileId);
    if (found === undefined) {
      throw new RangeError(`Profile ${profileId} is not in the tier set; allowed is a source that compile accepts.`);
    }
    return found;
  }

  /** Two classes that both have such values, and none in common, are disjoint; undefined: the class has none. */
  splitValues(targetingClass: TargetingClass): readonly string[] | undefined {
    return this.#splitValues[targetingClass];
  }

  /** Whether provably no impression is in both. */
  areDisjoint(left: TargetingClass, right: TargetingClass): boolean {
    if (this.#remembered === undefined) return this.#prove(left, right);
    const pair = left * this.#predicates.length + right;
    if (this.#remembered[pair] === 0) this.#remembered[pair] = this.#prove(left, right) ? 1 : 2;
    return this.#remembered[pair] === 1;
  }

  #prove(left: TargetingClass, right: TargetingClass): boolean {
    const others = this.#predicates[right]!;
    for (const [attribute, predicates] of this.#predicates[left]!) {
      const opposite = others.get(attribute);
      const isContradicted = (other: TargetingPredicate) =>
        predicates.some((predicate) => contradict(predicate, other, this.comparisons));
      if (opposite?.some(isContradicted)) return true;
    }
    return false;
  }
}

/** For each class, its values of the attribute that most classes include values of. */
function splitByOneAttribute(
  classes: readonly ReadonlyMap<string, readonly TargetingPredicate[]>[],
): (readonly string[] | undefined)[] {
  const splitting = classes.map((predicates) =>
    [...predicates.values()]
      .flat()
      .filter(({ arity, action, values }) => arity === 'one' && action === 'include' && values.size <= mostSplitValues),
  );
  const byAttribute = Map.groupBy(splitting.flat(), ({ attribute }) => attribute);
  const [best] = [...byAttribute].toSorted(([, left], [, right]) => right.length - left.length);
  return splitting.map((predicates) => {
    const predicate = predicates.find(({ attribute }) => attribute === best?.[0]);
    return predicate && [...predicate.values];
  });
}

/** Equal for the same predicates, in whatever order they were written. */
function toKey(predicates: readonly TargetingPredicate[]): string {
  const keys = predicates.map(({ attribute, action, values }) => JSON.stringify([attribute, action, ...values]));
  return [...new Set(keys)].toSorted().join('\n');
}

/** Whether no impression can meet both predicates, which are of the same attribute. False where that cannot be proved. */
function contradict(left: TargetingPredicate, right: TargetingPredicate, comparisons: Comparisons): boolean {
  const isOf = (predicate: TargetingPredicate) => (value: string) => holds(predicate, value, comparisons);
  if (left.action === 'include' && right.action === 'include') {
    if (left.arity === 'several' || some(left.values, isOf(right))) return false;
    // The parent domain may be on either side; other values have been compared from the left already.
    return left.arity !== 'domain' || !some(right.values, isOf(left));
  }
  if (left.action === right.action) return false;
  const [included, excluded] = left.action === 'include' ? [left, right] : [right, left];
  const isExcluded = isOf(excluded);
  return !some(included.values, (value) => !isExcluded(value));
}

/** Whether the value is one of the predicate's; a domain also where one of its parents is. */
function holds({ arity, values }: TargetingPredicate, value: string, comparisons: Comparisons): boolean {
  comparisons.made += 1;
  if (values.has(value)) return true;
  if (arity !== 'domain') return false;
  for (let dot = value.indexOf('.'); dot !== -1; dot = value.indexOf('.', dot + 1)) {
    comparisons.made += 1;
    if (values.has(value.slice(dot + 1))) return true;
  }
  return false;
}

function some(values: ReadonlySet<string>, test: (value: string) => boolean): boolean {
  for (const value of values) if (test(value)) return true;
  return false;
}
