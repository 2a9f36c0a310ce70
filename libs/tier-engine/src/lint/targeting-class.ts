import type { Tier, TierSetSource } from '../model/auction.ts';
import { matchingTargets } from '../targeting/inventory-name.ts';
import type { Comparisons } from './comparisons.ts';
import { type TargetingPredicate, toPredicates } from './predicates.ts';

/** The class of a tier without targeting and flight. */
export const everywhere = 0;

/** A number for a targeting and a flight; tiers with the same targeting and flight have the same number. */
export type TargetingClass = number;

/** Up to this many classes, the answer for each pair is remembered in a square of one byte per pair. */
const mostRemembered = 2048;
/** A class with more values than this is not split: a look-up per value would cost more than it saves. */
const mostSplitValues = 8;

/** The moments at which a tier is in its flight, milliseconds since the epoch; the end is not part of it. */
interface Flight {
  readonly startMs: number;
  readonly endMs: number;
}

interface ClassOf {
  readonly predicates: ReadonlyMap<string, readonly TargetingPredicate[]>;
  readonly flight: Flight;
}

const always: Flight = { startMs: -Infinity, endMs: Infinity };

/** The targetings and flights of a tier set as classes, and which of them have no impression in common. */
export class TargetingClasses {
  readonly comparisons: Comparisons;
  readonly #known = new Map<string, TargetingClass>([[classKey('', always), everywhere]]);
  readonly #keyOfProfile = new Map<number | null, string>([[null, '']]);
  readonly #classes: ClassOf[] = [{ predicates: new Map(), flight: always }];
  readonly #splitValues: readonly (readonly string[] | undefined)[];
  /** 0: not asked yet, 1: disjoint, 2: not. */
  readonly #remembered: Uint8Array | undefined;

  constructor({ profiles, tiers }: TierSetSource, comparisons: Comparisons) {
    this.comparisons = comparisons;
    const predicatesOf = new Map<number | null, ClassOf['predicates']>([[null, new Map()]]);
    for (const { id, targeting } of profiles) {
      const predicates = toPredicates(targeting);
      this.#keyOfProfile.set(id, toKey(predicates));
      predicatesOf.set(
        id,
        Map.groupBy(predicates, ({ attribute }) => attribute),
      );
    }
    for (const tier of tiers) {
      const predicates = predicatesOf.get(tier.profileId);
      const key = this.#keyOf(tier);
      if (predicates !== undefined && !this.#known.has(key))
        this.#known.set(key, this.#classes.push({ predicates, flight: flightOf(tier) }) - 1);
    }
    this.#splitValues = splitByOneAttribute(this.#classes.map(({ predicates }) => predicates));
    const size = this.#classes.length;
    this.#remembered = size <= mostRemembered ? new Uint8Array(size * size) : undefined;
  }

  of(tier: Tier): TargetingClass {
    return this.#known.get(this.#keyOf(tier))!;
  }

  #keyOf(tier: Tier): string {
    const key = this.#keyOfProfile.get(tier.profileId);
    if (key === undefined) {
      throw new RangeError(
        `Profile ${tier.profileId} is not in the tier set; allowed is a source that compile accepts.`,
      );
    }
    return classKey(key, flightOf(tier));
  }

  /** Two classes that both have split values, and none in common, are disjoint; undefined: the class is not split. */
  splitValues(targetingClass: TargetingClass): readonly string[] | undefined {
    return this.#splitValues[targetingClass];
  }

  /** Whether it is proved that no impression is in both classes. */
  areDisjoint(left: TargetingClass, right: TargetingClass): boolean {
    if (this.#remembered === undefined) return this.#prove(left, right);
    const pair = left * this.#classes.length + right;
    if (this.#remembered[pair] === 0) this.#remembered[pair] = this.#prove(left, right) ? 1 : 2;
    return this.#remembered[pair] === 1;
  }

  #prove(left: TargetingClass, right: TargetingClass): boolean {
    const [one, other] = [this.#classes[left]!, this.#classes[right]!];
    if (one.flight.startMs >= other.flight.endMs || other.flight.startMs >= one.flight.endMs) return true;
    const others = other.predicates;
    for (const [attribute, predicates] of one.predicates) {
      const opposite = others.get(attribute);
      const isContradicted = (asked: TargetingPredicate) =>
        predicates.some((predicate) => contradict(predicate, asked, this.comparisons));
      if (opposite?.some(isContradicted)) return true;
    }
    return false;
  }
}

/** For each class, its values of the attribute that most classes include by value. */
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

function flightOf({ startMs, endMs }: Tier): Flight {
  return { startMs: startMs ?? always.startMs, endMs: endMs ?? always.endMs };
}

function classKey(targetingKey: string, { startMs, endMs }: Flight): string {
  return `${startMs} ${endMs}\n${targetingKey}`;
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
    // The parent domain or path may be in either list; the values of other attributes need no second comparison.
    return (left.arity !== 'domain' && left.arity !== 'path') || !some(right.values, isOf(left));
  }
  if (left.action === right.action) return false;
  const [included, excluded] = left.action === 'include' ? [left, right] : [right, left];
  const isExcluded = isOf(excluded);
  return !some(included.values, (value) => !isExcluded(value));
}

/** Whether the value is one of the predicate's; a domain or path also where one of its parents is. */
function holds({ arity, values }: TargetingPredicate, value: string, comparisons: Comparisons): boolean {
  comparisons.made += 1;
  if (values.has(value)) return true;
  if (arity === 'path') {
    const targets = matchingTargets(value);
    comparisons.made += targets.length;
    return targets.some((target) => values.has(target));
  }
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
