import { idProblem } from '../model/issue.ts';
import type { SegmentTarget } from '../model/targeting.ts';
import type { DimensionDefinition } from './dimension.ts';
import { predicates } from './dimension.ts';

/** Every excluded segment is absent, and of the included ones all (`and`) or one (`or`) are present. */
export const segmentDimension: DimensionDefinition<SegmentTarget, 'segments'> = {
  attributes: ['segments'],
  compile(target, { report }) {
    for (const list of ['include', 'exclude'] as const) {
      for (const [at, id] of target[list].entries()) {
        const problem = idProblem(id);
        if (problem !== undefined) report(`.${list}[${at}]`, problem);
      }
    }
    const { operator } = target;
    const include = [...target.include];
    const exclude = [...target.exclude];
    const hasForbidden = (segments: ReadonlySet<number>) => exclude.some((id) => segments.has(id));
    const hasWanted = (segments: ReadonlySet<number>) =>
      operator === 'and'
        ? include.every((id) => segments.has(id))
        : include.length === 0 || include.some((id) => segments.has(id));
    return {
      holds: ({ segments }) => !hasForbidden(segments) && hasWanted(segments),
      difference: ({ segments }) => ({
        action: hasForbidden(segments) ? 'exclude' : 'include',
        seen: segments.size === 0 ? null : [...segments],
        wanted: { operator, include, exclude },
      }),
    };
  },
  toPredicates({ operator, include, exclude }) {
    const needed = operator === 'and' ? include.map((id) => [id]) : include.length > 0 ? [include] : [];
    return [
      ...needed.flatMap((ids) => predicates('segment', 'several', 'include', ids.map(String))),
      ...predicates('segment', 'several', 'exclude', exclude.map(String)),
    ];
  },
};
