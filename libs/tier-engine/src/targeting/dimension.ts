import type { Report } from '../model/issue.ts';
import type { Impression, TargetAction, Targeting } from '../model/targeting.ts';
import type { ImpressionValues } from './impression-values.ts';
import type { ZoneClock } from './zone-clock.ts';

/** Everything that the engine knows of one dimension of targeting. `Target` is what a profile sets it to. */
export interface DimensionDefinition<Target, Attribute extends keyof Impression = keyof Impression> {
  /** The attributes of the impression that it reads. */
  readonly attributes: readonly Attribute[];
  /** Turns a target into a condition and reports what is wrong with the target. */
  readonly compile: (target: Target, context: CompileContext) => Condition;
  /** The same target as predicates that `lint` can compare with those of other targets. */
  readonly toPredicates: (target: Target) => readonly TargetingPredicate[];
  /**
   * Stands for everything that the dimension reads: it answers two impressions with the same key alike. Only where there
   * are few keys in practice; the answers of all profiles are then remembered by key.
   */
  readonly toKey?: (impression: Impression) => AnswerKey;
  /**
   * Where one of several values is enough to pass: the impression with each of them alone, so that answers are remembered
   * by value and not by combination. Empty for an impression with fewer than two.
   */
  readonly split?: (impression: Impression) => readonly Impression[];
}

/** Undefined: the impression lacks what the dimension reads. */
export type AnswerKey = string | number | undefined;

export interface CompileContext {
  readonly report: Report;
  /** The clock of an IANA time zone, shared by all that ask for it; undefined: there is no such zone. */
  readonly zoneClock: (timezone: string) => ZoneClock | undefined;
}

/** One dimension of one profile, compiled. Selecting asks `holds`; explaining asks `holds` and then `difference`. */
export interface Condition {
  holds(values: ImpressionValues): boolean;
  /** Only meaningful where `holds` says false. */
  difference(values: ImpressionValues): Difference;
}

/** What a dimension saw and what it wanted. */
export interface Difference {
  /** The half of the target that failed: a value it needed, or a value it forbids. */
  readonly action: TargetAction;
  /** What the impression had, as it came; null: it lacks the attribute. */
  readonly seen: JsonValue;
  /** The target, as it was set. */
  readonly wanted: JsonValue;
}

/** The first dimension of a profile that failed. */
export interface Mismatch extends Difference {
  readonly dimension: Dimension;
}

/** A dimension's name on the wire: `operating_system_family` is that of `Targeting.operatingSystemFamily`. */
export type Dimension = SnakeCase<keyof Targeting>;

export function toDimension(name: keyof Targeting): Dimension {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Dimension;
}

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** Anything that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

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

/** How many values an impression can have: at most one, several, or one domain, which is also all of its parents. */
export type Arity = 'one' | 'several' | 'domain';

/** The predicate, or none where it would hold for every impression. */
export function predicates(
  attribute: string,
  arity: Arity,
  action: TargetAction,
  values: readonly string[],
): TargetingPredicate[] {
  if (action === 'exclude' && values.length === 0) return [];
  return [{ attribute, arity, action, values: new Set(values.toSorted()) }];
}
