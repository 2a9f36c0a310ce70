import { isId } from '../model/issue.ts';
import type { Impression, Size } from '../model/targeting.ts';
import type { AnswerKey, DimensionDefinition, JsonValue } from './dimension.ts';
import { predicates } from './dimension.ts';
import { sizeText } from './impression-values.ts';
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
    const wanted = new Set(target.map(sizeText));
    return {
      holds: ({ sizes }) => sizes.some((size) => wanted.has(size)),
      difference: ({ impression: { sizes = [] } }) => ({
        action: 'include',
        seen: sizes.length === 0 ? null : sizes.map(toJson),
        wanted: target.map(toJson),
      }),
    };
  },
  toPredicates: (target) => predicates('size', 'several', 'include', target.map(sizeText)),
  toKey: ({ sizes }) => sizes?.[0] && toSizeKey(sizes[0]),
  split: ({ sizes }) => (sizes === undefined || sizes.length < 2 ? unsplit : sizes.map((size) => ({ sizes: [size] }))),
};

const unsplit: readonly Impression[] = [];
const shortSides = 2 ** 15;

/** A small whole number for the sizes that are in use, because a text would be made for every auction. */
function toSizeKey(size: Size): AnswerKey {
  return isShort(size.width) && isShort(size.height) ? size.width * shortSides + size.height : sizeText(size);
}

function isShort(side: number): boolean {
  return Number.isInteger(side) && side >= 0 && side < shortSides;
}

function toJson({ width, height }: Size): JsonValue {
  return { width, height };
}
