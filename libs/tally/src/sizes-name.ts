import type { Size } from '@auction-tiers/tier-engine';

/** Cache of names by width and height, to avoid building texts per auction. */
const knownNames = new Map<number, string>();
/** Two sizes with edges below this fit into one number. */
const [mostKnownNames, edge] = [4096, 2 ** 13];

/** `300x250`; several sizes give one name, `300x250,728x90`, sorted and without duplicates. null: no size. */
export function sizesName(sizes: readonly Size[] | undefined): string | null {
  if (sizes === undefined || sizes.length === 0) return null;
  const number = numberOf(sizes);
  if (number === undefined) return joinNames(sizes);
  const known = knownNames.get(number);
  if (known !== undefined) return known;
  if (knownNames.size >= mostKnownNames) knownNames.clear();
  const name = joinNames(sizes);
  knownNames.set(number, name);
  return name;
}

/** A number that is unique for any one or two sizes; undefined: more sizes, or edges that are too large. */
function numberOf(sizes: readonly Size[]): number | undefined {
  if (sizes.length > 2) return undefined;
  let number = 0;
  for (const { width, height } of sizes) {
    if (width >= edge || height >= edge) return undefined;
    number = (number * edge + width) * edge + height;
  }
  // A size has edges of 1 and more, so one and two sizes never share a number.
  return number;
}

function joinNames(sizes: readonly Size[]): string {
  const ordered = sizes.toSorted((left, right) => left.width - right.width || left.height - right.height);
  return [...new Set(ordered.map(({ width, height }) => `${width}x${height}`))].join();
}
