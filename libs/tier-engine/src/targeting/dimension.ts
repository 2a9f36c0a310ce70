import type { Report } from '../model/issue.ts';
import type { BidAttributes, Impression, TargetAction, Targeting } from '../model/targeting.ts';
import type { ImpressionValues } from './impression-values.ts';
import type { InventoryNames } from './inventory-name.ts';
import type { ZoneClock } from './zone-clock.ts';

/** The definition of one targeting dimension. `Target` is the value that a profile sets it to. */
export interface DimensionDefinition<
  Target,
  Attribute extends keyof Impression = keyof Impression,
  BidAttribute extends keyof BidAttributes = keyof BidAttributes,
> {
  /** The attributes of the impression that the dimension reads: a type, without a value. */
  readonly attributes?: readonly Attribute[];
  /** The attributes of the bid that the dimension reads. If there are any, the dimension is evaluated for each bid. */
  readonly bidAttributes?: readonly BidAttribute[];
  /** Turns a target into a condition and reports what is wrong with the target. */
  readonly compile: (target: Target, context: CompileContext) => Condition;
  /**
   * The key of everything that the dimension reads: impressions with equal keys get the same answer. Only where there
   * are few keys in practice; the answers of all profiles are then remembered by key.
   */
  readonly toKey?: (impression: Impression) => AnswerKey;
  /**
   * For a dimension that one of several values passes: the impression with each value alone, so that answers are
   * remembered by value and not by combination. Empty for an impression with fewer than two values.
   */
  readonly split?: (impression: Impression) => readonly Impression[];
}

/** Undefined: the impression lacks what the dimension reads. */
export type AnswerKey = string | number | undefined;

export interface CompileContext {
  readonly report: Report;
  /** The clock of an IANA time zone, shared by all that ask for it; undefined: there is no such zone. */
  readonly zoneClock: (timezone: string) => ZoneClock | undefined;
  /** The texts that name inventory, shared by all profiles of a tier set. */
  readonly names: InventoryNames;
}

/** One dimension of one profile, compiled. Selecting asks `holds`; explaining asks `holds` and then `difference`. */
export interface Condition {
  holds(values: ImpressionValues, bid: BidAttributes): boolean;
  /** Only meaningful where `holds` says false. */
  difference(values: ImpressionValues, bid: BidAttributes): Difference;
}

/** What a dimension saw and what it wanted. */
export interface Difference {
  /** Whether the failed part of the target requires a value or forbids one. */
  readonly action: TargetAction;
  /** What the impression had, as received; null: it lacks the attribute. */
  readonly seen: JsonValue;
  /** The target, as it was set. */
  readonly wanted: JsonValue;
}

/** The first dimension of a profile that failed. */
export interface Mismatch extends Difference {
  readonly dimension: Dimension;
}

/** A dimension's name in JSON, such as `operating_system_family` for `Targeting.operatingSystemFamily`. */
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
