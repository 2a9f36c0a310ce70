/** `npm run test:long`: runs every random test, round and kill in full. */
export const isLong = process.env['TEST_LONG'] === '1';

/**
 * How often a test tries a random law: in full in `npm run test:long`, and a tenth of that in `npm test`, with other
 * seeds each time.
 */
export const runs = (all: number): number => (isLong ? all : Math.ceil(all / 10));

/** All rounds of a test in `npm run test:long`; in `npm test` `count` consecutive ones, others each time. */
export function someOf<Round>(all: readonly Round[], count: number): readonly Round[] {
  if (isLong) return all;
  const first = Math.floor(Math.random() * all.length);
  return all.map((_, index) => all[(first + index) % all.length]!).slice(0, count);
}
