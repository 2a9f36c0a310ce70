import type { Issue } from '../model/issue.ts';
import type { Profile } from '../model/auction.ts';
import type { Targeting } from '../model/targeting.ts';
import type { CompileContext, Condition, Mismatch } from './dimension.ts';
import { toDimension } from './dimension.ts';
import { definitionOf, dimensionNames, targetOf } from './dimensions.ts';
import type { ImpressionValues } from './impression-values.ts';
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

  matches(values: ImpressionValues): boolean {
    for (const condition of this.conditions.values()) if (!condition.holds(values)) return false;
    return true;
  }

  /** The first dimension that fails; undefined where the targeting matches. */
  mismatch(values: ImpressionValues): Mismatch | undefined {
    for (const [name, condition] of this.conditions) {
      if (!condition.holds(values)) return { dimension: toDimension(name), ...condition.difference(values) };
    }
    return undefined;
  }
}

/** Undefined where the targeting does not set the dimension. */
function compileDimension(
  name: keyof Targeting,
  targeting: Targeting,
  { report, zoneClock }: CompileContext,
): Condition | undefined {
  const target = targetOf(name, targeting);
  if (target === undefined) return undefined;
  const reportBelow = (path: string, message: string) => report(`.${name}${path}`, message);
  return definitionOf(name).compile(target, { report: reportBelow, zoneClock });
}

/**
 * The profiles compiled, in their own order, one per step; they share the clocks of time zones. `issues` collects what is
 * wrong.
 */
export function* compileTargetingsInSteps(
  profiles: readonly Profile[],
  issues: Issue[],
): Generator<undefined, CompiledTargeting[], undefined> {
  const zoneClock = createZoneClocks();
  const targetings: CompiledTargeting[] = [];
  for (const [at, { id, targeting }] of profiles.entries()) {
    const report = (path: string, message: string) =>
      issues.push({ path: `profiles[${at}].targeting${path}`, message: `${message} (profile ${id})` });
    targetings.push(new CompiledTargeting(targeting, { report, zoneClock }));
    yield;
  }
  return targetings;
}

/** The same at once, of profiles that are known to be right. */
export function compileTargetings(profiles: readonly Profile[]): CompiledTargeting[] {
  const steps = compileTargetingsInSteps(profiles, []);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
