import { isId } from '../model/issue.ts';
import type { Size } from '../model/targeting.ts';
import type { AnswerKey, DimensionDefinition, JsonValue } from './dimension.ts';
import { predicates } from './dimension.ts';
import { emptyIncludeProblem } from './list-dimension.ts';

/** One of the impression's sizes must be among the wanted ones, width and height alike. */
export const sizeDimension: DimensionDefinition<readonly Size[], 'sizes'> = {
  attributes: ['sizes'],
  compile(target, { report }) {
    if (target.length === 0) report('', emptyIncludeProblem);
    for (const [at, { width, height }] of target.entries()) {
      if (!isId(width) || !isId(height)) {
        report(`[${at}]`, `${width}x${height} is not a size; allowed are whole numbers from 1`);
      }
    }
    const wanted = new Set(target.map(toText));
    return {
      holds: ({ impression: { sizes = [] } }) => sizes.some((size) => wanted.has(toText(size))),
      difference: ({ impression: { sizes = [] } }) => ({
        action: 'include',
        seen: sizes.length === 0 ? null : sizes.map(toJson),
        wanted: target.map(toJson),
      }),
    };
  },
  toPredicates: (target) => predicates('size', 'several', 'include', target.map(toText)),
  toKey: ({ sizes = [] }) => {
    if (sizes.length > 1) return sizes.map(toText).join();
    return sizes[0] && toSingleKey(sizes[0]);
  },
};

const shortSides = 2 ** 15;

/** A small whole number for the sizes that are in use: auctions have one size as a rule, and a text would be made anew. */
function toSingleKey(size: Size): AnswerKey {
  return isShort(size.width) && isShort(size.height) ? size.width * shortSides + size.height : toText(size);
}

function isShort(side: number): boolean {
  return Number.isInteger(side) && side >= 0 && side < shortSides;
}

function toText({ width, height }: Size): string {
  return `${width}x${height}`;
}

function toJson({ width, height }: Size): JsonValue {
  return { width, height };
}
