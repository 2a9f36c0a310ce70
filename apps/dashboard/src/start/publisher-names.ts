import { toInventoryId } from '@auction-tiers/tier-engine/name';

/** Publishers as they are typed: numbers or names between commas or lines, numbers also between spaces. */
export function readPublisherNames(text: string): (number | string)[] {
  const names = text
    .split(/[,;\n]+/)
    .flatMap((part) => (/^[\d\s]+$/.test(part) ? part.split(/\s+/) : part.trim()))
    .filter((name) => name !== '');
  return [...new Set(names.map(toInventoryId))];
}
