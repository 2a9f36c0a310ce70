import { deviceTypes, supplyTypes } from '../impression.ts';
import { compileCity } from './city.ts';
import type { CompileContext, Condition, ConditionCompiler, Mismatch } from './condition.ts';
import { dimensionNames } from './condition.ts';
import { compileContentCategory } from './content-category.ts';
import { compileDaypart } from './daypart.ts';
import { compileDomain } from './domain.ts';
import { compileInventory } from './inventory.ts';
import { compileKeyValue } from './key-value.ts';
import { closedList, ids, single, texts } from './list.ts';
import type { Targeting } from './model.ts';
import { compileSegment } from './segment.ts';
import { compileSize } from './size.ts';
import type { Subject } from './subject.ts';

type DimensionCompiler = (targeting: Targeting, context: CompileContext) => Condition | undefined;

/**
 * Every dimension that a profile can have, in the order checked. One that is added to `Targeting` does not type-check
 * until it is here.
 */
const dimensionCompilers: Record<keyof Targeting, DimensionCompiler> = {
  country: dimension('country', single('country', texts)),
  region: dimension('region', single('region', texts)),
  city: dimension('city', compileCity),
  dma: dimension('dma', single('dma', ids)),
  size: dimension('size', compileSize),
  inventory: dimension('inventory', compileInventory),
  domain: dimension('domain', compileDomain),
  deviceType: dimension('deviceType', single('deviceType', closedList(deviceTypes))),
  operatingSystemFamily: dimension('operatingSystemFamily', single('operatingSystemFamily', texts)),
  browser: dimension('browser', single('browser', texts)),
  language: dimension('language', single('language', texts)),
  supplyType: dimension('supplyType', single('supplyType', closedList(supplyTypes))),
  contentCategory: dimension('contentCategory', compileContentCategory),
  segment: dimension('segment', compileSegment),
  keyValue: dimension('keyValue', compileKeyValue),
  daypart: dimension('daypart', compileDaypart),
};

const dimensions = Object.keys(dimensionCompilers) as (keyof Targeting)[];

/** The dimension of one attribute of `Targeting`; compiles to nothing where a profile does not set it. */
function dimension<Key extends keyof Targeting>(
  key: Key,
  compile: ConditionCompiler<NonNullable<Targeting[Key]>>,
): DimensionCompiler {
  return (targeting, { report, zoneClock }) => {
    const target = targeting[key];
    if (target === undefined) return undefined;
    return compile(target, { report: (path, message) => report(`.${key}${path}`, message), zoneClock });
  };
}

/** A compiled targeting: the dimensions that are set, all of which must hold. */
export class CompiledTargeting {
  readonly #conditions: ReadonlyMap<keyof Targeting, Condition>;

  constructor(targeting: Targeting, context: CompileContext) {
    this.#conditions = new Map(
      dimensions.flatMap((name) => {
        const condition = dimensionCompilers[name](targeting, context);
        return condition === undefined ? [] : [[name, condition]];
      }),
    );
  }

  conditionOf(name: keyof Targeting): Condition | undefined {
    return this.#conditions.get(name);
  }

  /** The conditions of all dimensions but those given. */
  conditionsBut(isLeftOut: (name: keyof Targeting) => boolean): Condition[] {
    return Array.from(this.#conditions).flatMap(([name, condition]) => (isLeftOut(name) ? [] : [condition]));
  }

  matches(subject: Subject): boolean {
    for (const condition of this.#conditions.values()) if (!condition.holds(subject)) return false;
    return true;
  }

  /** The first dimension that fails; undefined where the targeting matches. */
  mismatch(subject: Subject): Mismatch | undefined {
    for (const [name, condition] of this.#conditions) {
      if (!condition.holds(subject)) return { dimension: dimensionNames[name], ...condition.difference(subject) };
    }
    return undefined;
  }
}
