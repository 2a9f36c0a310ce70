import type { InventoryId, SegmentTarget } from '../model/targeting.ts';
import type { DimensionDefinition } from './dimension.ts';
import { reportInventory } from './inventory-name.ts';

/** Every excluded segment is absent, and of the included ones all (`and`) or one (`or`) are present. */
export const segmentDimension: DimensionDefinition<SegmentTarget, 'segments'> = {
  compile(target, { report, names }) {
    for (const list of ['include', 'exclude'] as const) reportInventory(target[list], list, report);
    const { operator } = target;
    const include = target.include.map((id) => names.intern(id));
    const exclude = target.exclude.map((id) => names.intern(id));
    const hasForbidden = (segments: ReadonlySet<InventoryId>) => exclude.some((id) => segments.has(id));
    const hasWanted = (segments: ReadonlySet<InventoryId>) =>
      operator === 'and'
        ? include.every((id) => segments.has(id))
        : include.length === 0 || include.some((id) => segments.has(id));
    return {
      holds(values) {
        const segments = values.segments(names);
        return !hasForbidden(segments) && hasWanted(segments);
      },
      difference: (values) => ({
        action: hasForbidden(values.segments(names)) ? 'exclude' : 'include',
        seen: values.impression.segments?.length ? [...new Set(values.impression.segments)] : null,
        wanted: { operator, include: [...target.include], exclude: [...target.exclude] },
      }),
    };
  },
};
