import type { Issue } from '../model/issue.ts';
import type { Profile } from '../model/auction.ts';
import type { BidAttributes, Targeting } from '../model/targeting.ts';
import type { CompileContext, Condition, Mismatch } from './dimension.ts';
import { toDimension } from './dimension.ts';
import { definitionOf, dimensionNames, targetOf } from './dimensions.ts';
import type { ImpressionValues } from './impression-values.ts';
import { InventoryNames } from './inventory-name.ts';
import { createZoneClocks } from './zone-clock.ts';

/** A compiled targeting: the dimensions that are set, all of which must hold. */
export class CompiledTargeting {
  /** In the order checked. */
  readonly conditions: ReadonlyMap<keyof Targeting, Condition>;

  constructor(targeting: Targeting, context: CompileContext) {
    this.conditions = new Map(
      dimensionNames.flatMap((name) => {
        const condition = compileDimension(name, targeting, context);
        return condition === undefined ? [] : [[name, condition]];
      }),
    );
  }

  /** The first dimension that fails; undefined where the targeting matches. */
  mismatch(values: ImpressionValues, bid: BidAttributes): Mismatch | undefined {
    for (const [name, condition] of this.conditions) {
      if (!condition.holds(values, bid)) return { dimension: toDimension(name), ...condition.difference(values, bid) };
    }
    return undefined;
  }
}

/** Undefined where the targeting does not set the dimension. */
function compileDimension(
  name: keyof Targeting,
  targeting: Targeting,
  { report, ...shared }: CompileContext,
): Condition | undefined {
  const target = targetOf(name, targeting);
  if (target === undefined) return undefined;
  const reportBelow = (path: string, message: string) => report(`.${name}${path}`, message);
  return definitionOf(name).compile(target, { report: reportBelow, ...shared });
}

/** The profiles compiled, in their own order; they share the clocks of time zones and the names of inventory. `issues` collects what is wrong. */
export function compileTargetings(profiles: readonly Profile[], issues: Issue[] = []): CompiledTargeting[] {
  const shared = { zoneClock: createZoneClocks(), names: new InventoryNames() };
  return profiles.map(({ id, targeting }, at) => {
    const report = (path: string, message: string) =>
      issues.push({ path: `profiles[${at}].targeting${path}`, message: `${message} (profile ${id})` });
    return new CompiledTargeting(targeting, { report, ...shared });
  });
}
