import type { Report } from '../issue.ts';
import type { TargetAction, Targeting } from './model.ts';
import type { Subject } from './subject.ts';
import type { ZoneClock } from './zone-clock.ts';

/** The dimensions by their names on the wire, in the order checked. */
export const dimensionNames = {
  country: 'country',
  region: 'region',
  city: 'city',
  dma: 'dma',
  size: 'size',
  inventory: 'inventory',
  domain: 'domain',
  deviceType: 'device_type',
  operatingSystemFamily: 'operating_system_family',
  browser: 'browser',
  language: 'language',
  supplyType: 'supply_type',
  contentCategory: 'content_category',
  segment: 'segment',
  keyValue: 'key_value',
  daypart: 'daypart',
} as const satisfies Record<keyof Targeting, string>;
export type Dimension = (typeof dimensionNames)[keyof Targeting];

/** Anything that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

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

/** One dimension of one profile, compiled. Selecting asks `holds`; explaining asks the same and then `difference`. */
export interface Condition {
  holds(subject: Subject): boolean;
  /** Only meaningful where `holds` says false. */
  difference(subject: Subject): Difference;
}

export interface CompileContext {
  readonly report: Report;
  /** The clock of an IANA time zone, shared by all its users; undefined: there is no such zone. */
  readonly zoneClock: (timezone: string) => ZoneClock | undefined;
}

/** Turns one dimension's target into a condition, and reports what is wrong with it. */
export type ConditionCompiler<Target> = (target: Target, context: CompileContext) => Condition;
