/** Publisher numbers as they are typed, between commas or spaces; undefined: one of them is no whole number from 1. */
export function readPublisherNumbers(text: string): number[] | undefined {
  const numbers = text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
  return numbers.every((number) => Number.isSafeInteger(number) && number > 0) ? [...new Set(numbers)] : undefined;
}
